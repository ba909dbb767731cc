import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
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

const PATHS = [
  '/api/v1/trade-feed',
  '/api/v1/trade-feed?limit=3',
  '/api/v1/mte?limit=200&nonsense=1',
  '/api/v1/mte?limit=2&sort=created_at',
  '/api/v1/whales?page=1&page_size=5',
  '/api/v1/congress?page_size=100',
  '/api/v1/insider',
  '/api/v1/insider-alpha/filings?limit=7',
  '/api/v1/insider-alpha/stats/market',
  '/api/v1/insider-alpha/clusters?days_back=3',
  '/api/v1/insider-alpha/insiders?q=a',
  '/api/v1/aoe',
  '/api/v1/mre?limit=5',
  '/api/v1/prediction?limit=2',
  '/api/scorecards/mrs/data?timeframe=1D&limit=3',
  '/api/api-keys/tier-metadata',
] as const;

/** Sends it twice to both; the second answer of one is kept, if it may be. */
async function expectSame(request: TwinRequest) {
  const first = await twins.both(request);
  const second = await twins.both(request);
  const what = JSON.stringify(request);
  expect(comparable(first.keeping), what).toEqual(comparable(first.plain));
  expect(comparable(second.keeping), what).toEqual(comparable(second.plain));
  expect(second.plain.line.cache_hit).toBe(false);
  return { ...second, hit: second.keeping.line.cache_hit };
}

describe('an answer that was kept', () => {
  test.each(PATHS)('is the one that would have been made: %s', async (path) => {
    for (const tier of ['unmetered', 'quant', 'pro']) {
      const { hit, plain } = await expectSame({ path, tier });
      expect(plain.status, path).toBe(200);
      expect(hit, path).toBe(true);
    }
    const encodings = ['br', 'gzip', 'gzip, br', 'identity', 'gzip;q=1, br;q=0.5', '*', ''];
    for (const encoding of encodings) {
      const { hit } = await expectSame({ path, tier: 'unmetered', headers: { 'accept-encoding': encoding } });
      expect(hit, encoding).toBe(true);
    }
    for (const accept of ['text/csv', 'application/x-ndjson', 'application/json'])
      await expectSame({ path, tier: 'unmetered', headers: { accept, 'accept-encoding': 'br' } });
  });

  test.each(PATHS)('serves HEAD and conditional requests: %s', async (path) => {
    const { keeping } = await twins.both({ path, tier: 'unmetered', headers: { 'accept-encoding': 'br' } });
    const etag = String(keeping.headers.etag);
    for (const headers of [{}, { 'accept-encoding': 'br' }])
      expect((await expectSame({ path, method: 'HEAD', tier: 'unmetered', headers })).hit).toBe(true);
    const tags = [
      ...[etag, `W/${etag}`, '*', `"other", ${etag.replace(/-br"$/, '"')}`].map(
        (tag) => [tag, true] as const,
      ),
      ...['"other"', 'nonsense'].map((tag) => [tag, false] as const),
    ];
    for (const [known, isMatch] of tags) {
      const headers = { 'if-none-match': known };
      const get = await expectSame({ path, tier: 'unmetered', headers });
      expect(get.plain.status, known).toBe(isMatch ? 304 : 200);
      expect(get.hit, known).toBe(true);
      await expectSame({ path, method: 'HEAD', tier: 'unmetered', headers });
    }
  });

  test('is found with the key in the URL, which it does not hold', async () => {
    const { token = '' } = twins.keeping.keys.get('unmetered') ?? {};
    const path = '/api/v1/mte?limit=9';
    await twins.keeping.send({ path, tier: 'unmetered' });
    const answer = await twins.keeping.send({ path: `${path}&api_key=${token}` });
    expect(answer.line.cache_hit).toBe(true);
    expect(JSON.stringify(answer)).not.toContain(token);
  });
});

test('what differs from key to key, or is an error, is never kept', async () => {
  for (const path of [
    '/api/v1/insider-alpha/usage',
    '/api/v1/mte?limit=0',
    '/api/v1/nothing',
    '/api/scorecards/none/latest',
    '/api/scorecards/ams/export',
  ]) {
    const { hit } = await expectSame({ path, tier: 'quant' });
    expect(hit, path).toBe(false);
  }
});

test('a public document is made each time, for everybody', async () => {
  const path = '/api/openapi.json';
  const headers = { host: 'api.example.com' }; // it says where the server is
  for (const request of [
    { path, headers },
    { path, headers, tier: 'quant' },
  ]) {
    const { hit, keeping } = await expectSame(request);
    expect([keeping.status, hit]).toEqual([200, false]);
  }
});

test('open feeds are kept as well, and count by address', async () => {
  const path = '/api/mre/signals?limit=3';
  const { hit } = await expectSame({ path });
  expect(hit).toBe(true);
  let last = await twins.both({ path });
  for (let sent = 3; sent < 210 && last.plain.status === 200; sent += 1) last = await twins.both({ path });
  expect(last.plain.status).toBe(429);
  expect(last.keeping.status).toBe(429);
});

test('keys that are refused are refused the same', async () => {
  const path = '/api/v1/mte';
  await expectSame({ path, tier: 'free' });
  for (let sent = 2; sent < 7; sent += 1) {
    const { keeping, plain } = await twins.both({ path, tier: 'free' });
    const { request_id: _a, ...kept } =
      keeping.status === 429 ? JSON.parse(keeping.text) : { request_id: '' };
    const { request_id: _b, ...made } = plain.status === 429 ? JSON.parse(plain.text) : { request_id: '' };
    expect(kept).toEqual(made);
    expect(keeping.status).toBe(plain.status);
  }
  expect((await twins.keeping.send({ path, tier: 'free' })).status).toBe(429);
  expect((await twins.keeping.send({ path })).status).toBe(401);
  expect((await twins.keeping.send({ path, headers: { 'x-api-key': 'x.y.z' } })).status).toBe(401);
  const { id = '', token = '' } = twins.keeping.keys.get('premium') ?? {};
  await twins.keeping.send({ path, tier: 'premium' });
  await twins.services.keyAdmin.revoke(id);
  expect((await twins.keeping.send({ path, headers: { 'x-api-key': token } })).status).toBe(403);
});

test('each request on a connection is charged to its own key', async () => {
  const { keeping } = twins;
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ports = new Set<number | undefined>();
  const remaining = async (tier: string): Promise<number> => {
    const headers = { 'x-api-key': keeping.keys.get(tier)?.token ?? '' };
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    get(`${keeping.url}/api/v1/whales?page=1&page_size=7`, { agent, headers }, resolve).on('error', reject);
    const answer = await promise;
    ports.add(answer.socket.localPort);
    answer.resume();
    await once(answer, 'end');
    return Number(answer.headers['x-ratelimit-remaining']);
  };
  try {
    const before = { quant: await remaining('quant'), pro: await remaining('pro') };
    for (let sent = 1; sent <= 5; sent += 1) {
      expect(await remaining('quant')).toBe(before.quant - sent);
      expect(await remaining('pro')).toBe(before.pro - sent);
    }
  } finally {
    agent.destroy();
  }
  expect(ports.size).toBe(1);
});

test('metrics count what was kept like what was made', async () => {
  const countsOf = async (url: string) => {
    const text = await (await fetch(`${url}/metrics`)).text();
    return text
      .split('\n')
      .filter((line) => /^http_request_duration_seconds_count\{.*(mte|mre)/.test(line))
      .sort();
  };
  const before = await countsOf(twins.keeping.url);
  await twins.keeping.send({ path: '/api/v1/mre', tier: 'unmetered' });
  await twins.keeping.send({ path: '/api/v1/mre', tier: 'unmetered' });
  const after = await countsOf(twins.keeping.url);
  expect(after).not.toEqual(before);
  const of = (lines: string[]) =>
    Number(
      lines.find((line) => line.includes('method="GET",route="/api/v1/mre",status="200"'))?.split(' ')[1],
    );
  expect(of(after)).toBe(of(before) + 2);
});
