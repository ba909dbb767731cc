import type { Feed } from '../../feed/feed.ts';
import { createCoalescedReads } from './coalesced-reads.ts';
import type { EventLog, FeedEvent } from './event-log.ts';

/** Tells that a feed may have moved. May be lost, may come twice. */
export interface WakeUps {
  /** Resolves when it listens. `missed`: some may have been lost. */
  listen(notified: (module: string) => void, missed: () => void): Promise<void>;
}

/** Follows the ends of the logs that have watchers. */
export interface Tail {
  /** The logs, read from memory where the events are recent. */
  readonly log: EventLog;
  /** Calls back after every commit to the feed and at least with every poll. */
  watch(feed: Feed, moved: () => void): Promise<Watch>;
  /** Number of logs watched. */
  readonly size: number;
  close(): void;
}

export interface Watch {
  /** Number of the feed's last event when the watch began. */
  readonly head: bigint;
  /** Resolves when everything that was committed before the call shows in `log`. */
  refresh(): Promise<void>;
  stop(): void;
}

export interface TailOptions {
  readonly log: EventLog;
  readonly wakeUps: WakeUps;
  /** Told of a log that could not be read; it is tried again with the next poll. */
  readonly report: (error: unknown) => void;
  /** A lost wake-up costs so much at most. */
  readonly pollMs?: number;
}

const POLL_MS = 1_000;
/** Events of a feed that are kept in memory for those who follow its end. */
const MAX_READS = 512;
const BATCH = 256;

/** What is known of the end of one log. */
interface End {
  readonly feed: Feed;
  readonly watchers: Set<() => void>;
  /** Resolves when the head was read for the first time. */
  readonly opened: Promise<void>;
  /** The newest events, without gaps, up to `head`. */
  recent: FeedEvent[];
  head: bigint;
  /** The reading under way. */
  reading: Promise<void> | null;
  /** It moved while it was being read. */
  again: boolean;
}

export function createTail(options: TailOptions): Tail {
  const { log, wakeUps, report, pollMs = POLL_MS } = options;
  const ends = new Map<string, End>();

  const readOn = async (end: End): Promise<void> => {
    try {
      await end.opened;
      do {
        end.again = false;
        const events = await log.read(end.feed, end.head, BATCH);
        for (const event of events) {
          if (event.seq !== end.head + 1n) end.recent = []; // what lies between was dropped before it was read here
          end.recent.push(event);
          end.head = event.seq;
        }
        end.recent.splice(0, end.recent.length - MAX_READS);
        end.again ||= events.length === BATCH;
        for (const moved of end.watchers) moved();
      } while (end.again && end.watchers.size > 0);
    } finally {
      end.reading = null; // at once: requests from here on need a new reading
    }
  };
  /** One reading at a time: a request during a reading has it begin again. */
  const wake = (end: End): Promise<void> => {
    if (end.reading) end.again = true;
    end.reading ??= readOn(end);
    return end.reading;
  };
  const wakeAll = () => {
    for (const end of ends.values()) wake(end).catch(report);
  };
  const open = (feed: Feed): End => {
    const opening = log.bounds(feed).then(({ head }) => {
      end.head = head;
    });
    const end: End = {
      feed,
      watchers: new Set(),
      opened: opening,
      recent: [],
      head: 0n,
      reading: null,
      again: false,
    };
    opening.catch(() => ends.delete(feed.module)); // the watchers that wait get the error; the next one tries again
    ends.set(feed.module, end);
    return end;
  };

  const polling = setInterval(wakeAll, pollMs).unref();
  const notified = (module: string) => {
    const end = ends.get(module);
    if (end) wake(end).catch(report);
  };
  wakeUps.listen(notified, wakeAll).catch(report);

  return {
    log: {
      ...log,
      visibilityChanges: createCoalescedReads(log),
      read(feed, after, limit) {
        const end = ends.get(feed.module);
        if (end && after === end.head) return Promise.resolve([]);
        const first = end?.recent[0];
        if (!end || !first || after < first.seq - 1n || after > end.head) return log.read(feed, after, limit);
        const start = Number(after - first.seq) + 1;
        return Promise.resolve(end.recent.slice(start, start + limit));
      },
    },
    async watch(feed, moved) {
      const end = ends.get(feed.module) ?? open(feed);
      end.watchers.add(moved);
      try {
        await end.opened;
      } catch (error) {
        end.watchers.delete(moved);
        throw error;
      }
      return {
        head: end.head,
        refresh: () => wake(end),
        stop() {
          end.watchers.delete(moved);
          // Nobody is left to read on: what is known would only grow old.
          if (end.watchers.size === 0 && ends.get(feed.module) === end) ends.delete(feed.module);
        },
      };
    },
    get size() {
      return ends.size;
    },
    close() {
      clearInterval(polling);
      ends.clear();
    },
  };
}
