import { expect, test } from 'vitest';
import { streamViewOf, viewOf } from '../../../src/core/access/access.ts';
import { isForgotten } from '../../../src/core/live/event-log.ts';
import { follow, positionOf } from '../../../src/core/live/follow.ts';
import { retentionOf } from '../../../src/core/live/retention.ts';
import { insiderFilings as feed } from '../../../src/feeds/insider/feed.ts';
import { filingOf } from '../../support/followed-world.ts';
import { createMemoryEventLog } from '../../support/memory-event-log.ts';
import { UNMETERED } from '../../support/tiers.ts';

const NOW = new Date('2026-03-04T05:06:59.999Z');
const TIER = { ...UNMETERED, historyDays: null, insiderLagHours: 24 };
const DAY_S = 86_400;
const ago = (seconds: number) => new Date(NOW.getTime() - seconds * 1_000);

test.each([
  ['of a page just read', viewOf(TIER, NOW)],
  ['of a page read by a clock a minute behind', viewOf(TIER, ago(60))],
  ['of a stream whose store was away for five minutes', streamViewOf(TIER, ago(300))],
])('what turned behind the place %s is kept, however few events are', async (_, stood) => {
  const log = createMemoryEventLog(feed);
  // One that has turned for all clocks, and others that nobody waits for any more.
  for (const [key, seconds] of [
    ['turned', 1],
    ['old', 3_600],
    ['older', 7_200],
  ] as const)
    log.commit(key, filingOf({ key, value: 1, knownHours: 0 }, ago(DAY_S + seconds)), NOW);
  const position = positionOf(feed, stood, 3n);
  const { days, tiers } = { days: 7, tiers: [UNMETERED, TIER] };
  expect(await log.prune([feed], retentionOf({ count: 1, days, tiers }, NOW))).toBe(1);
  expect(isForgotten(position, await log.bounds(feed))).toBe(false);
  const range = { from: position, limit: 9 };
  const { changes } = await follow(log, { feed, filter: undefined }, streamViewOf(TIER, NOW), range);
  expect(changes.map(({ kind, row }) => `${kind} ${row.id}`)).toEqual(['CREATED turned']);
});
