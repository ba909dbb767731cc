import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { streamViewOf } from '../../../src/core/access/access.ts';
import { positionOf } from '../../../src/core/live/follow.ts';
import { retentionOf } from '../../../src/core/live/retention.ts';
import { insiderFilings as feed } from '../../../src/feeds/insider/feed.ts';
import { fuzzRuns } from '../../support/fuzz-runs.ts';
import { UNMETERED } from '../../support/tiers.ts';
import { createWrittenFeed } from '../written-feed.ts';
import { HEARTBEAT_MS, startProcess } from './slow-process.ts';
import { createClient, type Plan } from './table-client.ts';

const RUNS = fuzzRuns(150);
const START = new Date('2026-03-04T05:06:07.008Z');
const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const LAG_HOURS = 24;
/** How often keys of streams are looked at. */
const KEY_CHECK_MS = 2_000;
const CLIENTS = 5;

const filing = fc.record({
  key: fc.constantFrom('a', 'b', 'c', 'd'),
  value: fc.integer({ min: 0, max: 4 }),
  knownHours: fc.constantFrom(0, -1, -24, -25, 1, 2, 30),
});
const client = fc.nat({ max: CLIENTS - 1 });
const on = fc.nat({ max: 1 });
const times = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: 1, max: 3 }) },
  { weight: 1, arbitrary: fc.integer({ min: 60, max: 140 }) }, // more than a step of a group
);
const act = <Name extends string, Rest extends object>(
  weight: number,
  name: Name,
  rest: { [Key in keyof Rest]: fc.Arbitrary<Rest[Key]> },
) => ({
  weight,
  arbitrary: fc.record({ ...rest, do: fc.constant(name) }) as fc.Arbitrary<Rest & { do: Name }>, // so it is made
});
const acts = fc.oneof(
  act(10, 'write', { filing, times }),
  act(1, 'crowd', { filing, secondsFromNow: fc.integer({ min: 0, max: 3 }) }),
  act(2, 'amend', { filing }),
  act(2, 'remove', { filing }),
  act(6, 'wake', { on }),
  act(3, 'beat', {}),
  act(9, 'open', { client, on }),
  act(6, 'move', { client, on }),
  act(3, 'close', { client }),
  act(3, 'stall', { client }),
  act(3, 'drain', { client }),
  act(1, 'prune', { count: fc.integer({ min: 1, max: 6 }) }),
  act(1, 'lose', { on, isAway: fc.boolean() }),
  act(1, 'refuse', { on }),
  act(4, 'pass', { ms: fc.constantFrom(1, 999, 1_000, MINUTE_MS, HOUR_MS, 23 * HOUR_MS, -2_000) }),
  act(9, 'turns', { count: fc.integer({ min: 1, max: 12 }) }),
);
const plan: fc.Arbitrary<Plan> = fc.record({
  lagged: fc.boolean(),
  filtered: fc.boolean(),
  from: fc.constantFrom('page', 'now'),
});
const stories = fc.record({
  acts: fc.array(acts, { minLength: 10, maxLength: 60, size: 'max' }),
  /** How long reads take, one after the other, in turns of the loop. */
  delays: fc.array(fc.nat({ max: 6 }), { minLength: 1, maxLength: 40, size: 'max' }),
  skewMs: fc.constantFrom(0, 0, 500, -500, 30_000, -30_000),
  plans: fc.array(plan, { minLength: CLIENTS, maxLength: CLIENTS }),
});
type Story = typeof stories extends fc.Arbitrary<infer T> ? T : never;

beforeAll(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
afterAll(() => void vi.useRealTimers());

test('whatever happens between what, a stream adds up to what the list shows, at each of its places', async () => {
  await fc.assert(fc.asyncProperty(stories, play), { numRuns: RUNS });
}, 600_000);

/** Five clients on two processes whose clocks differ. */
async function play({ acts: todo, delays, skewMs, plans }: Story): Promise<void> {
  let now = START;
  let delayed = 0;
  const delay = async () => {
    delayed += 1;
    await turns(delays[delayed % delays.length] ?? 0);
  };
  const written = createWrittenFeed();
  const clock = (skew: number) => () => new Date(now.getTime() + skew);
  const processes = [
    startProcess(written.log, clock(0), delay),
    startProcess(written.log, clock(skewMs), delay),
  ];
  const failures: unknown[] = [];
  const failed = (error: unknown) => void failures.push(error);
  let mayMiss = false;
  const clients = plans.map((one) => createClient(one, written, { mayMiss: () => mayMiss, failed }));
  const open = (index: number, number: number) =>
    void nth(clients, index).open(nth(processes, number)).catch(failed);
  const beat = () => vi.advanceTimersByTime(HEARTBEAT_MS);

  const perform = async (one: Story['acts'][number]): Promise<void> => {
    switch (one.do) {
      case 'write':
        return written.write((world) => {
          for (let n = 0; n < one.times; n += 1)
            void world.write({ ...one.filing, value: (one.filing.value + n) % 5 }, now);
        });
      case 'crowd': {
        // More than a step of a group turns at once.
        const knownHours = one.secondsFromNow / 3_600 - LAG_HOURS;
        return written.write((world) => {
          for (let n = 0; n < 70; n += 1)
            void world.write({ ...one.filing, key: `crowd${n}`, knownHours }, now);
        });
      }
      case 'amend':
        return written.write((world) => void world.amend(one.filing, now));
      case 'remove':
        return written.write((world) => void world.remove(one.filing.key, now));
      case 'wake':
        return nth(processes, one.on).wake();
      case 'beat':
        return void beat();
      case 'open':
        return open(one.client, one.on);
      case 'move':
        nth(clients, one.client).close();
        return open(one.client, one.on);
      case 'close':
      case 'stall':
      case 'drain':
        return nth(clients, one.client)[one.do]();
      case 'prune': {
        mayMiss = true;
        const keep = { count: one.count, days: 7, tiers: [{ ...UNMETERED, insiderLagHours: LAG_HOURS }] };
        return void (await written.log.prune([feed], retentionOf(keep, now)));
      }
      case 'lose':
        nth(processes, one.on).isAway = one.isAway;
        return;
      case 'refuse': {
        const process = nth(processes, one.on);
        process.isRefusing = true;
        vi.advanceTimersByTime(KEY_CHECK_MS);
        process.isRefusing = false;
        return;
      }
      case 'pass':
        mayMiss ||= one.ms < 0;
        now = new Date(now.getTime() + one.ms);
        return;
      case 'turns':
        return turns(one.count);
    }
  };

  try {
    for (const one of todo) if (failures.length === 0) await perform(one);
    // Whoever is left finds all that there is.
    for (const process of processes) process.isAway = false;
    now = new Date(now.getTime() + 2 * MINUTE_MS);
    for (const one of clients) one.drain();
    await turns(SETTLED);
    for (const index of clients.keys()) open(index, 0);
    await turns(SETTLED);
    for (let n = 0; n < 2; n += 1) {
      beat();
      await turns(SETTLED);
    }
    if (failures.length > 0) throw failures[0];
    for (const one of clients) {
      if (!one.process) throw new Error(`it has no stream: ${one.story}`);
      const view = streamViewOf({ historyDays: null, insiderLagHours: one.lagHours }, one.process.clock());
      expect(one.position, one.story).toEqual(positionOf(feed, view, written.head));
      one.close();
    }
    await turns(SETTLED);
    for (const { sizes } of processes) expect(sizes).toEqual([0, 0, 0]);
  } finally {
    for (const process of processes) await process.close();
  }
}

const SETTLED = 150;

async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await setImmediate();
}

function nth<T>(all: readonly T[], index: number): T {
  const one = all[index];
  if (one === undefined) throw new Error(`there are ${all.length}`);
  return one;
}
