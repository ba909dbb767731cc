import { buildSchema, getIntrospectionQuery } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDocumentReader } from '../../../src/graphql/execution/document-reader.ts';
import { BOMBS, fitsUrl } from '../bombs.ts';
import { fakeInsiders, fakeStore } from '../fake-store.ts';
import { type Answer, type Served, serve } from '../serve.ts';

let served: Served;
beforeAll(async () => {
  served = await serve(fakeStore(), fakeInsiders);
});
afterAll(() => served[Symbol.asyncDispose]());

describe('query bombs', () => {
  test.each(BOMBS)('$name', async ({ query, variables }) => {
    const { status, body } = await served.query(query, variables);
    expect(body.errors?.[0]?.extensions.code).toBe('LIMIT_EXCEEDED');
    // Only limits of a filter are found when its field is resolved.
    if (body.data === undefined) expect(status).toBe(400);
  });

  test.each(BOMBS.filter(fitsUrl))('as GET: $name', async ({ query, variables }) => {
    const asked = new URLSearchParams({ query, variables: JSON.stringify(variables) });
    const response = await fetch(`${served.url}/graphql?${asked}`);
    expect(((await response.json()) as Answer['body']).errors?.[0].extensions.code).toBe('LIMIT_EXCEEDED');
  });

  test('variables that are nested 10,000 deep', async () => {
    const query = 'query ($f: SignalFilter) { signals(filter: $f) { nodes { id } } }';
    const deep = `${'{"not":'.repeat(10_000)}{}${'}'.repeat(10_000)}`;
    const { status, body } = await served.post(
      `{"query":${JSON.stringify(query)},"variables":{"f":${deep}}}`,
    );
    expect([status, body.errors?.[0]?.extensions.code]).toEqual([400, 'LIMIT_EXCEEDED']);
  });

  test('a document for whose nesting the stack has no room', () => {
    const read = createDocumentReader(buildSchema('type Query { a(b: Int): Int }'));
    const text = `{ a(b: ${'['.repeat(900)}${']'.repeat(900)}) }`;
    expect(atTheEndOfTheStack(() => read(text)).refusal).toMatchObject({ code: 'LIMIT_EXCEEDED' });
  });

  test('the standard introspection query passes', async () => {
    const { status, body } = await served.query(getIntrospectionQuery());
    expect([status, body.errors]).toEqual([200, undefined]);
  });

  test('introspection that multiplies is refused', async () => {
    const { body } = await served.query(
      '{ __schema { types { fields { type { fields { type { fields { type { fields { name } } } } } } } } } }',
    );
    expect(body.errors).toBeDefined();
  });
});

/** Calls it with room for some hundred calls more. */
function atTheEndOfTheStack<T>(call: () => T): T {
  const levels = (): number => {
    try {
      return 1 + levels();
    } catch {
      return 0;
    }
  };
  const descend = (left: number): T => (left === 0 ? call() : descend(left - 1));
  levels(); // compiled, a call takes less room
  return descend(Math.floor(levels() * 0.9));
}
