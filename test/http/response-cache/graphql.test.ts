import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { registry } from '../../../src/feeds/index.ts';
import { testClock } from '../../core/clock.ts';
import { sampleRecords } from '../../support/records.ts';
import { TEST_TIERS } from '../../support/tiers.ts';
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

describe('a known document asked for with other variables', () => {
  const row = Buffer.from('Signal:nothing').toString('base64url');
  const query = `query Known($first: Int!, $symbol: String, $id: ID = "${row}") {
    signals(first: $first, filter: { symbol: { eq: $symbol } }) { nodes { symbol pnlPct timestamp } pageInfo { endCursor } }
    congressTrades(first: $first) { edges { cursor node { id ticker asset { companyName } } } totalCount }
    node(id: $id) { id }
  }`;

  test('is answered as by a server that keeps nothing', async () => {
    const kinds = ['unmetered', 'premium', 'pro'].flatMap((tier) =>
      ['identity', 'gzip', 'br'].flatMap((encoding) =>
        ['application/json', '*/*'].map((accept) => ({
          tier,
          headers: { accept, 'accept-encoding': encoding },
        })),
      ),
    );
    for (const [at, kind] of kinds.entries()) {
      // The first of a kind shows how its answers look.
      for (const variables of [
        { first: 1 },
        { first: 2 + at },
        { first: 0 },
        { first: 40, symbol: `S${at}` },
      ]) {
        const { plain } = await expectSame(post({ query, variables }, kind));
        expect(JSON.parse(plain.text).errors).toBeUndefined();
      }
    }
  });

  test.each([
    ['of a wrong type', { first: 'x' }],
    ['missing', {}],
    ['negative', { first: -1 }],
    ['too many rows', { first: 100_000 }],
    ['more than is declared', { first: 1, more: 1 }],
    ['no id', { first: 1, id: '!' }],
    ['beyond any number', null],
  ])('fails or not as it does there: %s', async (_, variables) => {
    await twins.both(post({ query, variables: { first: 1 } }));
    const body = variables
      ? JSON.stringify({ query, variables })
      : `{"query":${JSON.stringify(query)},"variables":{"first":1,"symbol":1e999}}`;
    await expectSame(post({}, { body }));
  });

  test('a number that JSON cannot spell is not null', async () => {
    const list = 'query ($first: Int) { signals(first: $first) { nodes { symbol } } }';
    const of = (value: string) =>
      post({}, { body: `{"query":${JSON.stringify(list)},"variables":{"first":${value}}}` });
    expect((await expectSame(of('null'))).hit).toBe(true);
    const { keeping, plain } = await twins.both(of('1e999'));
    expect([keeping.status, JSON.parse(keeping.text).errors?.length]).toEqual([plain.status, 1]);
  });

  test('a browser that opens the address gets the page all the same', async () => {
    const headers = { accept: 'text/html,application/json' };
    const search = new URLSearchParams({ query: '{ signals(first: 1) { nodes { symbol } } }' });
    const page: TwinRequest = { path: `/graphql?${search}`, tier: 'unmetered', headers };
    const question = post({ query: '{ signals(first: 1) { nodes { symbol } } }' }, { headers });
    for (const request of [page, question, question, page]) {
      const { keeping, plain } = await twins.both(request);
      expect([keeping.status, keeping.headers['content-type']]).toEqual([
        plain.status,
        plain.headers['content-type'],
      ]);
    }
    expect((await twins.keeping.send(page)).headers['content-type']).toContain('text/html');
  });
});

test('what tells of the key is never kept, however it is asked for', async () => {
  for (const query of [
    '{ viewer { keyId usage { rpmUsed } } }',
    '{ signals(first: 1) { nodes { id } } ...V } fragment V on Query { me: viewer { tier { id } } }',
    'query ($is: Boolean = true) { viewer @include(if: $is) { historyFrom } }',
    'query ($__proto__: Int) { viewer { keyId } signals(first: $__proto__) { nodes { id } } }',
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
