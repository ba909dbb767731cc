import { LRUCache } from 'lru-cache';
import type { Clock } from '../../core/ports.ts';
import type { RequestCounts } from '../../core/quota/request-counts.ts';
import { type Window, windowOf } from '../../core/quota/usage.ts';
import { MINUTE_MS, minuteOf } from '../../core/time.ts';

/** Limits how often something happens within a UTC minute, for each name by itself. */
export interface MinuteLimit {
  /** Counts one time, unless that is refused. */
  reserve(name: string, limit: number): Promise<MinuteDecision>;
  /** The window of a name that is known to have reached its limit; null: the next `reserve` says. */
  usedUp(name: string, limit: number): Window | null;
}

export interface MinuteDecision {
  readonly granted: boolean;
  readonly window: Window;
}

/** Names remembered; the least recently seen is forgotten first. */
const MAX_NAMES = 50_000;

/** What is known of a name in a minute. */
interface Count {
  readonly minute: number;
  /** Times let in by all processes when last heard of; it never falls. */
  used: number;
  /** What waits to be counted; each is called with whether it is let in. */
  waiting: ((granted: boolean) => void)[];
  isAsking: boolean;
}

export function createMinuteLimit(deps: {
  readonly clock: Clock;
  /** Shared with other processes, which count together while it answers; null: this one counts alone. */
  readonly counts: RequestCounts | null;
}): MinuteLimit {
  const { clock, counts } = deps;
  const known = new LRUCache<string, Count>({ max: MAX_NAMES });

  const countOf = (name: string, at: Date): Count => {
    const minute = minuteOf(at);
    const found = known.get(name);
    if (found?.minute === minute) return found;
    const made: Count = { minute, used: 0, waiting: [], isAsking: false };
    known.set(name, made);
    return made;
  };
  const reserveHere = (count: Count, limit: number, wanted: number): number => {
    const granted = Math.max(0, Math.min(wanted, limit - count.used));
    count.used += granted;
    return granted;
  };
  const reserveShared = async (
    shared: RequestCounts,
    name: string,
    limit: number,
    count: Count,
    wanted: number,
  ) => {
    const at = new Date(count.minute * MINUTE_MS);
    try {
      const { granted, used } = await shared.reserve({ network: name, at, wanted, limit, known: count.used });
      count.used = Math.max(count.used, used);
      return granted;
    } catch {
      return reserveHere(count, limit, wanted); // the shared counter has logged why it failed
    }
  };
  /** One question at a time for each name, for all that wait; it never rejects. */
  const ask = async (shared: RequestCounts, name: string, limit: number, count: Count): Promise<void> => {
    count.isAsking = true;
    while (count.waiting.length > 0) {
      const asking = count.waiting.splice(0);
      const granted = count.used < limit ? await reserveShared(shared, name, limit, count, asking.length) : 0;
      asking.forEach((resolve, index) => {
        resolve(index < granted);
      });
    }
    count.isAsking = false;
  };

  return {
    async reserve(name, limit) {
      const at = clock.now();
      const count = countOf(name, at);
      const isUsedUp = count.used >= limit; // and stays so until the minute ends
      const granted =
        counts === null || isUsedUp
          ? reserveHere(count, limit, 1) === 1
          : await new Promise<boolean>((resolve) => {
              count.waiting.push(resolve);
              if (!count.isAsking) void ask(counts, name, limit, count);
            });
      return { granted, window: windowOf(limit, count.used, MINUTE_MS, at) };
    },
    usedUp(name, limit) {
      const at = clock.now();
      const count = known.get(name);
      if (count === undefined || count.minute !== minuteOf(at) || count.used < limit) return null;
      return windowOf(limit, count.used, MINUTE_MS, at);
    },
  };
}
