import { LRUCache } from 'lru-cache';
import type { EventLog, Turn } from './event-log.ts';

/** Of each feed and lag that is followed one is asked for at a time; events of a burst may each be waited for. */
const KEPT = 16;

/**
 * `turns` for those who follow with a lag: whatever they filter they ask the same, every second and with every event.
 * Answers do not grow old, since a question names all that they depend on.
 */
export function createSharedTurns({ turns }: Pick<EventLog, 'turns'>): EventLog['turns'] {
  const asked = new LRUCache<string, Promise<readonly Turn[]>>({ max: KEPT });
  return (feed, range, limit) => {
    const { seq, after, until } = range;
    const question = [feed.module, seq, after.until.getTime(), after.seq, until.getTime(), limit].join();
    const known = asked.get(question);
    if (known) return known;
    const answer = turns(feed, range, limit);
    asked.set(question, answer);
    answer.catch(() => asked.delete(question)); // whoever waits gets the error; the next one asks anew
    return answer;
  };
}
