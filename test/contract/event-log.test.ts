import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type EventLog,
  type EventRetention,
  HistoryGone,
  isForgotten,
} from '../../src/core/live/event-log.ts';
import { insiderFilings } from '../../src/feeds/insider/feed.ts';
import { followThrough, type Steps, steps } from '../support/follow-properties.ts';
import { createMemoryWorld, createStoreWorld, type FollowedWorld } from '../support/followed-world.ts';
import { fuzzRuns } from '../support/fuzz-runs.ts';
import { openStore } from '../support/store.ts';

const HOUR_MS = 3_600_000;
const NOW = new Date('2026-03-04T05:06:07.008Z');
const RUNS = fuzzRuns(150);

/** A filing is written anew with the very moment at which another form had told it again. */
const RETOLD_AT_ITS_REVISION: Steps = [
  { do: 'write', filing: { key: 'b', value: 0, knownHours: 0 } },
  { do: 'retell', filing: { key: 'b', value: 0, knownHours: 30 } },
  { do: 'write', filing: { key: 'b', value: 0, knownHours: 30 } },
  { do: 'read', back: 0, limit: 1, tier: 1, filtered: false },
  { do: 'read', back: 0, limit: 4, tier: 0, filtered: false },
];

type WithWorld = (body: (world: FollowedWorld) => Promise<void>) => Promise<void>;
const worlds: readonly [string, WithWorld, number][] = [
  ['memory', (body) => body(createMemoryWorld()), RUNS],
  [
    'the store',
    async (body) => {
      await using opened = await openStore();
      await body(createStoreWorld(opened));
    },
    Math.ceil(RUNS / 60),
  ],
];

describe.each(worlds)('the log in %s', (_name, within, numRuns) => {
  test('brings what adds up to the list, from any cursor and under any lag', async () => {
    const property = fc.asyncProperty(steps, (todo) => within((world) => followThrough(world, todo)));
    await fc.assert(property, { numRuns, examples: [[RETOLD_AT_ITS_REVISION]] });
  }, 600_000);

  const feed = insiderFilings;
  const filing = (key: string, knownHours: number) => ({ key, value: 1, knownHours });
  const keep = {
    count: 1_000_000,
    olderThan: new Date(0),
    heldUntil: new Date(NOW.getTime() - 24 * HOUR_MS),
  };
  const seqs = async (log: EventLog) => (await log.read(feed, 0n, 100)).map(({ seq }) => Number(seq));
  const fill = async ({ write }: FollowedWorld, hours: readonly number[]) => {
    for (const [index, available] of hours.entries())
      await write(filing(`k${index}`, available), new Date(NOW.getTime() + index * HOUR_MS));
  };
  const prune = (log: EventRetention, more: object) => log.prune([feed], { ...keep, ...more });

  test('is cut by count', () =>
    within(async (world) => {
      await fill(world, [-90, -80, -100, -70, -60]);
      expect(await prune(world.log, { count: 5 })).toBe(0);
      expect(await world.log.bounds(feed)).toMatchObject({ first: 1n, head: 5n });
      expect(await prune(world.log, { count: 2 })).toBe(3);
      expect(await seqs(world.log)).toEqual([4, 5]);
      // Times are counted from the writing: -90, -79 and -98 hours.
      const forgottenUntil = new Date(NOW.getTime() - 79 * HOUR_MS);
      const bounds = { first: 4n, head: 5n, forgottenUntil };
      expect(await world.log.bounds(feed)).toEqual(bounds);
      const held = (ms: number, seq: bigint | null = null) => ({
        until: new Date(forgottenUntil.getTime() + ms),
        seq,
      });
      expect(isForgotten({ seq: 2n, held: null }, bounds)).toBe(true);
      expect(isForgotten({ seq: 3n, held: null }, bounds)).toBe(false);
      expect(isForgotten({ seq: 3n, held: held(-1) }, bounds)).toBe(true);
      expect(isForgotten({ seq: 3n, held: held(0, 1n) }, bounds)).toBe(true);
      expect(isForgotten({ seq: 3n, held: held(0) }, bounds)).toBe(false);
      expect(isForgotten({ seq: 3n, held: held(1, 1n) }, bounds)).toBe(false);
    }));

  test('is cut by age, at the oldest event that is young', () =>
    within(async (world) => {
      await fill(world, [-90, -90, -90, -90]);
      const olderThan = new Date(NOW.getTime() + 2 * HOUR_MS);
      expect(await prune(world.log, { olderThan })).toBe(2);
      expect(await prune(world.log, { olderThan })).toBe(0);
      expect(await seqs(world.log)).toEqual([3, 4]);
      expect(await prune(world.log, { olderThan: new Date(NOW.getTime() + 90 * HOUR_MS) })).toBe(2);
      expect(await world.log.bounds(feed)).toMatchObject({ first: 5n, head: 4n });
    }));

  test('keeps what somebody waits for, unless something later has overtaken it', () =>
    within(async (world) => {
      await fill(world, [-1, -90, 1000, -2, -90]);
      await world.remove('k3', NOW);
      expect(await prune(world.log, { count: 0 })).toBe(4); // k1, k4, and k3 with its removal
      const waiting = await world.log.visibilityChanges(
        feed,
        { seq: 6n, after: { until: keep.heldUntil, seq: null }, until: new Date('2030-01-01') },
        10,
      );
      expect(waiting.map(({ event }) => event.key)).toEqual(['k0', 'k2']);
      expect(await world.log.bounds(feed)).toMatchObject({ first: 7n, head: 6n });
      // Of what those who stand before a cut waited for, some may have been overtaken.
      const before = { seq: 5n, after: { until: keep.heldUntil, seq: null }, until: new Date('2030-01-01') };
      await expect(world.log.visibilityChanges(feed, before, 10)).rejects.toThrow(HistoryGone);
      // Once nobody waits any more, they go too.
      const heldUntil = new Date(NOW.getTime() + 24 * HOUR_MS);
      expect(await prune(world.log, { count: 0, heldUntil })).toBe(1);
    }));
});
