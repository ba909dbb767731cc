import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { DEFAULT_TIERS } from '../../../src/core/access/tiers.ts';
import { inspect, type Population } from '../../support/inspected.ts';
import { liveCounts, ONE_STREAM } from '../../support/live-counts.ts';
import { endOf, follow, type LiveFollower } from '../../support/live-follower.ts';
import { TRANSPORTS } from '../../support/live-reader.ts';
import { type LiveServer, startLiveServer } from '../../support/live-server.ts';
import { UNMETERED } from '../../support/tiers.ts';

/** 10,000 with `LIVE_FULL=1`: this process and the server each need as many open files, see `ulimit -Hn`. */
const SOCKETS = process.env.LIVE_FULL ? 10_000 : 1_000;
const WAVE = 100;
const REQUEST = { query: 'subscription { signals { kind cursor } }' };
const PATIENCE = { timeout: 300_000, interval: 100 };
/** For each fetch that is cut off Node opens a connection ahead of the next one; the server closes those not used. */
const UNUSED = { timeout: 300_000, interval: 500 };

let server: LiveServer;
beforeAll(async () => {
  // A place that does not come back is missed the next time.
  server = await startLiveServer({ tiers: [...DEFAULT_TIERS, { ...UNMETERED, streamsPerKey: SOCKETS + 1 }] });
}, 600_000);
afterAll(() => server.stop(), 600_000);

/** All of them, of which the last `late` may still be on their way. Every third comes over server-sent events. */
async function openAll(late: number): Promise<readonly LiveFollower[]> {
  const followers: LiveFollower[] = [];
  while (followers.length < SOCKETS) {
    for (let index = 0; index < WAVE; index += 1)
      followers.push(follow(TRANSPORTS[index % 3 === 2 ? 1 : 0] ?? 'WebSocket', server, REQUEST));
    const least = followers.length - late;
    await vi.waitFor(async () => {
      expect(followers.filter(({ ended }) => ended !== undefined).map(endOf)).toEqual([]);
      expect((await liveCounts(server.url)).streams).toBeGreaterThanOrEqual(least);
    }, PATIENCE);
  }
  return followers;
}

/** The classes of which there are so many more than there were. */
const grown = (before: Population, after: Population, least: number) =>
  Object.keys(after).filter((name) => (after[name] ?? 0) - (before[name] ?? 0) >= least);

test(`of ${SOCKETS} sockets subscribed and destroyed at once nothing is left within 10 s`, async () => {
  const inspector = await inspect(server.process);
  onTestFinished(() => inspector.close()); // the server does not end before
  const stays = follow('WebSocket', server, REQUEST); // or what they shared would go with the last of them
  await vi.waitFor(async () => expect(await liveCounts(server.url)).toEqual(ONE_STREAM), PATIENCE);
  const { files, timers } = await inspector.held();
  const destroy = async (followers: readonly LiveFollower[]) => {
    for (const { kill } of followers) kill();
    await vi.waitFor(async () => {
      expect(await liveCounts(server.url)).toEqual(ONE_STREAM);
      expect((await inspector.held()).timers).toBeLessThan(timers + 20);
    }, PATIENCE);
    let looks = 0; // in a row: at first it may not have opened them yet
    await vi.waitFor(async () => {
      looks = (await inspector.held()).files < files + 20 ? looks + 1 : 0;
      expect(looks).toBe(4);
    }, UNUSED);
  };
  const first = await openAll(0);
  const open = await inspector.population();
  await destroy(first); // what is made once is made by now
  const [before, population] = [await inspector.held(), await inspector.population()];
  // What is looked for afterwards is there to be found.
  expect(grown(population, open, SOCKETS / 2)).toEqual(
    expect.arrayContaining(['WebSocket', 'LiveSubscriber', 'Timeout']),
  );
  await destroy(await openAll(WAVE));
  await vi.waitFor(async () => {
    const { heapBytes } = await inspector.held();
    expect(heapBytes - before.heapBytes).toBeLessThan(SOCKETS * 1_000);
    expect(grown(population, await inspector.population(), SOCKETS / 5)).toEqual([]);
  }, PATIENCE);
  expect(stays.ended).toBeUndefined();
  stays.kill();
}, 600_000);
