import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { View } from '../../../src/core/access/view.ts';
import { complete } from '../../../src/http/response/encoded-body.ts';
import { type CachedResponse, createResponseCache } from '../../../src/http/response-cache/response-cache.ts';
import type { Surface } from '../../../src/http/surface.ts';
import { startServer, type TestServer } from '../../support/http-server.ts';

let made = 0;
let holds = true;
let gate = Promise.withResolvers<void>();

/** Answers when the gate opens: one that may be kept, one that may not, one that fails. */
const gated: Surface = {
  name: 'gated',
  register(app) {
    for (const kind of ['shared', 'own', 'failing']) {
      app.get(`/api/v1/${kind}`, { config: { access: 'key' } }, async (request) => {
        made += 1;
        const number = made;
        await gate.promise;
        if (kind === 'failing') throw new Error('broken');
        const units = { requested: 1, actual: 1 };
        if (kind === 'shared')
          request.context.cachePolicy = {
            versionStamp: { isFresh: () => holds },
            etag: null,
            units,
            costSuffix: null,
          };
        return { number };
      });
    }
  },
};

let server: TestServer;
const tokens = new Map<string, string>();
beforeAll(async () => {
  server = await startServer({ surfaces: [gated], cacheBytes: 1_000_000 });
  for (const tier of ['quant', 'premium']) tokens.set(tier, (await server.newKey(tier)).token);
  // Known keys are looked up without a wait, so that the requests below arrive in order.
  for (const token of tokens.values())
    await fetch(`${server.url}/api/v1/none`, { headers: { 'x-api-key': token } });
});
beforeEach(() => {
  made = 0;
  holds = true;
  gate = Promise.withResolvers();
});
afterAll(() => server.close());

const ask = async (path: string, tier = 'quant') => {
  const response = await fetch(`${server.url}${path}`, { headers: { 'x-api-key': tokens.get(tier) ?? '' } });
  return { status: response.status, body: (await response.json()) as { readonly number: number } };
};
/** When as many are at work as there can be: those that wait for others never are. */
const atWork = (count: number) => expect.poll(() => made).toBe(count);

describe('many who ask the same at once', () => {
  test('have it made once for each tier', async () => {
    const quant = Array.from({ length: 10 }, () => ask('/api/v1/shared?a'));
    const premium = Array.from({ length: 10 }, () => ask('/api/v1/shared?a', 'premium'));
    await atWork(2);
    gate.resolve();
    const answers = await Promise.all([...quant, ...premium]);
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect(made).toBe(2);
    expect(new Set(answers.slice(0, 10).map(({ body }) => body.number)).size).toBe(1);
    expect(answers[0]?.body.number).not.toBe(answers[10]?.body.number);
  });

  test('each pay', async () => {
    const before = await fetch(`${server.url}/api/v1/none`, {
      headers: { 'x-api-key': tokens.get('quant') ?? '' },
    });
    const left = Number(before.headers.get('x-ratelimit-remaining'));
    const all = Array.from({ length: 5 }, () => ask('/api/v1/shared?b'));
    gate.resolve();
    await Promise.all(all);
    const after = await fetch(`${server.url}/api/v1/none`, {
      headers: { 'x-api-key': tokens.get('quant') ?? '' },
    });
    expect(Number(after.headers.get('x-ratelimit-remaining'))).toBe(left - 6);
  });

  test('do not share what holds no longer when it is made', async () => {
    const first = ask('/api/v1/shared?c');
    await atWork(1);
    const second = ask('/api/v1/shared?c');
    holds = false;
    gate.resolve();
    const [one, other] = await Promise.all([first, second]);
    expect(one.body.number).not.toBe(other.body.number);
  });

  test('ask for themselves when it cannot be kept, or failed; a failure is not kept', async () => {
    for (const [kind, status] of [
      ['own', 200],
      ['failing', 500],
    ] as const) {
      made = 0;
      gate = Promise.withResolvers();
      const all = Array.from({ length: 4 }, () => ask(`/api/v1/${kind}`));
      await atWork(1);
      gate.resolve();
      expect((await Promise.all(all)).map((answer) => answer.status)).toEqual([
        status,
        status,
        status,
        status,
      ]);
      expect(made).toBe(4);
    }
  });
});

const view: View = { from: null, until: null, now: new Date(0) };

const response = (bytes: number): CachedResponse => ({
  versionStamp: { isFresh: () => true },
  etag: null,
  units: { requested: 1, actual: 1 },
  costSuffix: null,
  status: 200,
  headers: ['content-type', 'application/json'],
  body: complete(Buffer.alloc(bytes)),
  operation: undefined,
});

test('the cache is bounded by bytes, whatever is asked', () => {
  const cache = createResponseCache(1_000_000);
  for (let i = 0; i < 100_000; i += 1) cache.set(`key ${i}`, null, response(i % 5_000));
  expect(cache.bytes()).toBeLessThanOrEqual(1_000_000);
  expect(cache.bytes()).toBeGreaterThan(900_000);
  expect(cache.find('key 99999', null, view)).toBeDefined();
  expect(cache.find('key 0', null, view)).toBeUndefined();
  cache.set('too large', null, response(500_000));
  expect(cache.find('too large', null, view)).toBeUndefined();
});

test('once there is no room, only what is asked for again evicts others', () => {
  const cache = createResponseCache(1_000_000);
  const make = (key: string) => {
    if (cache.admits(key, null, 5_000)) cache.set(key, null, response(5_000));
  };
  for (let i = 0; i < 200; i += 1) make(`dashboard ${i}`);
  expect(cache.bytes()).toBeGreaterThan(980_000);
  const full = cache.size();
  for (let i = 0; i < 10_000; i += 1) make(`sweep ${i}`);
  expect(cache.size()).toBe(full);
  expect(cache.find('dashboard 100', null, view)).toBeDefined();

  make('comes again');
  expect(cache.find('comes again', null, view)).toBeUndefined();
  make('comes again');
  expect(cache.find('comes again', null, view)).toBeDefined();

  const inFlight = cache.begin('waited for', null);
  expect(cache.inFlight('waited for', null)).toBeInstanceOf(Promise);
  make('waited for');
  inFlight.end(true);
  expect(cache.find('waited for', null, view)).toBeDefined();
});

test('a server with no room for any answer answers', async () => {
  const tight = await startServer({ surfaces: [gated], cacheBytes: 1 });
  gate.resolve();
  const { token } = await tight.newKey();
  for (let sent = 0; sent < 2; sent += 1) {
    const response = await fetch(`${tight.url}/api/v1/shared`, { headers: { 'x-api-key': token } });
    expect(response.status).toBe(200);
  }
  expect(made).toBe(2);
  await tight.close();
});

test('the metrics count hits, misses and evictions', async () => {
  const counted = await startServer({ surfaces: [gated], cacheBytes: 24_000 });
  gate.resolve();
  const { token } = await counted.newKey();
  const get = async (path: string) => {
    const response = await fetch(`${counted.url}${path}`, { headers: { 'x-api-key': token } });
    return response.text();
  };
  for (let sent = 0; sent < 3; sent += 1) await get('/api/v1/shared');
  holds = false;
  await get('/api/v1/shared');
  holds = true;
  for (let sent = 0; sent < 60; sent += 1) await get(`/api/v1/shared?${sent >> 1}`); // each twice
  const metrics = await get('/metrics');
  await counted.close();
  const metric = (line: string) => Number(metrics.split(`\n${line} `)[1]?.split('\n')[0]);
  const hits = metric('response_cache_lookups_total{outcome="hit"}');
  expect(hits).toBeGreaterThan(2 + 5); // as long as there was room
  expect(metric('response_cache_lookups_total{outcome="miss"}')).toBe(64 - hits);
  expect(metric('response_cache_evictions_total{reason="stale"}')).toBe(1);
  const [cached, evicted] = [
    metric('response_cache_entries'),
    metric('response_cache_evictions_total{reason="space"}'),
  ];
  expect(cached).toBeGreaterThan(5);
  expect(cached + evicted).toBe(31);
  expect(metric('response_cache_bytes')).toBeGreaterThan(10_000);
  expect(metric('response_cache_bytes')).toBeLessThanOrEqual(24_000);
});
