import { LRUCache } from 'lru-cache';
import type { EventLog, VisibilityChange } from './event-log.ts';

/** For each feed and lag that is followed there is one read at a time; each event of a burst may have one of its own. */
const MAX_READS = 16;

/**
 * Single-flight for `visibilityChanges`: streams with the same lag read the same every second and with every event, whatever
 * they filter. An answer never becomes stale, since its key names all that it depends on.
 */
export function createCoalescedReads({
  visibilityChanges,
}: Pick<EventLog, 'visibilityChanges'>): EventLog['visibilityChanges'] {
  const reads = new LRUCache<string, Promise<readonly VisibilityChange[]>>({ max: MAX_READS });
  return (feed, range, limit) => {
    const { seq, after, until } = range;
    const key = [feed.module, seq, after.until.getTime(), after.seq, until.getTime(), limit].join();
    const known = reads.get(key);
    if (known) return known;
    const answer = visibilityChanges(feed, range, limit);
    reads.set(key, answer);
    answer.catch(() => reads.delete(key)); // the readers that wait get the error; the next one reads anew
    return answer;
  };
}
