import { readdirSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startApp, type TestApp } from '../support/app.ts';
import { type LiveSocket, openAcknowledged } from '../support/live-socket.ts';

/** 10,000 with `LIVE_FULL=1`; both ends are in this process, which needs twice as many open files. */
const SOCKETS = process.env.LIVE_FULL ? 9_500 : 500;
const WAVE = 100;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void; // what the flag adds

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
}, 60_000);
afterAll(() => app.stop(), 60_000);

const heapUsed = () => {
  collectGarbage();
  return process.memoryUsage().heapUsed;
};
const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
const openFiles = () => readdirSync('/proc/self/fd').length;

/** Streams, groups and followed feeds, as the metrics tell. */
async function openStreams(): Promise<number> {
  const text = await (await app.get('/metrics')).text();
  const values = text.matchAll(/^alpha_live_(?:streams|groups|feeds) (\d+)$/gm).toArray();
  expect(values).toHaveLength(3);
  return values.reduce((sum, [, value]) => sum + Number(value), 0);
}

/** Opens and subscribes, and does not wait for the last ones. */
async function openAll(): Promise<LiveSocket[]> {
  const all: LiveSocket[] = [];
  while (all.length < SOCKETS) {
    const wave = await Promise.all(Array.from({ length: WAVE }, () => openAcknowledged(app)));
    for (const { send } of wave)
      send({ id: '1', type: 'subscribe', payload: { query: 'subscription { signals { kind } }' } });
    all.push(...wave);
  }
  return all;
}

test(`of ${SOCKETS} sockets subscribed and destroyed at once nothing is left within 10 s`, async () => {
  const destroyAll = async () => {
    for (const { socket } of await openAll()) socket.terminate();
  };
  await destroyAll(); // what is made once is made by now
  await vi.waitFor(async () => expect(await openStreams()).toBe(0), { timeout: 10_000 });
  const before = { heap: heapUsed(), timers: timers(), files: openFiles() };
  await destroyAll();
  await vi.waitFor(
    async () => {
      expect(await openStreams()).toBe(0);
      expect(timers()).toBeLessThan(before.timers + 20);
      expect(openFiles()).toBeLessThan(before.files + 20);
    },
    { timeout: 10_000 },
  );
  expect(heapUsed() - before.heap).toBeLessThan(SOCKETS * 1_000);
}, 300_000);
