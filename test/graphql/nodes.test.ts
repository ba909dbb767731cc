import { type GraphQLObjectType, getNamedType, isInterfaceType, isLeafType } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { View } from '../../src/core/access/view.ts';
import { knownExactly } from '../../src/feed/known.ts';
import { congress } from '../../src/feeds/congress/feed.ts';
import { registry } from '../../src/feeds/index.ts';
import { deriveFiling } from '../../src/feeds/insider/derive.ts';
import { insiderFilings } from '../../src/feeds/insider/feed.ts';
import { scorecardPoints } from '../../src/feeds/scorecards/feed.ts';
import { schemaOf } from '../../src/graphql/schema/schema.ts';
import { sampleRecords } from '../support/records.ts';
import { fill, type OpenGraph, openGraph } from './open-graph.ts';
import { callerOf, NOW, tierOf } from './serve.ts';

const schema = schemaOf(registry);
const node = schema.getType('Node');
const nodeTypes: readonly GraphQLObjectType[] = isInterfaceType(node) ? schema.getPossibleTypes(node) : [];

/** A way to objects of each type, where their fields are selected. */
const WAYS: Readonly<Record<string, (fields: string) => string>> = {
  Asset: (fields) => `{ insiderFilings(first: 5) { nodes { asset { ${fields} } } } }`,
  InsiderCluster: (fields) =>
    `{ insiderClusters(daysBack: 20, minInsiders: 1, first: 5) { nodes { ${fields} } } }`,
  Scorecard: (fields) => `{ a: scorecard(name: AMS) { ${fields} } b: scorecard(name: GLS) { ${fields} } }`,
  ScorecardPoint: (fields) => `{ scorecard(name: AMS) { points(first: 5) { nodes { ${fields} } } } }`,
  Insider: (fields) => `{ insiders(first: 5) { nodes { ${fields} } } }`,
  Politician: (fields) => `{ politicians(first: 50) { nodes { ${fields} } } }`,
  Whale: (fields) => `{ whales(first: 5) { nodes { ${fields} } } }`,
  ...Object.fromEntries(
    registry
      .filter(({ graph }) => graph?.lists !== false)
      .map(({ feed }) => [
        feed.type,
        (fields: string) => `{ ${feed.plural}(first: 5) { nodes { ${fields} } } }`,
      ]),
  ),
};

const HOUR = 3_600_000;
const VIEWS: Readonly<Record<string, Partial<View>>> = {
  'a view of everything': {},
  'a window of a week': { from: new Date(NOW.getTime() - 7 * 24 * HOUR) },
  'a lag of a day': { until: new Date(NOW.getTime() - 24 * HOUR) },
  both: { from: new Date(NOW.getTime() - 7 * 24 * HOUR), until: new Date(NOW.getTime() - 24 * HOUR) },
};

let graph: OpenGraph;

beforeAll(async () => {
  graph = await openGraph();
  await fill(graph, 8);
  // One purchase every twelve hours, so that each view sees another part.
  const filings = sampleRecords(insiderFilings, 40).map((record, i) =>
    deriveFiling({
      ...record,
      id: `node-${i}`,
      ticker: `N${i % 4}X`,
      insider_name: `Insider ${i % 5}`,
      transaction_direction: 'buy',
      value: 100,
      filing_date: new Date(NOW.getTime() - i * 12 * HOUR),
      known_from: null,
      superseded_at: null,
    }),
  );
  const trades = sampleRecords(congress, 6).map((record, i) => ({
    ...record,
    id: `node-${i}`,
    politician_id: i % 2 === 0 ? 'D000001' : null,
    politician_name: i % 2 === 0 ? 'Someone Listed' : `Someone Unlisted ${i}`,
    ...knownExactly(new Date(NOW.getTime() - i * 72 * HOUR)),
  }));
  await graph.opened.writer.upsert(insiderFilings, filings, NOW);
  await graph.opened.writer.upsert(congress, trades, NOW);
  const points = sampleRecords(scorecardPoints, 6).map((record, i) => ({
    ...record,
    id: `node-${i}`,
    scorecard: 'ams',
    timeframe: '1D',
    data: { ams: i },
    ...knownExactly(new Date(NOW.getTime() - i * 72 * HOUR)),
  }));
  await graph.opened.writer.upsert(scorecardPoints, points, NOW);
  const term = {
    type: 'rep',
    state: 'OH',
    district: 1,
    party: 'Democrat',
    start: '2025-01-03',
    end: '2027-01-03',
  };
  await graph.opened.references.put(
    'legislators',
    new Map([['M000001', { official: 'A Member', terms: [term] }]]),
  );
}, 600_000);

afterAll(() => graph?.[Symbol.asyncDispose]());

/** Fields of a type that need no argument and have no fields of their own. */
function leavesOf(type: GraphQLObjectType): string {
  return Object.values(type.getFields())
    .filter(({ args, type: of }) => args.length === 0 && isLeafType(getNamedType(of)))
    .map(({ name }) => name)
    .join(' ');
}

type Found = Readonly<Record<string, unknown>> & { readonly id: string };

/** Every object with an id within an answer. */
function objectsIn(value: unknown): readonly Found[] {
  if (Array.isArray(value)) return value.flatMap(objectsIn);
  if (value === null || typeof value !== 'object') return [];
  return 'id' in value ? [value as Found] : Object.values(value).flatMap(objectsIn);
}

test('there is a way to every type that node can fetch', () => {
  expect(Object.keys(WAYS).sort()).toEqual(nodeTypes.map(({ name }) => name).sort());
});

describe.each(Object.keys(VIEWS))('under %s', (name) => {
  test.each(nodeTypes.map((type) => [type.name, type] as const))(
    '%s is the same by its id',
    async (_, type) => {
      graph.served.caller = callerOf(tierOf('quant'), VIEWS[name]);
      const leaves = `__typename ${leavesOf(type)}`;
      const found = new Map(
        objectsIn(await graph.data(WAYS[type.name]?.(leaves) ?? '')).map((one) => [one.id, one]),
      );
      if (name === 'a view of everything') expect(found.size).toBeGreaterThan(0);
      const ids = [...found.keys()];
      const { nodes } = await graph.data(
        `query ($ids: [ID!]!) { nodes(ids: $ids) { ... on ${type.name} { ${leaves} } } }`,
        { ids },
      );
      expect(nodes).toEqual([...found.values()]);
    },
  );
});

test('what a view does not have is null by its id', async () => {
  const idOf = (type: string, key: string) => Buffer.from(`${type}:${key}`).toString('base64url');
  const keys = { Asset: 'stock:N0X', InsiderCluster: '20|1|stock:N0X', Politician: 'Someone Unlisted 1' };
  const ids = Object.entries(keys).map(([type, key]) => idOf(type, key));
  const query = 'query ($ids: [ID!]!) { nodes(ids: $ids) { __typename } }';
  graph.served.caller = callerOf(tierOf('quant'));
  expect((await graph.data(query, { ids })).nodes).toEqual(
    Object.keys(keys).map((__typename) => ({ __typename })),
  );
  graph.served.caller = callerOf(tierOf('quant'), { from: new Date(NOW.getTime() + HOUR) });
  expect((await graph.data(query, { ids })).nodes).toEqual([null, null, null]);
  graph.served.caller = callerOf(tierOf('quant'));
  const odd = ['020|1|stock:N0X', '20|0|stock:N0X', '99999|1|stock:N0X', '20|1|', 'stock:N0X'];
  const others = [
    ...odd.map((key) => idOf('InsiderCluster', key)),
    idOf('Asset', 'N0X'),
    idOf('Scorecard', 'xyz'),
  ];
  expect((await graph.data(query, { ids: others })).nodes).toEqual(others.map(() => null));
});
