import type { AnyRecord, Feed } from '../../feed/feed.ts';
import type { HeldPosition } from '../../feed/live-cursor.ts';

/** One change of one record, as it was committed. */
export interface FeedEvent {
  /** Counts from 1 in the order of commits, without gaps. */
  readonly seq: bigint;
  readonly key: string;
  readonly at: Date;
  /** From when views with a lag count from; null: they see it at once. */
  readonly availableAt: Date | null;
  /** Null: the record was created. */
  readonly before: AnyRecord | null;
  /** Null: the record was removed. */
  readonly after: AnyRecord | null;
}

/** What of a log is kept. */
export interface LogBounds {
  /** Number of the oldest event kept; `head + 1` when there is none. */
  readonly first: bigint;
  /** Number of the last event; 0 before the first one. */
  readonly head: bigint;
}

/** Reads the event logs of the feeds. */
export interface EventLog {
  /** The events behind `after` in their order, at most `limit`. */
  read(feed: Feed, after: bigint, limit: number): Promise<readonly FeedEvent[]>;
  /** Of the events up to `seq`, those that became available behind `after` and up to `until`, in the order they did. */
  released(
    feed: Feed,
    range: { readonly seq: bigint; readonly after: HeldPosition; readonly until: Date },
    limit: number,
  ): Promise<readonly FeedEvent[]>;
  bounds(feed: Feed): Promise<LogBounds>;
}

/** Drops events that are older than what is kept. */
export interface EventRetention {
  /** Cuts the logs off at their start; returns how many events went. */
  prune(feeds: readonly Feed[], keep: Retention): Promise<number>;
}

export interface Retention {
  /** At most so many of each feed. */
  readonly count: number;
  /** None that was committed earlier. */
  readonly olderThan: Date;
  /** Events that become available later are kept whatever their age: somebody still waits for them. */
  readonly heldUntil: Date;
}
