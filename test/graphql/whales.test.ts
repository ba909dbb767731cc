import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { knownExactly } from '../../src/feed/known.ts';
import { whaleActivity } from '../../src/feeds/whales/feed.ts';
import { sampleRecords } from '../support/records.ts';
import { type OpenGraph, openGraph } from './open-graph.ts';
import { callerOf, NOW, tierOf } from './serve.ts';

const HOUR = 3_600_000;

const btc = { source: 'hyperliquid', address: '0xaa', title: 'BTC-PERP', instrument: 'PERPETUAL' };
const token = { source: 'polymarket', address: '0xaa', title: 'Will it rain?', instrument: 'OUTCOME' };

/** Events with the hours before now at which they were seen. */
const EVENTS = [
  {
    ...btc,
    hours: 90,
    outcome: 'LONG',
    event_type: 'entry',
    size: 5,
    position_value: 500,
    whale_name: 'Old Name',
  },
  // A turn: both at one time.
  { ...btc, hours: 50, outcome: 'LONG', event_type: 'exit', size: 0, position_value: 0 },
  { ...btc, hours: 50, outcome: 'SHORT', event_type: 'entry', size: 2, position_value: 200 },
  {
    ...btc,
    hours: 20,
    outcome: 'SHORT',
    event_type: 'size_increase',
    size: 3,
    position_value: 300,
    whale_name: 'Name',
  },
  {
    ...btc,
    hours: 40,
    title: 'ETH-PERP',
    outcome: 'LONG',
    event_type: 'entry',
    size: 9,
    position_value: 900,
  },
  // Never seen closed, but a perpetual has one side.
  { ...btc, hours: 80, title: 'SOL-PERP', outcome: 'LONG', event_type: 'entry', size: 7, position_value: 70 },
  {
    ...btc,
    hours: 70,
    title: 'SOL-PERP',
    outcome: 'SHORT',
    event_type: 'entry',
    size: 1,
    position_value: 10,
  },
  { ...token, hours: 60, outcome: 'Yes', event_type: 'token_buy', size: 4, position_value: null },
  { ...token, hours: 55, outcome: 'No', event_type: 'token_buy', size: 6, position_value: 3 },
  { ...token, hours: 5, outcome: 'No', event_type: 'size_decrease', size: null, position_value: null },
  {
    source: 'a:b%',
    address: 'X',
    title: 'T',
    outcome: null,
    instrument: null,
    hours: 1,
    event_type: 'entry',
    size: 1,
  },
  { source: 'manifold', address: null, title: 'T', outcome: null, hours: 1, event_type: 'entry', size: 1 },
];

let graph: OpenGraph;

beforeAll(async () => {
  graph = await openGraph();
  const rows = sampleRecords(whaleActivity, EVENTS.length).map((record, i) => {
    const { hours = 0, ...event } = EVENTS[i] ?? {};
    const at = new Date(NOW.getTime() - hours * HOUR);
    return { ...record, whale_name: null, ...event, id: `w${i}`, created_at: at, ...knownExactly(at) };
  });
  await graph.opened.writer.upsert(whaleActivity, rows, NOW);
}, 600_000);

beforeEach(() => {
  graph.served.caller = callerOf(tierOf('quant'));
});

afterAll(() => graph?.[Symbol.asyncDispose]());

const data: OpenGraph['data'] = (query, variables) => graph.data(query, variables);

const POSITIONS = 'positions { totalCount nodes { title outcome size value event { id } } }';

test('holders, who was seen last first; one address on two platforms is two', async () => {
  const { whales } = await data('{ whales { totalCount nodes { platform address name eventCount } } }');
  expect(whales.nodes.map((one: object) => Object.values(one))).toEqual([
    ['a:b%', 'X', null, 1],
    ['polymarket', '0xaa', null, 3],
    ['hyperliquid', '0xaa', 'Name', 7],
  ]);
  expect(whales.totalCount).toBe(3);
});

test('are found by address, any name in view, and platform, page by page', async () => {
  const found = async (args: string) =>
    (await data(`{ whales(${args}) { nodes { platform } } }`)).whales.nodes.map(
      ({ platform }: { platform: string }) => platform,
    );
  expect(await found('search: "old"')).toEqual(['hyperliquid']);
  expect(await found('search: "AA", platform: "Polymarket"')).toEqual(['polymarket']);
  const { whales } = await data('{ whales(first: 1) { pageInfo { endCursor } } }');
  expect(await found(`first: 1, after: "${whales.pageInfo.endCursor}"`)).toEqual(['polymarket']);
  expect(await found(`last: 1`)).toEqual(['hyperliquid']);
  graph.served.caller = callerOf(tierOf('quant'), { from: new Date(NOW.getTime() - 72 * HOUR) });
  expect(await found('search: "old"')).toEqual([]);
});

test('an event knows its holder, whose id is that of the directory', async () => {
  const { whaleActivity: list } = await data(
    '{ whaleActivity { nodes { id address whale { id address } } } }',
  );
  for (const { address, whale } of list.nodes) expect(whale?.address ?? null).toBe(address);
  const odd = await data('{ whales(platform: "a:b%") { nodes { id activity { nodes { whale { id } } } } } }');
  const [{ id, activity }] = odd.whales.nodes;
  expect(activity.nodes).toEqual([{ whale: { id } }]);
  expect((await data('query ($id: ID!) { node(id: $id) { id } }', { id })).node).toEqual({ id });
});

test('positions are what the newest events leave', async () => {
  const { whales } = await data(`{ whales(search: "0xaa") { nodes { platform ${POSITIONS} } } }`);
  const [tokens, perpetuals] = whales.nodes;
  const shown = ({ positions }: { positions: { nodes: object[] } }) =>
    positions.nodes.map((one) => Object.values(one).slice(0, 4));
  expect(shown(perpetuals)).toEqual([
    ['ETH-PERP', 'LONG', 9, 900],
    ['BTC-PERP', 'SHORT', 3, 300],
    ['SOL-PERP', 'SHORT', 1, 10],
  ]);
  expect(perpetuals.positions.totalCount).toBe(3);
  // Of No it is not known what is left.
  expect(shown(tokens)).toEqual([['Will it rain?', 'Yes', 4, null]]);
});

test('positions page by page, and those of a window', async () => {
  const of = async (args: string) => {
    const { whales } = await data(
      `{ whales(platform: "hyperliquid") { nodes { positions(${args}) { nodes { title } pageInfo { startCursor endCursor hasNextPage hasPreviousPage } } } } }`,
    );
    return whales.nodes[0].positions;
  };
  const first = await of('first: 2');
  expect(first.pageInfo).toMatchObject({ hasNextPage: true, hasPreviousPage: false });
  const rest = await of(`first: 2, after: "${first.pageInfo.endCursor}"`);
  expect(rest.nodes).toEqual([{ title: 'SOL-PERP' }]);
  expect(rest.pageInfo).toMatchObject({ hasNextPage: false, hasPreviousPage: true });
  const back = await of(`last: 1, before: "${rest.pageInfo.startCursor}"`);
  expect(back.nodes).toEqual([{ title: 'BTC-PERP' }]);
  graph.served.caller = callerOf(tierOf('quant'), { from: new Date(NOW.getTime() - 45 * HOUR) });
  expect((await of('first: 5')).nodes).toEqual([{ title: 'ETH-PERP' }, { title: 'BTC-PERP' }]);
});

test('holders and positions are a statement each; events one for each platform', async () => {
  const statements = async (args: string) => {
    const before = graph.opened.statements();
    await data(
      `{ whales(${args}) { nodes { ${POSITIONS} activity { totalCount nodes { whale { name } } } } } }`,
    );
    return graph.opened.statements() - before;
  };
  const one = await statements('first: 1');
  expect(await statements('first: 3')).toBe(one + 2 * 3); // events, their number, and the way back
});
