import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Reader } from '../../../src/core/read/read.ts';
import { encodeGlobalId } from '../../../src/graphql/schema/global-id.ts';
import { createMemoryLedger } from '../../../src/memory/ledger.ts';
import { type Answer, tierOf } from '../serve.ts';
import { type CostServer, memoryMarket, startCostServer } from './cost-server.ts';

let costs: CostServer;
beforeAll(async () => {
  costs = await startCostServer(await memoryMarket(120));
});
afterAll(() => costs[Symbol.asyncDispose]());

const code = ({ body }: Answer) => body.errors?.[0]?.extensions.code;
const header = ({ headers }: Answer, name: string) => headers.get(name);

/** Asks with a fresh key: the answer, and what it took from both windows. */
async function ask(tier: string, query: string, headers?: Readonly<Record<string, string>>) {
  const { id, token } = await costs.server.newKey(tier);
  const answer = await costs.query(token, query, undefined, headers);
  return { answer, spent: await costs.spent(id), token, id };
}

const ID = encodeGlobalId('Signal', 'k000001');

const HUNDRED_AND_MORE = `{
  congressTrades(first: 100) { nodes { asset { insiderFilings(first: 20) { nodes { id } } } } }
}`;

describe('an operation', () => {
  test('reserves what it asks for, is charged what was loaded, and tells both', async () => {
    const { answer, spent } = await ask('pro_api', HUNDRED_AND_MORE);
    const { cost } = answer.body.extensions;
    expect(answer.body.errors).toBeUndefined();
    expect([cost.complexity, cost.requested]).toEqual([2200, 22]);
    expect(cost.actual).toBeGreaterThan(1);
    expect(cost.actual).toBeLessThan(22);
    expect(spent).toBe(cost.actual);
    expect(cost.minute).toEqual({
      limit: 60,
      remaining: 60 - cost.actual,
      resetsAt: '2026-03-04T05:07:00.000Z',
    });
    expect(cost.day).toEqual({
      limit: 2500,
      remaining: 2500 - cost.actual,
      resetsAt: '2026-03-05T00:00:00.000Z',
    });
    expect(header(answer, 'x-ratelimit-remaining')).toBe(String(cost.minute.remaining));
    expect(header(answer, 'x-ratelimit-day-remaining')).toBe(String(cost.day.remaining));
  });

  test('is logged with what it was charged', async () => {
    const { answer } = await ask('quant', HUNDRED_AND_MORE);
    expect(await costs.server.line(header(answer, 'x-request-id') ?? '')).toMatchObject({
      cost: answer.body.extensions.cost.actual,
    });
  });

  test('of nothing but the schema costs a unit', async () => {
    const { answer, spent } = await ask('free', '{ __schema { queryType { name } } viewer { keyId } }');
    expect([answer.body.extensions.cost.complexity, spent]).toEqual([0, 1]);
  });

  test('over GET is charged alike', async () => {
    const { id, token } = await costs.server.newKey('free');
    const query = new URLSearchParams({ query: '{ signals { nodes { id } } }' });
    const response = await fetch(`${costs.server.url}/graphql?${query}`, { headers: { 'x-api-key': token } });
    expect(((await response.json()) as Answer['body']).extensions.cost.actual).toBe(1);
    expect(await costs.spent(id)).toBe(1);
  });

  test('viewer, the headers and extensions.cost agree', async () => {
    const { answer } = await ask('free', '{ viewer { usage { rpmUsed rpmRemaining dailyRemaining } } }');
    const { minute, day } = answer.body.extensions.cost;
    expect(answer.body.data.viewer.usage).toEqual({
      rpmUsed: 1,
      rpmRemaining: minute.remaining,
      dailyRemaining: day.remaining,
    });
  });

  test('without a key has no cost', async () => {
    const response = await fetch(`${costs.server.url}/graphql?query={__typename}`);
    expect(await response.json()).toEqual({ data: { __typename: 'Query' } });
  });
});

test('over quota: 429 with the headers of REST and well-formed errors, and nothing is taken', async () => {
  const { id, token } = await costs.server.newKey('free');
  for (let n = 0; n < 4; n += 1) await costs.query(token, '{ __typename }');
  const two = '{ signals(first: 100) { nodes { id } } reversals(first: 100) { nodes { id } } }';
  const answer = await costs.query(token, two);
  expect(answer.status).toBe(429);
  expect(answer.body.data).toBeUndefined();
  expect(answer.body.errors).toEqual([
    {
      message: 'this costs 2 units; of the 5 units a minute, 1 are left',
      extensions: {
        code: 'RATE_LIMITED',
        requestId: header(answer, 'x-request-id'),
        retryAfter: 53,
      },
    },
  ]);
  expect(answer.body.extensions.cost).toMatchObject({
    complexity: 200,
    requested: 2,
    actual: 0,
    minute: { limit: 5, remaining: 1 },
    day: { limit: 50, remaining: 46 },
  });
  expect(header(answer, 'retry-after')).toBe('53');
  expect(header(answer, 'x-ratelimit-limit')).toBe('5');
  expect(header(answer, 'x-ratelimit-remaining')).toBe('1');
  expect(await costs.spent(id)).toBe(4);
  // What is left can still be spent.
  expect((await costs.query(token, '{ signals(first: 100) { nodes { id } } }')).status).toBe(200);
});

test('a 429 of the day keeps the headers of the day', async () => {
  const { token } = await costs.server.newKey('free');
  const start = costs.server.clock.now().toISOString();
  for (let n = 0; n < 50; n += 1) {
    if (n % 5 === 0) costs.server.clock.advance(60_000);
    await costs.query(token, '{ __typename }');
  }
  costs.server.clock.advance(60_000);
  const answer = await costs.query(token, '{ __typename }');
  expect([answer.status, header(answer, 'x-ratelimit-limit')]).toEqual([429, '50']);
  costs.server.clock.set(start);
});

test('when the ledger is away nothing is executed', async () => {
  const away = () => Promise.reject(Object.assign(new Error('gone'), { code: 'ECONNREFUSED' }));
  const market = await memoryMarket(3);
  await using own = await startCostServer(market, 200, {
    ...createMemoryLedger(),
    reserve: away,
    used: away,
  });
  const { token } = await own.server.newKey('free');
  const answer = await own.query(token, '{ signals { nodes { id } } }');
  expect([answer.status, code(answer), answer.body.data]).toEqual([503, 'UNAVAILABLE', undefined]);
  expect(header(answer, 'retry-after')).toMatch(/^[1-9]/);
  expect(market.memory.reads()).toBe(0);
});

describe('when the store is away', () => {
  const away = (): Promise<never> =>
    Promise.reject(Object.assign(new Error('gone'), { code: 'ECONNREFUSED' }));

  test('an operation that brings nothing costs nothing, one that brings something that much', async () => {
    const market = await memoryMarket(120);
    const reader: Reader = {
      ...market.reader,
      list: (feed, ...rest) => (feed.module === 'whales' ? away() : market.reader.list(feed, ...rest)),
      byKeys: away,
    };
    await using own = await startCostServer({ ...market, reader });
    const { id, token } = await own.server.newKey('free');
    const nothing = await own.query(token, '{ whaleActivity(first: 100) { nodes { id } } }');
    expect([code(nothing), nothing.body.extensions.cost.actual, await own.spent(id)]).toEqual([
      'UNAVAILABLE',
      0,
      0,
    ]);
    const nodes = await own.query(token, `{ node(id: "${ID}") { id } nodes(ids: ["${ID}"]) { id } }`);
    expect([code(nodes), nodes.body.extensions.cost.actual, await own.spent(id)]).toEqual([
      'UNAVAILABLE',
      0,
      0,
    ]);
    const half = await own.query(
      token,
      '{ whaleActivity(first: 100) { nodes { id } } a: signals(first: 100) { nodes { id } } }',
    );
    expect(half.body.extensions.cost).toMatchObject({ requested: 2, actual: 1 });
    expect(await own.spent(id)).toBe(1);
  });
});

test('what a key could never pay is refused for nothing, with its cost, the limit and the dearest field', async () => {
  const { answer, spent } = await ask('free', HUNDRED_AND_MORE);
  expect([answer.status, code(answer), spent]).toEqual([400, 'COST_EXCEEDED', 0]);
  expect(answer.body.errors?.[0].extensions.cost).toEqual({
    requested: 22,
    limit: tierOf('free').requestsPerMinute,
    dearest: { path: 'congressTrades.nodes.asset.insiderFilings', objects: 2000 },
  });
  expect(answer.body.errors?.[0].message).toContain('congressTrades.nodes.asset.insiderFilings alone');
  expect(answer.body.extensions.cost).toMatchObject({ complexity: 2200, requested: 22, actual: 0 });
  expect(header(answer, 'x-ratelimit-remaining')).toBe('5');
});

describe('a dry run', () => {
  const DRY = { 'x-dry-run': '1' };

  test('tells the price field by field, reads nothing and takes nothing', async () => {
    const { answer, spent } = await ask('free', HUNDRED_AND_MORE, DRY);
    expect([answer.status, answer.body.data, answer.body.errors, spent]).toEqual([200, null, undefined, 0]);
    expect(answer.body.extensions.cost).toMatchObject({
      complexity: 2200,
      requested: 22,
      actual: 0,
      minute: { limit: 5, remaining: 5 },
      fields: [
        { path: 'congressTrades', objects: 100 },
        { path: 'congressTrades.nodes.asset', objects: 100 },
        { path: 'congressTrades.nodes.asset.insiderFilings', objects: 2000 },
      ],
    });
    expect(header(answer, 'x-ratelimit-remaining')).toBe('5');
  });

  test('works when the quota is used up', async () => {
    const { token } = await costs.server.newKey('free');
    for (let n = 0; n < 5; n += 1) await costs.query(token, '{ __typename }');
    expect((await costs.query(token, '{ __typename }')).status).toBe(429);
    const answer = await costs.query(token, '{ signals { nodes { id } } }', undefined, DRY);
    expect([answer.status, answer.body.extensions.cost.requested]).toEqual([200, 1]);
    expect(answer.body.extensions.cost.minute.remaining).toBe(0);
  });

  test.each(['{', '{ nope }', '{ signals(first: 101) { totalCount } }'])(
    'of %s is an error for nothing',
    async (query) => {
      const { answer, spent } = await ask('free', query, DRY);
      expect([answer.body.errors?.length, answer.body.extensions.cost.actual, spent]).toEqual([1, 0, 0]);
    },
  );

  test('with another value is refused for nothing', async () => {
    const { answer, spent } = await ask('free', '{ __typename }', { 'x-dry-run': 'true' });
    expect([answer.status, code(answer), spent]).toEqual([400, 'INVALID_PARAMETER', 0]);
  });

  test('is limited by address like requests without a key', async () => {
    await using own = await startCostServer(await memoryMarket(1), 1);
    const { token } = await own.server.newKey('quant');
    expect((await own.query(token, '{ __typename }', undefined, { 'x-dry-run': 'yes' })).status).toBe(400);
    const second = await own.query(token, '{ __typename }', undefined, DRY);
    expect([second.status, code(second)]).toEqual([429, 'RATE_LIMITED']);
    expect((await own.query(token, '{ __typename }')).status).toBe(200);
  });
});
