import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createQuota } from '../../src/core/quota/quota.ts';
import type { CachePolicy, Reply } from '../../src/http/reply.ts';
import type { Operations, RequestContext } from '../../src/http/request-context.ts';
import type { Surface } from '../../src/http/surface.ts';
import { createMemoryLedger } from '../../src/memory/ledger.ts';
import { tierOf } from '../graphql/serve.ts';
import { startServer, type TestServer } from '../support/http-server.ts';

const PAGE = 'text/html';
const POLICY: CachePolicy = {
  versionStamp: { isFresh: () => true },
  etag: null,
  units: { requested: 5, actual: 2 },
  costSuffix: null,
};

/** What the surface does without the router; null: its handler answers. */
let answer: (context: RequestContext) => Promise<string> | null;
let routed = 0;

const reply = (body: string): Reply => ({
  status: 200,
  headers: { 'content-type': 'application/json' },
  body,
  cache: POLICY,
});

const asked: Surface = {
  name: 'asked',
  register(app) {
    const operations: Operations = {
      answerType: (accept) => (accept === PAGE ? null : 'application/json'),
      read: (_, body) =>
        body === null
          ? null
          : {
              key: body,
              answer(context) {
                const answered = answer(context);
                return answered && charged(context, answered);
              },
            },
    };
    const charged = async ({ charge, log }: RequestContext, answered: Promise<string>): Promise<Reply> => {
      await charge?.reserve(5);
      log.operation = 'Ahead';
      const text = await answered;
      await charge?.settle(2);
      return reply(text);
    };
    app.post('/ask', { config: { access: 'graphql', operations } }, async ({ context }, response) => {
      routed += 1;
      await context.charge?.reserve(5);
      await context.charge?.settle(2);
      context.cachePolicy = POLICY;
      return response.type('application/json').send('"routed"');
    });
  },
};

const ledger = createMemoryLedger();
let server: TestServer;
let key = { id: '', token: '' };
beforeEach(async () => {
  server = await startServer({ surfaces: [asked], cacheBytes: 1_000_000, ledger });
  key = await server.newKey('quant');
  answer = async () => '"ahead"';
  routed = 0;
});
afterEach(() => server.close());

const ask = (body: string, init: RequestInit = {}) =>
  fetch(`${server.url}/ask`, {
    method: 'POST',
    ...init,
    headers: { 'x-api-key': key.token, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

async function spent(): Promise<number> {
  const record = await server.keys.check(key.id);
  const quota = createQuota({ ledger, clock: server.clock });
  return (await quota.windows({ key: record, tier: tierOf('quant') })).minute.used;
}

const inFlight = async (): Promise<string | undefined> =>
  /^http_requests_in_flight (.*)$/m.exec(await (await fetch(`${server.url}/metrics`)).text())?.[1];

/** A request that is under way when this resolves; `abort` has its client gone. */
async function underWay(body: string) {
  const begun = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<string>();
  answer = () => {
    begun.resolve();
    return gate.promise;
  };
  const client = new AbortController();
  const response = ask(body, { signal: client.signal });
  response.catch(() => undefined); // looked at by who waits for it
  await begun.promise;
  return { response, gate, abort: () => client.abort() };
}

test('an operation that is read is answered without the router, and settled', async () => {
  const before = await spent();
  const response = await ask('second');
  expect([response.status, await response.text(), routed]).toEqual([200, '"ahead"', 0]);
  expect(await spent()).toBe(before + 2);
  expect(await server.line(response.headers.get('x-request-id') ?? '')).toMatchObject({
    operation: 'Ahead',
    cost: 2,
    cache_hit: false,
    route: '/ask',
  });
});

test('an operation that is left to the router is answered by its handler, once charged', async () => {
  answer = () => null;
  const before = await spent();
  const response = await ask('second');
  expect([response.status, await response.text(), routed]).toEqual([200, '"routed"', 1]);
  expect(response.headers.get('x-ratelimit-remaining')).not.toBeNull();
  expect(await spent()).toBe(before + 2);
});

test('an operation that fails gives its units back, has one line and no place in flight', async () => {
  const before = await spent();
  const { gate, abort } = await underWay('second');
  abort();
  await expect.poll(() => server.logText()).toContain('"aborted":true');
  gate.reject(new Error('broken'));
  await expect.poll(spent).toBe(before);
  const lines = server
    .logText()
    .split('\n')
    .filter((line) => line.includes('"operation":"Ahead"'));
  expect(lines).toHaveLength(1);
  expect(routed).toBe(0);
  await expect.poll(inFlight).toBe('1'); // this very request
});

test('a client that waits for the same operation and leaves has a line, too', async () => {
  const { response, gate } = await underWay('second');
  const client = new AbortController();
  const waiter = ask('second', { signal: client.signal });
  await sleep(50); // nothing else tells that it waits
  client.abort();
  await expect(waiter).rejects.toThrow();
  await sleep(50);
  gate.resolve('"ahead"');
  expect(await (await response).text()).toBe('"ahead"');
  await expect
    .poll(() =>
      server
        .logText()
        .split('\n')
        .filter((line) => line.includes('"/ask"')),
    )
    .toHaveLength(2);
  await expect.poll(inFlight).toBe('1');
});

test('during a shutdown an operation under way is finished, and its connection closed', async () => {
  const before = await spent();
  const { response, gate } = await underWay('second');
  const closed = server.close();
  await sleep(20);
  gate.resolve('"ahead"');
  const answered = await response;
  expect([answered.status, await answered.text()]).toEqual([200, '"ahead"']);
  expect(answered.headers.get('connection')).toBe('close');
  await closed;
  expect(
    (await ledger.used({ account: key.id, limits: { minute: 0, day: 0 } }, server.clock.now())).minute,
  ).toBe(before + 2);
});

test('a failed operation keeps no other waiting, and is not cached', async () => {
  answer = async () => {
    throw new Error('broken');
  };
  const broken = [ask('second'), ask('second')];
  for (const one of broken) expect((await one).status).toBe(500);
  answer = async () => '"ahead"';
  expect(await (await ask('second')).text()).toBe('"ahead"');
});
