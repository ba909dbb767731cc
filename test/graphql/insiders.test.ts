import { readdirSync, readFileSync } from 'node:fs';
import { concatAST, Kind, parse, print, separateOperations } from 'graphql';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { deriveFiling } from '../../src/feeds/insider/derive.ts';
import { insiderFilings } from '../../src/feeds/insider/feed.ts';
import { sampleRecords } from '../support/records.ts';
import { type OpenGraph, openGraph } from './open-graph.ts';
import { callerOf, NOW, tierOf } from './serve.ts';

const HOUR = 3_600_000;
const INSIDERS = 12;

let graph: OpenGraph;

beforeAll(async () => {
  graph = await openGraph();
  // One purchase of 100 an hour, the newest half an hour ago; two insiders a ticker.
  const filings = sampleRecords(insiderFilings, 48).map((record, i) =>
    deriveFiling({
      ...record,
      ticker: `T${Math.floor((i % INSIDERS) / 2)}X`,
      company_name: 'A Company',
      insider_name: `Insider ${String(i % INSIDERS).padStart(2, '0')}`,
      transaction_direction: 'buy',
      value: 100,
      filing_date: new Date(NOW.getTime() - (i + 0.5) * HOUR),
      known_from: null,
    }),
  );
  await graph.opened.writer.upsert(insiderFilings, filings, NOW);
});

beforeEach(() => {
  graph.served.caller = callerOf(tierOf('quant'));
});

afterAll(() => graph?.[Symbol.asyncDispose]());

const data: OpenGraph['data'] = (query, variables) => graph.data(query, variables);

test('the directory: search, order, pages forward and backward', async () => {
  const walk = async (from: string, cursor: 'endCursor' | 'startCursor', flag: string, at: string) => {
    const names: string[][] = [];
    let slice = from;
    for (let more = true; more; ) {
      const { insiders } = await data(
        `{ insiders(orderBy: { field: NAME, direction: ASC }, ${slice}) { nodes { name } totalCount pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } }`,
      );
      expect(insiders.totalCount).toBe(INSIDERS);
      names.push(insiders.nodes.map(({ name }: { name: string }) => name));
      more = insiders.pageInfo[flag];
      slice = `${from}, ${at}: "${insiders.pageInfo[cursor]}"`;
    }
    return names;
  };
  const all = Array.from({ length: INSIDERS }, (_, i) => `Insider ${String(i).padStart(2, '0')}`);
  expect((await walk('first: 5', 'endCursor', 'hasNextPage', 'after')).flat()).toEqual(all);
  expect((await walk('last: 5', 'startCursor', 'hasPreviousPage', 'before')).reverse().flat()).toEqual(all);
  const { insiders } = await data(
    '{ insiders(search: "SIDER 07") { nodes { name filingCount totalBuyValue filings { totalCount } } } }',
  );
  expect(insiders.nodes).toEqual([
    { name: 'Insider 07', filingCount: 4, totalBuyValue: 400, filings: { totalCount: 4 } },
  ]);
});

test('a filing knows its insider, and an insider is a node', async () => {
  const { insiderFilings: list } = await data(
    '{ insiderFilings(first: 1) { nodes { insiderName insider { id name } } } }',
  );
  const [{ insiderName, insider }] = list.nodes;
  expect(insider.name).toBe(insiderName);
  expect(
    await data('query ($id: ID!) { node(id: $id) { ... on Insider { name } } }', { id: insider.id }),
  ).toEqual({
    node: { name: insiderName },
  });
});

test('clusters of the market and of one asset agree', async () => {
  const { insiderClusters, asset } = await data(
    '{ insiderClusters(minInsiders: 2, first: 3) { totalCount nodes { ticker insiderCount totalValue asset { symbol companyName } } } asset(symbol: "T0X") { insiderClusters { ticker insiderCount totalValue } insiderWindows { days30 { buyValue net } } } }',
  );
  expect(insiderClusters.totalCount).toBe(INSIDERS / 2);
  expect(insiderClusters.nodes).toHaveLength(3);
  expect(insiderClusters.nodes[0].asset.companyName).toBe('A Company');
  expect(asset.insiderClusters).toEqual([{ ticker: 'T0X', insiderCount: 2, totalValue: 800 }]);
  expect(asset.insiderWindows.days30).toEqual({ buyValue: 800, net: 800 });
});

test('market statistics', async () => {
  const { insiderMarketStats } = await data(
    '{ insiderMarketStats { last24h { buyValue filings } mostBought7d { value count asset { symbol } } } }',
  );
  expect(insiderMarketStats.last24h).toEqual({ buyValue: 2400, filings: 24 });
  expect(insiderMarketStats.mostBought7d).toHaveLength(INSIDERS / 2);
});

test('for a key with a lag the filings of the last day do not exist anywhere', async () => {
  const until = new Date(NOW.getTime() - 24 * HOUR);
  graph.served.caller = callerOf(tierOf('free'), { until });
  const {
    insiderFilings: list,
    insiders,
    insiderMarketStats,
    asset,
  } = await data(
    '{ insiderFilings { totalCount window { lagHours } } insiders(first: 1) { nodes { filingCount filings { totalCount } } } insiderMarketStats { last24h { filings } } asset(symbol: "T0X") { insiderFilings { totalCount window { lagHours } } } }',
  );
  expect(list).toEqual({ totalCount: 24, window: { lagHours: 24 } });
  expect(insiders.nodes[0]).toEqual({ filingCount: 2, filings: { totalCount: 2 } });
  expect(insiderMarketStats.last24h.filings).toBe(24);
  expect(asset.insiderFilings).toEqual({ totalCount: 4, window: { lagHours: 24 } });
});

/** Each operation takes those it declares. */
const VARIABLES = {
  id: Buffer.from('Whale:hyperliquid:0x1').toString('base64url'),
  query: 'example',
  symbol: 'T0X',
  filter: {},
  timeframe: '1D',
  first: 10,
};

describe('committed operations', () => {
  const files = readdirSync('schema/operations').filter((name) => name.endsWith('.graphql'));
  const documents = files.map((name) => parse(readFileSync(`schema/operations/${name}`, 'utf8')));
  // Each with the fragments it uses, which may be in another file.
  const operations = Object.entries(separateOperations(concatAST(documents)));

  test.each(operations)('%s', async (_, document) => {
    const [definition] = document.definitions;
    const isStream =
      definition?.kind === Kind.OPERATION_DEFINITION && definition.operation === 'subscription';
    const body = JSON.stringify({ query: print(document), variables: VARIABLES });
    const answer = await graph.served.post(body, { accept: 'application/json' });
    // A stream is no JSON; that it gets so far says that the document is valid.
    if (isStream) expect(answer.body.errors?.[0]?.extensions.code).toBe('BAD_REQUEST');
    else expect(answer.body.errors).toBeUndefined();
    expect(answer.status).toBe(isStream ? 400 : 200);
  });
});

test('a filing has the slug of its insider for free, and the directory knows it', async () => {
  const { insiderFilings: list } = await data(
    '{ insiderFilings(first: 5) { nodes { insiderSlug insider { slug } } } }',
  );
  expect(list.nodes).toHaveLength(5);
  for (const { insiderSlug, insider } of list.nodes) expect(insiderSlug).toBe(insider.slug);
});
