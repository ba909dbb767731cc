import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Answer } from '../serve.ts';
import { type CostServer, memoryMarket, startCostServer } from './cost-server.ts';

let costs: CostServer;
let market: Awaited<ReturnType<typeof memoryMarket>>;
beforeAll(async () => {
  market = await memoryMarket(20);
  costs = await startCostServer(market);
});
afterAll(() => costs[Symbol.asyncDispose]());

const code = ({ body }: Answer) => body.errors?.[0]?.extensions.code;

/** The refusal of one document by a fresh key, which is free. */
async function refused(query: string, variables?: unknown) {
  const { id, token } = await costs.server.newKey('free');
  const before = market.memory.reads();
  const answer = await costs.query(token, query, variables);
  expect([await costs.spent(id), market.memory.reads() - before]).toEqual([0, 0]);
  expect(answer.headers.get('x-ratelimit-remaining')).toBe('5');
  expect(answer.body.data ?? null).toBeNull();
  return answer;
}

describe('what is refused before it is executed costs nothing', () => {
  test.each([
    ['a document that does not parse', '{', 'GRAPHQL_PARSE_FAILED'],
    ['one that is not valid', '{ nope }', 'GRAPHQL_VALIDATION_FAILED'],
    [
      'missing variables',
      'query ($n: Int!) { signals(first: $n) { totalCount } }',
      'GRAPHQL_VALIDATION_FAILED',
    ],
    ['an unknown operation', 'query A { __typename } query B { __typename }', 'GRAPHQL_VALIDATION_FAILED'],
    [
      'a word that is none of an enum',
      '{ signals(filter: { direction: { eq: UP } }) { totalCount } }',
      'GRAPHQL_VALIDATION_FAILED',
    ],
    ['too many root fields', `{ ${'viewer { keyId } '.repeat(31)} }`, 'LIMIT_EXCEEDED'],
    ['a page that is too long', '{ signals(first: 101) { totalCount } }', 'INVALID_PARAMETER'],
    ['a cursor of no list', '{ signals(after: "x") { totalCount } }', 'INVALID_CURSOR'],
    [
      'a filter without a value',
      '{ signals(filter: { symbol: { eq: null } }) { totalCount } }',
      'INVALID_PARAMETER',
    ],
    ['a look-back of no days', '{ insiderClusters(daysBack: 0) { totalCount } }', 'INVALID_PARAMETER'],
    [
      'one below other fields',
      '{ asset(symbol: "NVDA") { insiderClusters(daysBack: 0) { ticker } } }',
      'INVALID_PARAMETER',
    ],
  ])('%s', async (_name, query, expected) => {
    const answer = await refused(query);
    expect(code(answer)).toBe(expected);
    expect(answer.body.extensions.cost).toMatchObject({ actual: 0, minute: { remaining: 5 } });
  });

  test('a body that is no request, and one that is no JSON', async () => {
    const { id, token } = await costs.server.newKey('free');
    const post = (body: string, type = 'application/json') =>
      fetch(`${costs.server.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': type, 'x-api-key': token },
        body,
      });
    expect([
      (await post('[]')).status,
      (await post('{')).status,
      (await post('x', 'text/plain')).status,
    ]).toEqual([400, 400, 415]);
    expect(await costs.spent(id)).toBe(0);
  });

  test('and what execution refuses, unless it shows a part of what was asked for', async () => {
    const { id, token } = await costs.server.newKey('free');
    const nothing = await costs.query(token, '{ node(id: "nope") { id } }');
    expect([code(nothing), nothing.body.data, await costs.spent(id)]).toEqual([
      'INVALID_PARAMETER',
      { node: null },
      0,
    ]);
    const part = await costs.query(token, '{ viewer { keyId } node(id: "nope") { id } }');
    expect([code(part), await costs.spent(id)]).toEqual(['INVALID_PARAMETER', 1]);
  });
});

describe('a refusal says where', () => {
  test.each([
    ['{ signals(first: 500) { totalCount } }', ['signals'], 'first'],
    [
      '{ a: congressTrades(first: 1) { nodes { asset { signals(last: 101) { totalCount } } } } }',
      ['a', 'nodes', 'asset', 'signals'],
      'last',
    ],
    ['{ signals(after: "x") { totalCount } }', ['signals'], 'after'],
    [
      '{ signals(filter: { or: [{ status: { eq: OPEN } }, { not: {} }] }) { totalCount } }',
      ['signals'],
      'not:',
    ],
    ['{ insiders(first: 2, search: "x", last: 3) { totalCount } }', ['insiders'], 'last'],
    ['{ nope }', undefined, 'nope'],
    [`{ signals(filter: { symbol: { eq: "${'x'.repeat(501)}" } }) { totalCount } }`, ['signals'], 'eq'],
  ])('%s', async (query, path, word) => {
    const [error] = (await refused(query)).body.errors ?? [];
    expect(error?.path).toEqual(path);
    expect(error?.locations).toEqual([{ line: 1, column: query.indexOf(word) + 1 }]);
  });

  test('also where the value is in a variable: at its use', async () => {
    const query = 'query ($f: SignalFilter, $n: Int) { signals(first: $n, filter: $f) { totalCount } }';
    const [tooMany] = (await refused(query, { n: 101 })).body.errors ?? [];
    expect(tooMany).toMatchObject({
      path: ['signals'],
      locations: [{ line: 1, column: query.indexOf('first') + 1 }],
    });
    const [wrong] = (await refused(query, { f: { symbol: { eq: 'x'.repeat(501) } } })).body.errors ?? [];
    expect(wrong).toMatchObject({ path: ['signals'], extensions: { code: 'INVALID_PARAMETER' } });
  });
});

describe('refusals have a limit of their own', () => {
  test('60 a minute for a small key: nothing more of it is read until the minute ends', async () => {
    const { id, token } = await costs.server.newKey('free');
    const other = await costs.server.newKey('free');
    const all = await Promise.all(Array.from({ length: 100 }, (_, n) => costs.query(token, `{ nope${n} }`)));
    const statuses = all.map(({ status }) => status);
    // The first 60 are told what is wrong; those behind were read before the count was known, or not at all.
    expect(statuses.filter((status) => status !== 429).length).toBe(60);
    const late = await costs.query(token, '{ signals { nodes { id } } }');
    expect([late.status, code(late)]).toEqual([429, 'RATE_LIMITED']);
    expect(late.body.errors?.[0].message).toContain(
      'this key sent more than 60 wrong operations in a minute',
    );
    expect(Number(late.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(late.headers.get('x-ratelimit-limit')).toBe('60');
    expect(await costs.spent(id)).toBe(0);
    expect((await costs.query(other.token, '{ __typename }')).status).toBe(200);
    costs.server.clock.advance(60_000);
    expect((await costs.query(token, '{ signals { nodes { id } } }')).status).toBe(200);
  });

  test('what is answered from memory still is', async () => {
    const { token } = await costs.server.newKey('pro_api');
    const query = '{ reversals(first: 3) { nodes { id } } }';
    expect((await costs.query(token, query)).status).toBe(200);
    await Promise.all(Array.from({ length: 70 }, (_, n) => costs.query(token, `{ wrong${n} }`)));
    const status = (await costs.query(token, '{ reversals(first: 4) { nodes { id } } }')).status;
    expect(status).toBe(429);
    costs.server.clock.advance(60_000);
  });

  test('of all keys of an address together', async () => {
    const keys = await Promise.all(Array.from({ length: 5 }, () => costs.server.newKey('free')));
    for (const { token } of keys.slice(0, 4))
      await Promise.all(Array.from({ length: 50 }, (_, n) => costs.query(token, `{ nope${n} }`)));
    const last = await costs.query(keys[4]?.token ?? '', '{ nope }');
    expect([last.status, code(last)]).toEqual([429, 'RATE_LIMITED']);
    expect(last.body.errors?.[0].message).toContain(
      'this address sent more than 200 wrong operations in a minute',
    );
    costs.server.clock.advance(60_000);
  });
});
