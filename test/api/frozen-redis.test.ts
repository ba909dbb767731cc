import { createClient } from 'graphql-ws';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { type TestClock, testClock } from '../core/clock.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { hasRedis, REDIS_SKIP, startRedis, type TestRedis } from '../support/redis.ts';

/** Longer than a lease, and than Redis is left alone after a failure. */
const STEP_MS = 1_100;
const QUERY = '{ viewer { usage { rpmUsed } } }';

interface Viewer {
  readonly data: { readonly viewer: { readonly usage: { readonly rpmUsed: number } } };
}

describe.skipIf(!hasRedis)(`what keys are told of their minute while Redis is frozen (${REDIS_SKIP})`, () => {
  let redis: TestRedis;
  let app: TestApp;
  let clock: TestClock;
  beforeAll(async () => {
    redis = await startRedis();
    clock = testClock('2026-03-04T12:00:01.000Z');
    app = await startApp({ REDIS_URL: redis.url }, { clock });
  }, 600_000);
  afterAll(async () => {
    redis.thaw();
    await app.stop();
    await redis.stop();
  }, 600_000);

  test('never runs backwards, over any transport', async () => {
    const token = await app.issue('quant');
    const headers = { 'x-api-key': token };
    const remaining = (response: Response) =>
      Number(response.headers.get('x-ratelimit-limit')) -
      Number(response.headers.get('x-ratelimit-remaining'));
    const post = (accept: string) =>
      fetch(`${app.url}/graphql`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json', accept },
        body: JSON.stringify({ query: QUERY }),
      });
    const usedOf = ({ data }: Viewer) => data.viewer.usage.rpmUsed;
    const socket = createClient({
      url: `${app.url.replace('http', 'ws')}/graphql`,
      webSocketImpl: WebSocket,
      connectionParams: { 'X-API-Key': token },
    });
    const ways: (() => Promise<number>)[] = [
      async () => remaining(await app.get('/api/v1/congress', headers)),
      async () => usedOf((await (await post('application/json')).json()) as Viewer),
      async () => {
        for await (const result of socket.iterate({ query: QUERY }))
          return usedOf(result as unknown as Viewer);
        throw new Error('no answer');
      },
      async () => {
        const text = await (await post('text/event-stream')).text();
        return Number(/"rpmUsed":(\d+)/.exec(text)?.[1]);
      },
      async () => {
        const { usage } = (await (await app.get('/api/v1/insider-alpha/usage', headers)).json()) as {
          usage: { rpm_used: number };
        };
        return usage.rpm_used;
      },
    ];
    const used: number[] = [];
    const ask = async (times: number) => {
      for (let n = 0; n < times; n += 1) {
        used.push((await ways[used.length % ways.length]?.()) ?? Number.NaN);
        clock.advance(STEP_MS);
      }
    };
    const isUp = async () => /^redis_up 1$/m.test(await (await fetch(`${app.url}/metrics`)).text());

    /** On a busy machine Redis may be too late for the last one. */
    const untilUp = async () => {
      for (let n = 0; n < 3 && !(await isUp()); n += 1) await ask(1);
      expect(await isUp()).toBe(true);
    };

    await ask(8);
    await untilUp();
    // Each claim that Redis takes once it goes on costs half of the units there: after few of them some are left.
    for (const frozen of [1, 2, 5]) {
      redis.freeze();
      await ask(frozen);
      expect(await isUp()).toBe(false);
      redis.thaw();
      await redis.client().ping();
      await ask(8);
      await untilUp();
    }
    await socket.dispose();

    expect(used.every(Number.isInteger), String(used)).toBe(true);
    expect(used).toEqual(used.toSorted((a, b) => a - b));
    expect(used[0]).toBeLessThan(5);
    expect(clock.now().getTime()).toBeLessThan(Date.parse('2026-03-04T12:01:00.000Z'));
  });
});
