import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { registry } from '../../src/feeds/index.ts';
import { testClock } from '../core/clock.ts';
import { sampleRecords } from '../support/records.ts';
import { TEST_TIERS } from '../support/tiers.ts';
import { comparable, startTwins, type TwinRequest, type Twins } from './twins.ts';

const clock = testClock('2026-01-03T12:00:07.000Z');
let twins: Twins;

beforeAll(async () => {
  // Keys of free are used up, those of the others are not.
  const many = { requestsPerDay: 1e9, requestsPerMinute: 1e9 };
  const tiers = TEST_TIERS.map((tier) => (tier.id === 'free' ? tier : { ...tier, ...many }));
  twins = await startTwins(clock, { tiers });
  for (const { feed } of registry) await twins.services.ingest.write(feed, sampleRecords(feed, 120));
});
afterAll(() => twins.stop());

const post = (params: unknown, more: Partial<TwinRequest> = {}): TwinRequest => ({
  path: '/graphql',
  method: 'POST',
  tier: 'unmetered',
  body: JSON.stringify(params),
  ...more,
  headers: { 'content-type': 'application/json', ...more.headers },
});

const DASHBOARD = `query Dashboard($first: Int = 10) {
  signals(first: $first) { nodes { symbol direction pnlPct timestamp asset { companyName } } liveCursor }
  strategies(first: 10) { nodes { name symbol } }
  whaleActivity(first: 10) { nodes { whaleName eventType title value } summary { entries exits } }
  congressTrades(first: 100) { totalCount nodes { politicianName ticker } }
  insiderFilings(first: 100) { window { from lagHours } nodes { insiderName ticker value filingDate asset { insiderFilings(first: 3) { nodes { id } } } } }
  outperformers(first: 10) { nodes { symbol compositeScore } }
  reversals(first: 10) { nodes { tickerDisplay interval score } }
  predictionMarkets(first: 10) { nodes { platform question } }
  insiderMarketStats { last7d { filings } }
  insiderClusters(daysBack: 3, first: 2) { nodes { ticker } }
}`;

const QUERIES = [
  DASHBOARD,
  '{ signals(first: 2) { nodes { id } } }',
  '{ scorecard(name: MRS) { points(timeframe: "1D", first: 5) { nodes { timestamp value } } } }',
  '{ insiders(search: "a", first: 3) { nodes { name } } }',
  '{ asset(symbol: "NVDA") { companyName signals(first: 2) { nodes { id } } } }',
  '{ tiers { id requestsPerDay } __schema { queryType { name } } }',
  '{ nothing: __typename }',
];

async function expectSame(request: TwinRequest) {
  const first = await twins.both(request);
  const second = await twins.both(request);
  const what = JSON.stringify(request);
  expect(comparable(first.keeping), what).toEqual(comparable(first.plain));
  expect(comparable(second.keeping), what).toEqual(comparable(second.plain));
  return { ...second, hit: second.keeping.line.cache_hit };
}

/** To both, so that their quotas go on agreeing. */
const isHit = async (request: TwinRequest) => (await twins.both(request)).keeping.line.cache_hit;

describe('an answer that was kept', () => {
  test.each(QUERIES)('is the one that would have been made: %s', async (query) => {
    for (const tier of ['unmetered', 'premium', 'pro'])
      for (const encoding of ['identity', 'gzip', 'br'])
        for (const accept of ['application/json', 'application/graphql-response+json', '*/*']) {
          const headers = { accept, 'accept-encoding': encoding };
          const { hit, plain } = await expectSame(post({ query }, { tier, headers }));
          expect(plain.status).toBe(200);
          expect(JSON.parse(plain.text).errors).toBeUndefined();
          expect(hit, `${tier} ${encoding} ${accept}`).toBe(true);
        }
  });

  test('is found by what is asked, however it is written', async () => {
    const query =
      'query Q($first: Int, $t: String!) { signals(first: $first, filter: { symbol: { eq: $t } }) { nodes { id } } }';
    const params = { query, variables: { first: 3, t: 'NVDA' } };
    const { plain } = await expectSame(post(params));
    const same = [
      { query: query.replaceAll(/([{(,])/g, '\n  $1 # note\n'), variables: { t: 'NVDA', first: 3 } },
      { variables: { t: 'NVDA', first: 3 }, operationName: null, query },
    ];
    for (const other of same) expect(await isHit(post(other)), JSON.stringify(other)).toBe(true);
    const search = new URLSearchParams({ query, variables: JSON.stringify(params.variables) });
    const get: TwinRequest = { path: `/graphql?${search}`, tier: 'unmetered' };
    const got = await expectSame(get);
    expect(got.hit).toBe(true);
    expect(JSON.parse(got.plain.text).data).toEqual(JSON.parse(plain.text).data);
    const different = [
      { query, variables: { first: 2, t: 'NVDA' } },
      { query: query.replace('nodes', 'more: nodes'), variables: params.variables },
      { ...params, operationName: 'Q' },
    ];
    for (const other of different) expect(await isHit(post(other)), JSON.stringify(other)).toBe(false);
  });

  test('is not taken for what only looks like it', async () => {
    const query = '{ mine: signals(first: 1) { nodes { id } } }';
    expect((await expectSame(post({ query }))).plain.status).toBe(200);
    for (const wrong of [
      post({ query, more: 1 }),
      post([{ query }]),
      post({ query }, { path: '/graphql?query=x' }),
      post({ query, variables: [] }),
      post({ query }, { headers: { 'content-type': 'text/plain' } }),
      post({ query }, { headers: { accept: 'text/html' } }),
      post({ query }, { headers: { 'x-dry-run': '1' } }),
      { path: `/graphql?${new URLSearchParams({ query })}&query=x`, tier: 'unmetered' },
    ]) {
      const { keeping, plain } = await twins.both(wrong);
      const without = ({ status, text }: typeof plain) => [status, text.replaceAll(/pair-\d+/g, '')];
      expect(without(keeping), JSON.stringify(wrong)).toEqual(without(plain));
      expect(keeping.line.cache_hit, JSON.stringify(wrong)).toBe(false);
    }
    const { tier: _tier, ...keyless } = post({ query });
    expect((await twins.keeping.send(keyless)).status).toBe(401);
  });
});

test('what tells of the key is never kept, however it is asked for', async () => {
  for (const query of [
    '{ viewer { keyId usage { rpmUsed } } }',
    '{ signals(first: 1) { nodes { id } } ...V } fragment V on Query { me: viewer { tier { id } } }',
    'query ($is: Boolean = true) { viewer @include(if: $is) { historyFrom } }',
  ]) {
    await twins.both(post({ query }));
    expect(await isHit(post({ query }))).toBe(false);
  }
  const left = 'query ($is: Boolean = false) { viewer @include(if: $is) { keyId } tiers { id } }';
  expect((await expectSame(post({ query: left }))).hit).toBe(true);
});

test('errors, whole or in part, are never kept', async () => {
  for (const query of [
    '{ nothing }',
    '{ signals(first: 1000) { nodes { id } } }',
    'query A { tiers { id } } query B { tiers { id } }',
    '{',
  ]) {
    await twins.both(post({ query }));
    expect(await isHit(post({ query })), query).toBe(false);
  }
});

test('many who ask at once what is not kept get an answer each', async () => {
  const query = '{ viewer { tier { id } } signals(first: 3) { nodes { id } } }';
  const answers = await Promise.all(Array.from({ length: 20 }, () => twins.keeping.send(post({ query }))));
  expect(answers.map(({ status }) => status)).toEqual(new Array(20).fill(200));
});

test('a hit is refused when its operation would be', async () => {
  // 100 + 100 × 20 objects: more than the 5 units a minute of free, though it settles to less.
  const query =
    '{ congressTrades(first: 100) { nodes { asset { insiderFilings(first: 3) { nodes { id } } } } } }';
  const small = '{ reversals(first: 10) { nodes { id } } }';
  for (const body of [query, small, query, small, query, small, query]) {
    const { keeping, plain } = await twins.both(post({ query: body }, { tier: 'free' }));
    const text = (answer: typeof plain) => answer.text.replaceAll(/pair-\d+/g, '');
    expect([keeping.status, text(keeping), keeping.line.cost]).toEqual([
      plain.status,
      text(plain),
      plain.line.cost,
    ]);
    expect(keeping.headers['x-ratelimit-remaining']).toBe(plain.headers['x-ratelimit-remaining']);
  }
  expect((await twins.keeping.send(post({ query: small }, { tier: 'free' }))).status).toBe(429);
});
