import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { knownExactly } from '../../src/feed/known.ts';
import { congress } from '../../src/feeds/congress/feed.ts';
import { sampleRecords } from '../support/records.ts';
import { type OpenGraph, openGraph } from './open-graph.ts';
import { callerOf, NOW, tierOf } from './serve.ts';

const DAY = 86_400_000;

const term = (over: object) => ({
  type: 'rep',
  state: 'CA',
  district: 11,
  party: 'Democrat',
  start: '2025-01-03',
  end: '2027-01-03',
  ...over,
});

/** Trades, the newest first, one every ten days. */
const TRADES = [
  { politician_id: 'A000001', transaction_type: 'Purchase', amount_low: 1001, amount_high: 15_000 },
  { politician_id: 'A000001', transaction_type: 'Sale (Partial)', amount_low: 50_000_001, amount_high: null },
  { politician_id: 'A000001', transaction_type: 'Sale', amount_low: null, amount_high: null },
  {
    politician_id: null,
    politician_name: "Una O'Known",
    party: null,
    state: 'OH',
    transaction_type: 'Exchange',
  },
  {
    politician_id: null,
    politician_name: "Una O'Known",
    party: 'R',
    state: 'TX',
    transaction_type: 'Purchase',
  },
];

let graph: OpenGraph;

beforeAll(async () => {
  graph = await openGraph();
  const rows = sampleRecords(congress, TRADES.length).map((record, i) => ({
    ...record,
    politician_name: 'As Reported',
    chamber: 'house',
    ...TRADES[i],
    id: `t${i}`,
    ...knownExactly(new Date(NOW.getTime() - (i * 10 + 1) * DAY)),
  }));
  await graph.opened.writer.upsert(congress, rows, NOW);
  const { references } = graph.opened;
  await references.put(
    'legislators',
    new Map([
      ['A000001', { official: 'Alma Ace', terms: [term({}), term({ type: 'sen', party: 'Independent' })] }],
      ['B000002', { official: 'Bo Both', terms: [term({}), term({ end: '2026-01-03' })] }],
      ['C000003', { official: 'Cy Current', terms: [term({ party: 'Republican' })] }],
    ]),
  );
  // Who left between two captures stands in both files; the one who left is not serving.
  await references.put(
    'former-legislators',
    new Map([
      ['B000002', { official: 'Bo Both', terms: [term({}), term({ end: '2025-12-31', state: 'NV' })] }],
    ]),
  );
  await references.put(
    'last-seats',
    new Map([
      ['C000003', { official: 'Wrong', terms: [term({ start: null, end: null })] }],
      ['D000004', { official: 'Di Departed', terms: [term({ start: null, end: null, state: 'ME' })] }],
    ]),
  );
  await references.put(
    'committees',
    new Map([
      ['HSAG', { name: 'Agriculture', chamber: 'house', parent: null, jurisdiction: null }],
      ['HSAG15', { name: 'Forestry', chamber: 'house', parent: 'HSAG', jurisdiction: null }],
    ]),
  );
  const seat = (politician_id: string, title: string | null) => ({
    politician_id,
    side: 'majority',
    rank: 1,
    title,
  });
  await references.put(
    'committee-members',
    new Map([
      ['HSAG', { seats: [seat('A000001', 'Chairman'), seat('C000003', null)] }],
      ['HSAG15', { seats: [seat('A000001', null)] }],
    ]),
  );
}, 600_000);

beforeEach(() => {
  graph.served.caller = callerOf(tierOf('quant'));
});

afterAll(() => graph?.[Symbol.asyncDispose]());

const data: OpenGraph['data'] = (query, variables) => graph.data(query, variables);

test('the directory by name: members of all files, and filers no file has', async () => {
  const { politicians } = await data(
    '{ politicians { totalCount nodes { slug name party chamber state isServing } } }',
  );
  const rows = politicians.nodes.map((one: object) => Object.values(one));
  expect(rows).toEqual([
    ['A000001', 'Alma Ace', 'I', 'SENATE', 'CA', true],
    ['B000002', 'Bo Both', 'D', 'HOUSE', 'NV', false],
    ['C000003', 'Cy Current', 'R', 'HOUSE', 'CA', true],
    ['D000004', 'Di Departed', 'D', 'HOUSE', 'ME', false],
    ['una-oknown', "Una O'Known", null, 'HOUSE', 'OH', false],
  ]);
  expect(politicians.totalCount).toBe(5);
});

test('is searched, narrowed and walked from both ends', async () => {
  const names = async (args: string) =>
    (await data(`{ politicians(${args}) { nodes { name } } }`)).politicians.nodes.map(
      ({ name }: { name: string }) => name,
    );
  expect(await names('search: "o"')).toEqual(['Bo Both', "Una O'Known"]);
  expect(await names('search: "%"')).toEqual([]);
  expect(await names('party: R')).toEqual(['Cy Current']);
  expect(await names('chamber: SENATE')).toEqual(['Alma Ace']);
  const { politicians: first } = await data(
    '{ politicians(first: 2) { pageInfo { endCursor hasNextPage } } }',
  );
  expect(first.pageInfo.hasNextPage).toBe(true);
  expect(await names(`first: 2, after: "${first.pageInfo.endCursor}"`)).toEqual([
    'Cy Current',
    'Di Departed',
  ]);
  expect(await names('last: 1')).toEqual(["Una O'Known"]);
});

test('a word that is none is refused with those that are', async () => {
  const { body } = await graph.served.query(
    'query ($c: Chamber) { politicians(chamber: $c) { totalCount } }',
    {
      c: 'Senat',
    },
  );
  expect(body.errors?.[0]).toMatchObject({ message: expect.stringContaining('one of HOUSE, SENATE') });
});

test('every trade of one member with committees and totals', async () => {
  const { politicians } = await data(`{ politicians(search: "Ace", first: 1) { nodes {
    committees { committee name parent role } trades { totalCount nodes { politician { name } } }
    totals { trades purchases sales amountLow amountHigh openEnded } } } }`);
  expect(politicians.nodes).toEqual([
    {
      committees: [
        { committee: 'HSAG', name: 'Agriculture', parent: null, role: 'Chairman' },
        { committee: 'HSAG15', name: 'Forestry', parent: 'Agriculture', role: 'Member' },
      ],
      trades: { totalCount: 3, nodes: Array(3).fill({ politician: { name: 'Alma Ace' } }) },
      totals: { trades: 3, purchases: 1, sales: 2, amountLow: 50_001_002, amountHigh: 15_000, openEnded: 1 },
    },
  ]);
});

test('a window hides trades, their sums, and filers without one; members stay', async () => {
  graph.served.caller = callerOf(tierOf('quant'), { from: new Date(NOW.getTime() - 15 * DAY) });
  const query =
    '{ politicians { nodes { name totals { trades amountHigh openEnded } trades { totalCount } } } }';
  const { politicians } = await data(query);
  const shown = politicians.nodes.map((one: { name: string }) => one.name);
  expect(shown).toEqual(['Alma Ace', 'Bo Both', 'Cy Current', 'Di Departed']);
  expect(politicians.nodes[0]).toMatchObject({
    totals: { trades: 2, amountHigh: 15_000, openEnded: 1 },
    trades: { totalCount: 2 },
  });
  expect(politicians.nodes[1].totals).toEqual({ trades: 0, amountHigh: null, openEnded: 0 });
});

test('trades, totals, committees, terms and politicians are a statement each, whatever the number of parents', async () => {
  const query = `query ($n: Int!) { politicians(first: $n) { nodes {
    committees { name } terms { state } totals { trades } trades(first: 5) { nodes { id politician { name } } } } } }`;
  const statements = async (n: number) => {
    const before = graph.opened.statements();
    await data(query, { n });
    return graph.opened.statements() - before;
  };
  const one = await statements(1);
  expect(await statements(4)).toBe(one);
  // Filers no directory knows are read by their names: their trades, and the way back from these.
  expect(await statements(5)).toBe(one + 2);
});

test('as of a moment members have the term of then, and nobody who came later is one', async () => {
  const people = async (asOf: string) => {
    const { at } = await data(
      `{ at(asOf: "${asOf}") { politicians { nodes { slug chamber party isServing } } } }`,
    );
    return at.politicians.nodes.map((one: Record<string, unknown>) => Object.values(one).join(' '));
  };
  await graph.opened.references.put(
    'legislators',
    new Map([
      [
        'E000005',
        {
          official: 'Eve Elder',
          terms: [
            term({ start: '2019-01-03', end: '2021-01-03' }),
            term({ start: '2021-01-03', end: '2027-01-03', type: 'sen', party: 'Independent' }),
          ],
        },
      ],
    ]),
  );
  expect(await people('2018-06-01T00:00:00Z')).toEqual(['D000004 HOUSE D false']);
  expect(await people('2020-06-01T00:00:00Z')).toEqual(['D000004 HOUSE D false', 'E000005 HOUSE D true']);
  expect(await people('2021-06-01T00:00:00Z')).toEqual(['D000004 HOUSE D false', 'E000005 SENATE I true']);
});
