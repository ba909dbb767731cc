import { type OperationDefinitionNode, parse } from 'graphql';
import { expect, test } from 'vitest';
import { registry } from '../../../src/feeds/index.ts';
import { complexityOf } from '../../../src/graphql/cost/cost.ts';
import { encodeGlobalId } from '../../../src/graphql/schema/global-id.ts';
import { schemaOf } from '../../../src/graphql/schema/schema.ts';

const schema = schemaOf(registry);

function objectsOf(query: string, variables: { readonly [name: string]: unknown } = {}): number {
  const document = parse(query);
  const operation = document.definitions.find(
    (one): one is OperationDefinitionNode => one.kind === 'OperationDefinition',
  );
  if (!operation) throw new Error('no operation');
  return complexityOf(schema, document, operation, variables).objects;
}

test.each([
  [
    'eight feeds of ten',
    80,
    '{ signals(first: 10) { nodes { id } } strategies(first: 10) { nodes { id } } whaleActivity(first: 10) { nodes { id } } congressTrades(first: 10) { nodes { id } } insiderFilings(first: 10) { nodes { id } } outperformers(first: 10) { nodes { id } } reversals(first: 10) { nodes { id } } predictionMarkets(first: 10) { nodes { id } } }',
  ],
  [
    'trades, their assets, twenty filings each',
    2200,
    '{ congressTrades(first: 100) { nodes { asset { insiderFilings(first: 20) { nodes { id } } } } } }',
  ],
  ['a root list is at least ten', 10, '{ signals(first: 1) { nodes { id } } }'],
  ['fifty unless said', 50, '{ signals { nodes { id } } }'],
  ['`last` counts like `first`', 30, '{ signals(last: 30) { nodes { id } } }'],
  ['a root fetch', 10, '{ asset(symbol: "X") { symbol } }'],
  ['lists below it', 30, '{ asset(symbol: "X") { signals(first: 20) { nodes { id } } } }'],
  ['nodes', 10, '{ nodes(ids: ["a", "b"]) { id } }'],
  [
    'nodes of other moments, which are read apart',
    10 + 2 * 10,
    `{ nodes(ids: ["a", ${[1, 2, 2]
      .map((day) => encodeGlobalId('Signal', `k${day}`, { asOf: new Date(Date.UTC(2026, 0, day)) }))
      .map((id) => `"${id}"`)
      .join(' ')}]) { id } }`,
  ],
  [
    'a page of none below rows is looked up for each of them',
    20 + 20,
    '{ signals(first: 20) { nodes { history(first: 0) { pageInfo { hasNextPage } } } } }',
  ],
  ['a count', 20, '{ signals(first: 10) { totalCount } }'],
  [
    'counts below rows, once for each of them',
    10 + 10 + 50 + 100,
    '{ congressTrades(first: 10) { nodes { asset { signals(first: 5) { totalCount } } } } }',
  ],
  ['points weigh a tenth', 100, '{ scorecard(name: AMS) { points(first: 1000) { nodes { id } } } }'],
  ['few points are still a root list', 10, '{ scorecard(name: AMS) { points(first: 20) { nodes { id } } } }'],
  ['the latest point', 10, '{ scorecard(name: AMS) { latest { id } } }'],
  ['market statistics', 10, '{ insiderMarketStats { last7d { buyValue } mostBought7d { ticker } } }'],
  [
    'nothing is asked for',
    0,
    '{ viewer { tier { id } usage { rpmUsed } } tiers { id } __schema { types { name } } }',
  ],
  [
    'fields that execution merges',
    10,
    '{ signals(first: 10) { nodes { id } } signals(first: 10) { nodes { symbol } } }',
  ],
  [
    'what @skip leaves out',
    10,
    '{ signals(first: 10) { nodes { id } } a: signals @skip(if: true) { nodes { id } } }',
  ],
  [
    'fragments on a node',
    10 + 1 + 1,
    '{ node(id: "x") { ... on Signal { asset { symbol } } ... on CongressTrade { asset { symbol } } } }',
  ],
])('%s', (_name, objects, query) => {
  expect(objectsOf(query)).toBe(objects);
});

test('sizes behind variables', () => {
  expect(objectsOf('query ($n: Int) { signals(first: $n) { nodes { id } } }', { n: 70 })).toBe(70);
});

test('sizes a list would refuse', () => {
  expect(() => objectsOf('{ signals(first: -1) { nodes { id } } }')).toThrow(
    'first must be a whole number from 0 to 100',
  );
  expect(() => objectsOf('{ signals(first: 1, last: 1) { nodes { id } } }')).toThrow('last must be left out');
  expect(() => objectsOf('{ scorecard(name: AMS) { points(first: 1001) { nodes { id } } } }')).toThrow(
    '1000',
  );
});
