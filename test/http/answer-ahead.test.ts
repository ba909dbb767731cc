import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createQuota } from '../../src/core/quota/quota.ts';
import type { Payer, SharedAnswer, Surface } from '../../src/http/request.ts';
import { createMemoryLedger } from '../../src/memory/ledger.ts';
import { tierOf } from '../graphql/serve.ts';
import { startServer, type TestServer } from './server.ts';

const PAGE = 'text/html';
const SHARED: SharedAnswer = {
  basis: { holds: () => true },
  etag: null,
  units: { requested: 5, actual: 2 },
  ending: null,
};

/** What the surface does ahead of the pipeline. */
let answer: (payer: Payer) => Promise<string | null>;
let routed = 0;

const questions: Surface = {
  name: 'questions',
  meanings: {
    path: '/ask',
    answerType: (_, accept) => (accept === PAGE ? null : 'application/json'),
    of: (_, body) =>
      body === null
        ? null
        : {
            key: body,
            async answer(payer) {
              await payer.charge.reserve(5);
              payer.onOperation('Ahead');
              const text = await answer(payer);
              if (text === null) return null;
              await payer.charge.settle(2);
              return { text, shared: SHARED };
            },
          },
  },
  register(app) {
    app.post('/ask', { config: { access: 'graphql' } }, async (request, reply) => {
      routed += 1;
      await request.charge?.reserve(5);
      await request.charge?.settle(2);
      request.shared = SHARED;
      return reply.type('application/json').send('"routed"');
    });
  },
};

const ledger = createMemoryLedger();
let server: TestServer;
let key = { id: '', token: '' };
beforeEach(async () => {
  server = await startServer({ surfaces: [questions], cacheBytes: 1_000_000, ledger });
  key = await server.newKey('quant');
  answer = async () => '"ahead"';
  routed = 0;
  expect(await (await ask('first')).text()).toBe('"routed"'); // which shows how such answers look
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
  const gate = Promise.withResolvers<string | null>();
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

test('a question of a known kind is answered without a route, and settled', async () => {
  const before = await spent();
  const response = await ask('second');
  expect([response.status, await response.text(), routed]).toEqual([200, '"ahead"', 1]);
  expect(await spent()).toBe(before + 2);
  expect(await server.line(response.headers.get('x-request-id') ?? '')).toMatchObject({
    operation: 'Ahead',
    cost: 2,
    cache_hit: false,
    route: '/ask',
  });
});

test('what is left to the pipeline goes on under the same charge', async () => {
  answer = async () => null;
  const before = await spent();
  const response = await ask('second');
  expect([response.status, await response.text(), routed]).toEqual([200, '"routed"', 2]);
  expect(response.headers.get('x-ratelimit-remaining')).not.toBeNull();
  expect(await spent()).toBe(before + 2);
});

test('a client who leaves before it fails gets its units back, one line and no place in flight', async () => {
  const before = await spent();
  const { gate, abort } = await underWay('second');
  abort();
  await expect.poll(() => server.logText()).toContain('"aborted":true');
  gate.resolve(null);
  await expect.poll(spent).toBe(before);
  const lines = server
    .logText()
    .split('\n')
    .filter((line) => line.includes('"operation":"Ahead"'));
  expect(lines).toHaveLength(1);
  expect(routed).toBe(1);
  await expect.poll(inFlight).toBe('1'); // this very request
});

test('who waits for it and leaves has a line, too', async () => {
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
    .toHaveLength(3);
  await expect.poll(inFlight).toBe('1');
});

test.each([
  ['answered', '"ahead"'],
  ['left to the pipeline', null],
])('during a shutdown a request that is %s is finished, and its connection closed', async (_, text) => {
  const before = await spent();
  const { response, gate } = await underWay('second');
  const closed = server.close();
  await sleep(20);
  gate.resolve(text);
  const answered = await response;
  expect([answered.status, await answered.text()]).toEqual([200, text ?? '"routed"']);
  expect(answered.headers.get('connection')).toBe('close');
  await closed;
  expect(
    (await ledger.spent({ account: key.id, limits: { minute: 0, day: 0 } }, server.clock.now())).minute,
  ).toBe(before + 2);
});

test('nobody waits for ever for an answer that breaks', async () => {
  answer = async () => {
    throw new Error('it must not');
  };
  const broken = [ask('second'), ask('second')];
  for (const one of broken) await expect(one).rejects.toThrow();
  answer = async () => '"ahead"';
  expect(await (await ask('second')).text()).toBe('"ahead"');
});
