import { expect, test } from 'vitest';
import { streamViewOf } from '../../../src/core/access/access.ts';
import { createCoalescedReads } from '../../../src/core/live/coalesced-reads.ts';
import { follow, positionOf } from '../../../src/core/live/follow.ts';
import type { LivePosition } from '../../../src/core/live/live-cursors.ts';
import { compare } from '../../../src/feed/query.ts';
import { insiderFilings } from '../../../src/feeds/insider/feed.ts';
import { filingOf } from '../../support/followed-world.ts';
import { createMemoryEventLog } from '../../support/memory-event-log.ts';

const TIER = { historyDays: null, insiderLagHours: 24 };
const START = new Date('2026-03-04T05:06:07.890Z');
const after = (ms: number) => new Date(START.getTime() + ms);

/** A log that says how often it was asked for turns, and fails when told so. */
function countedLog() {
  const log = createMemoryEventLog(insiderFilings);
  const counted = { asked: 0, isAway: false };
  const turns: typeof log.visibilityChanges = async (...args) => {
    counted.asked += 1;
    if (counted.isAway) throw new Error('away');
    return log.visibilityChanges(...args);
  };
  return {
    log,
    counted,
    shared: { ...log, visibilityChanges: createCoalescedReads({ visibilityChanges: turns }) },
  };
}

test('those who follow under one lag ask once a second, whatever they filter and whenever they began', async () => {
  const { log, counted, shared } = countedLog();
  for (let n = 0; n < 4; n += 1) {
    const filing = { key: `f${n}`, value: n, knownHours: 0 };
    log.commit(filing.key, filingOf(filing, after(-86_400_000 + 5_000)), START);
  }
  const view = (ms: number) => streamViewOf(TIER, after(ms));
  const followers = [undefined, compare(insiderFilings.leaf('value'), 'lt', 2)].flatMap((filter) =>
    [0, 40, 90].map((ms) => ({
      filter,
      position: positionOf(insiderFilings, view(ms), 4n) as LivePosition,
      told: 0,
    })),
  );
  for (let second = 1; second <= 8; second += 1) {
    counted.asked = 0;
    for (const [index, follower] of followers.entries()) {
      const followed = { feed: insiderFilings, filter: follower.filter };
      const range = { from: follower.position, limit: 64 };
      const part = await follow(shared, followed, view(second * 1_000 + index * 15), range);
      follower.position = part.position;
      follower.told += part.changes.length;
    }
    expect(counted.asked).toBe(1);
  }
  expect(followers.map(({ told }) => told)).toEqual([4, 4, 4, 2, 2, 2]);
});

test('a question that failed is asked anew', async () => {
  const { counted, shared } = countedLog();
  const range = { seq: 0n, after: { until: START, seq: null }, until: after(1_000) };
  counted.isAway = true;
  await expect(shared.visibilityChanges(insiderFilings, range, 1)).rejects.toThrow('away');
  counted.isAway = false;
  await expect(shared.visibilityChanges(insiderFilings, range, 1)).resolves.toEqual([]);
});
