import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createReader } from '../../src/core/read/read.ts';
import { knownExactly } from '../../src/feed/known.ts';
import { congress } from '../../src/feeds/congress/feed.ts';
import { deriveFiling } from '../../src/feeds/insider/derive.ts';
import { insiderFilings } from '../../src/feeds/insider/feed.ts';
import { scorecardPoints } from '../../src/feeds/scorecards/feed.ts';
import { type CostServer, startCostServer } from '../graphql/cost/cost-server.ts';
import { createMemoryFeedStore } from '../support/memory-feed-store.ts';
import { sampleRecords } from '../support/records.ts';
import { type OpenedStore, openStore } from '../support/store.ts';
import { fencesOf } from './guide-page.ts';

const page = readFileSync('docs/cost.md', 'utf8');
const EXAMPLES = [
  ...page.matchAll(
    /### \d\. (.+)\n\n```graphql\n([\s\S]+?)```\n\ncomplexity (\d+), requested (\d+), actual (\d+)\./g,
  ),
].map(([, name = '', query = '', ...costs]) => ({ name, query, costs: costs.map(Number) }));

const SYMBOLS = [
  'NVDA',
  'AAPL',
  'AMD',
  'AMZN',
  'AVGO',
  'CRM',
  'GOOG',
  'INTC',
  'META',
  'MSFT',
  'ORCL',
  'TSLA',
];
const NOW = Date.parse('2026-03-04T00:00:00Z');
const daysAgo = (days: number) => new Date(NOW - days * 86_400_000);

let opened: OpenedStore;
let costs: CostServer;

beforeAll(async () => {
  opened = await openStore();
  const trades = sampleRecords(congress, 37).map((trade, i) => ({
    ...trade,
    ticker: SYMBOLS[i % 12],
    filing_date: daysAgo(i).toISOString().slice(0, 19),
  }));
  const filings = sampleRecords(insiderFilings, 96).map((filing, i) =>
    deriveFiling({
      ...filing,
      ticker: SYMBOLS[i % 12],
      insider_name: `Insider ${i % 5 === 0 ? 0 : 1 + (i % 2)}`,
      filing_date: daysAgo(i),
      known_from: null,
      superseded_at: null,
    }),
  );
  const points = Array.from({ length: 300 }, (_, i) => ({
    id: `ams ${i}`,
    scorecard: 'ams',
    timeframe: '1D',
    timestamp: daysAgo(i),
    data: { ams: i },
    ...knownExactly(daysAgo(i)),
  }));
  await opened.writer.upsert(congress, trades, new Date(NOW));
  await opened.writer.upsert(insiderFilings, filings, new Date(NOW));
  await opened.writer.upsert(scorecardPoints, points, new Date(NOW));
  const reader = createReader(opened);
  costs = await startCostServer({ reader, memory: createMemoryFeedStore() });
});

afterAll(async () => {
  await costs?.[Symbol.asyncDispose]();
  await opened?.[Symbol.asyncDispose]();
});

test('the page has six examples', () => {
  expect(EXAMPLES).toHaveLength(6);
});

describe('costs what the page says', () => {
  test.each(EXAMPLES)('$name', async ({ query, costs: expected }) => {
    const { id, token } = await costs.server.newKey('pro_api');
    const { body } = await costs.query(token, query);
    expect(body.errors).toBeUndefined();
    const { complexity, requested, actual } = body.extensions.cost;
    expect([complexity, requested, actual]).toEqual(expected);
    expect(await costs.spent(id)).toBe(actual);
  });
});

test('the second example loads 145 objects: 37 trades, 12 assets, 96 filings', async () => {
  const { token } = await costs.server.newKey('pro_api');
  const { body } = await costs.query(token, EXAMPLES[1]?.query ?? '');
  const { nodes } = body.data.congressTrades as {
    nodes: { asset: { insiderFilings: { nodes: { id: string }[] } } }[];
  };
  const filings = nodes.flatMap(({ asset }) => asset.insiderFilings.nodes.map(({ id }) => id));
  expect([nodes.length, new Set(filings).size]).toEqual([37, 96]);
});

test('the end of an answer is as the page shows it, that of the second example', async () => {
  const [shown] = fencesOf('docs/cost.md').filter(({ info }) => info === 'json');
  const { cost } = (JSON.parse(`{${shown?.text}}`) as { extensions: { cost: unknown } }).extensions; // as it is shown
  const { token } = await costs.server.newKey('pro_api');
  const { body } = await costs.query(token, EXAMPLES[1]?.query ?? '');
  const resetsAt = expect.stringMatching(/^20\d\d-\d\d-\d\dT\d\d:\d\d:00.000Z$/);
  const { minute, day, ...rest } = cost as { minute: object; day: object }; // two of its parts
  expect(body.extensions.cost).toEqual({
    ...rest,
    minute: { ...minute, resetsAt },
    day: { ...day, resetsAt },
  });
});

test('the last example is too much for a free key', async () => {
  const { id, token } = await costs.server.newKey('free');
  const { status, body } = await costs.query(token, EXAMPLES[5]?.query ?? '');
  expect([status, await costs.spent(id)]).toEqual([400, 0]);
  expect(body.errors?.[0].extensions).toMatchObject({
    code: 'COST_EXCEEDED',
    cost: { requested: 51, limit: 5, dearest: { path: 'insiders.nodes.filings', objects: 5000 } },
  });
});
