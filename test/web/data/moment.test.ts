import { readFileSync } from 'node:fs';
import { buildSchema, parse, validate } from 'graphql';
import { expect, test, vi } from 'vitest';
import {
  CongressSearchDocument,
  DashboardPageDocument,
  InsiderClusterPageDocument,
  InsiderPageDocument,
  InsiderSearchDocument,
  PoliticianPageDocument,
  PredictionMarketPageDocument,
  ScorecardPageDocument,
  ScorecardSeriesDocument,
  StrategyPageDocument,
  SymbolPageDocument,
  WhalePageDocument,
} from '../../../schema/operations/generated/graphql.ts';

vi.stubGlobal('location', { search: '', pathname: '/feed/whales' });
const { documentAt, addressAt, momentIn } = await import('../../../src/web/data/moment.ts');
const { GROUPS, groupsDocument } = await import('../../../src/web/data/feed-groups.ts');
const { documentOf, PLACES } = await import('../../../src/web/data/feed-query.ts');

const schema = buildSchema(readFileSync('schema/schema.graphql', 'utf8'));

test.each([
  ...Object.entries({
    CongressSearchDocument,
    DashboardPageDocument,
    InsiderClusterPageDocument,
    InsiderPageDocument,
    PoliticianPageDocument,
    PredictionMarketPageDocument,
    ScorecardPageDocument,
    StrategyPageDocument,
    WhalePageDocument,
    InsiderSearchDocument,
    ScorecardSeriesDocument,
    SymbolPageDocument,
  }).map(([name, document]) => [name, String(document)] as const),
  ...Object.keys(PLACES).flatMap((name) =>
    [true, false].map(
      (isWhole) => [`${name} ${isWhole}`, documentOf(name as keyof typeof PLACES, isWhole)] as const,
    ),
  ),
  ...Object.entries(GROUPS).map(
    ([name, { by }]) =>
      [`${name} in groups`, groupsDocument(name as keyof typeof PLACES, by[0] ?? '', true)] as const,
  ),
])('%s is a valid question of another time, with nothing of now but the caller', (_, text) => {
  const document = parse(documentAt(text));
  expect(validate(schema, document)).toEqual([]);
  const [operation] = document.definitions;
  const fields = operation && 'selectionSet' in operation ? operation.selectionSet?.selections : [];
  const names = fields?.map((field) => ('name' in field ? field.name.value : '')) ?? [];
  expect(names.filter((name) => name !== 'viewer')).toEqual(['at']);
});

test('addresses say the time, and lose it', () => {
  expect(addressAt({ asOf: '2026-03-14T15:30:00Z' })).toBe('/feed/whales?as_of=2026-03-14T15%3A30%3A00Z');
  expect(addressAt({ snapshot: 'abc' })).toBe('/feed/whales?snapshot=abc');
  expect(addressAt(null)).toBe('/feed/whales');
  expect(momentIn('?as_of=&snapshot=abc')).toEqual({ snapshot: 'abc' });
  expect(momentIn('?party=D')).toBeNull();
});
