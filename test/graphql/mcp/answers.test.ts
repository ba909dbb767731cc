import { buildSchema, Kind, parse } from 'graphql';
import { describe, expect, test } from 'vitest';
import { documentAsOf } from '../../../src/graphql/mcp/as-of.ts';
import { overviewOf, typeText } from '../../../src/graphql/mcp/schema-text.ts';

describe('a document as of a moment', () => {
  test('stands below at, fragments too; what does not parse is left alone', () => {
    const text = 'query A { ...F x } fragment F on Query { y } fragment G on Signal { z }';
    const document = parse(documentAsOf(text, '2026-01-01T00:00:00Z'));
    const conditions = document.definitions.flatMap((one) =>
      one.kind === Kind.FRAGMENT_DEFINITION ? [one.typeCondition.name.value] : [],
    );
    expect(conditions).toEqual(['Moment', 'Signal']);
    expect(documentAsOf('{ a', '2026-01-01T00:00:00Z')).toBe('{ a');
    const deep = `${'{a'.repeat(600)}${'}'.repeat(600)}`; // printed it would be a hundred times as long
    expect(documentAsOf(deep, '2026-01-01T00:00:00Z')).toBe(deep);
    expect(() => documentAsOf('subscription { a }', '2026-01-01T00:00:00Z')).toThrow(/only with queries/);
  });
});

test('the overview names every query and record', () => {
  const schema = buildSchema(
    'type Query { things(first: Int, filter: ThingFilter): ThingConnection! } type Thing { id: ID! } ' +
      'type ThingConnection { nodes: [Thing!]! } input ThingFilter { id: ID }',
  );
  const text = overviewOf(schema);
  expect(text).toContain('things: ThingConnection!');
  expect(text).toContain('type Thing { id: ID! }');
  expect(text).not.toContain('type ThingConnection');
  expect(typeText(schema, 'things')).toContain('input ThingFilter');
});
