import { afterAll, beforeAll, expect, test } from 'vitest';
import { createReader, type Reader } from '../../src/core/read/read.ts';
import { outperformers } from '../../src/feeds/aoe/feed.ts';
import { congress } from '../../src/feeds/congress/feed.ts';
import { deriveFiling } from '../../src/feeds/insider/derive.ts';
import { insiderFilings } from '../../src/feeds/insider/feed.ts';
import { sampleRecords } from '../support/records.ts';
import { type OpenGraph, openGraph } from './open-graph.ts';
import { NOW, serveReader } from './serve.ts';

let graph: OpenGraph;

const SYMBOLS = Array.from({ length: 60 }, (_, i) => `SYM${String.fromCharCode(65 + (i % 26))}${i}`);
const symbol = (i: number) => SYMBOLS[i % SYMBOLS.length] as string; // the remainder is an index

beforeAll(async () => {
  graph = await openGraph();
  const { writer } = graph.opened;
  const trades = sampleRecords(congress, 200).map((record, i) => ({ ...record, ticker: symbol(i * 7) }));
  const filings = sampleRecords(insiderFilings, 1500).map((record, i) =>
    deriveFiling({
      ...record,
      ticker: symbol(i),
      insider_name: `Insider ${i % 90}`,
      filing_date: new Date(NOW.getTime() - i * 60_000),
      known_from: null,
      superseded_at: null,
    }),
  );
  const scan = sampleRecords(outperformers, 60).map((record, i) => ({ ...record, symbol: symbol(i) }));
  await writer.upsert(congress, trades, NOW);
  await writer.upsert(insiderFilings, filings, NOW);
  await writer.upsert(outperformers, scan, NOW);
});

afterAll(() => graph?.[Symbol.asyncDispose]());

/** Statements one operation takes. */
async function statementsOf(query: string, variables: unknown): Promise<number> {
  const before = graph.opened.statements();
  const { body } = await graph.served.query(query, variables);
  expect(body.errors).toBeUndefined();
  return graph.opened.statements() - before;
}

test('100 trades → asset → 20 filings each: as many statements as for one trade', async () => {
  const query = `query ($n: Int!) {
    congressTrades(first: $n) { nodes { ticker asset { symbol insiderFilings(first: 20) { nodes { id ticker } } } } }
  }`;
  expect(await statementsOf(query, { n: 1 })).toBe(2);
  expect(await statementsOf(query, { n: 100 })).toBe(2);
  const { body } = await graph.served.query(query, { n: 100 });
  const { nodes } = body.data.congressTrades;
  expect(nodes).toHaveLength(100);
  for (const { ticker, asset } of nodes) {
    expect(asset.insiderFilings.nodes).toHaveLength(20);
    expect(asset.insiderFilings.nodes.every((filing: { ticker: string }) => filing.ticker === ticker)).toBe(
      true,
    );
  }
});

test('every nested field of an asset is one statement whatever the number of parents', async () => {
  const query = `query ($n: Int!) {
    congressTrades(first: $n) {
      nodes {
        asset {
          companyName
          outperformer { name }
          insiderWindows { days30 { net } days90 { net } }
          insiderClusters { insiderCount }
          insiderFilings(first: 2) { totalCount nodes { insider { name filings(first: 2) { nodes { id } totalCount } } } }
          signals(first: 1) { nodes { id } }
        }
      }
    }
  }`;
  const few = await statementsOf(query, { n: 2 });
  expect(await statementsOf(query, { n: 60 })).toBe(few);
});

test('the lists of a level are one statement each, and all are sent before one is answered', async () => {
  const reader = createReader(graph.opened);
  const log: string[] = [];
  const logging: Reader = {
    ...reader,
    async children(feed, ...asked) {
      log.push(`ask ${feed.module}`);
      const pages = await reader.children(feed, ...asked);
      log.push('answer');
      return pages;
    },
  };
  await using served = await serveReader(logging);
  const { body } = await served.query(`{
    congressTrades(first: 40) { nodes { asset {
      insiderFilings(first: 2) { nodes { asset { congressTrades(first: 1) { nodes { id } } } } }
      signals(first: 2) { nodes { id } }
      congressTrades(first: 2) { nodes { id } }
    } } }
  }`);
  expect(body.errors).toBeUndefined();
  expect(log.slice(0, 3).sort()).toEqual(['ask congress', 'ask insider', 'ask trade-feed']);
  // The third level is one more.
  expect(log.filter((entry) => entry.startsWith('ask'))).toHaveLength(4);
});

test('lists of different arguments are loaded apart', async () => {
  const { body } = await graph.served.query(`{
    congressTrades(first: 5) { nodes { asset {
      newest: insiderFilings(first: 1) { nodes { id filingDate } }
      oldest: insiderFilings(first: 1, orderBy: { field: FILING_DATE, direction: ASC }) { nodes { id filingDate } }
    } } }
  }`);
  for (const { asset } of body.data.congressTrades.nodes)
    expect(asset.newest.nodes[0].filingDate > asset.oldest.nodes[0].filingDate).toBe(true);
});

test('nodes of one type are one statement', async () => {
  const { body } = await graph.served.query('{ congressTrades(first: 50) { nodes { id } } }');
  const ids = body.data.congressTrades.nodes.map((node: { id: string }) => node.id);
  expect(await statementsOf('query ($ids: [ID!]!) { nodes(ids: $ids) { id } }', { ids })).toBe(1);
});
