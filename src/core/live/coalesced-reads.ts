import { LRUCache } from 'lru-cache';
import type { EventLog, VisibilityChange } from './event-log.ts';

/** Of each feed and lag that is followed one is asked for at a time; events of a burst may each be waited for. */
const MAX_READS = 16;

/**
 * `turns` for those who follow with a lag: whatever they filter they ask the same, every second and with every event.
 * Answers do not grow old, since a question names all that they depend on.
 */
export function createCoalescedReads({
  visibilityChanges,
}: Pick<EventLog, 'visibilityChanges'>): EventLog['visibilityChanges'] {
  const asked = new LRUCache<string, Promise<readonly VisibilityChange[]>>({ max: MAX_READS });
  return (feed, range, limit) => {
    const { seq, after, until } = range;
    const question = [feed.module, seq, after.until.getTime(), after.seq, until.getTime(), limit].join();
    const known = asked.get(question);
    if (known) return known;
    const answer = visibilityChanges(feed, range, limit);
    asked.set(question, answer);
    answer.catch(() => asked.delete(question)); // whoever waits gets the error; the next one asks anew
    return answer;
  };
}
