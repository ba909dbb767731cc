import type { Tier } from '../access/tiers.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../time.ts';
import type { Retention } from './event-log.ts';

/** Pages stand up to a minute behind what their tier sees, clocks of processes differ, and a stream may wait for its store. */
const STILL_READ_MS = 10 * MINUTE_MS;

/** How much of the logs is retained at this moment. */
export function retentionOf(
  { count, days, tiers }: { readonly count: number; readonly days: number; readonly tiers: readonly Tier[] },
  now: Date,
): Retention {
  const lagMs = Math.max(...tiers.map(({ insiderLagHours }) => insiderLagHours)) * HOUR_MS;
  const before = (ms: number) => new Date(now.getTime() - ms);
  return {
    count,
    // Age counts from when the last of the tiers could see an event, so that all can resume as long.
    olderThan: before(days * DAY_MS + lagMs),
    heldUntil: before(lagMs + STILL_READ_MS),
  };
}
