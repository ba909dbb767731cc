import type { AnyRecord, Feed } from '../../feed/feed.ts';
import type { HeldPosition, LivePosition } from './live-cursors.ts';

/** One change of one record, as it was committed. */
export interface FeedEvent {
  /** Counts from 1 in the order of commits, without gaps. */
  readonly seq: bigint;
  readonly key: string;
  readonly at: Date;
  /** Null: the record was created. */
  readonly before: AnyRecord | null;
  /** Null: the record was removed. */
  readonly after: AnyRecord | null;
}

/** A moment at which views with a lag begin or cease to see the row of an event, or learn more of it. */
export interface VisibilityChange {
  readonly on: Date;
  readonly event: FeedEvent;
}

/** How far back a log reaches. */
export interface LogBounds {
  /** Every event from this number on is there; `head + 1` when none is. */
  readonly first: bigint;
  /** Number of the last event; 0 before the first one. */
  readonly head: bigint;
  /** Of the visibility changes up to then some may be pruned; null: none is. */
  readonly forgottenUntil: Date | null;
}

/** The part of the log that a reader asks for is pruned. */
export class HistoryGone extends Error {}

/** Whether a part of what follows a position is pruned. */
export function isForgotten({ seq, held }: LivePosition, { first, forgottenUntil }: LogBounds): boolean {
  if (seq + 1n < first) return true;
  if (held === null || forgottenUntil === null) return false;
  return held.until < forgottenUntil || (held.seq !== null && held.until <= forgottenUntil);
}

/** Reads the event logs of the feeds. */
export interface EventLog {
  /** The events behind `after` in their order, at most `limit`. */
  read(feed: Feed, after: bigint, limit: number): Promise<readonly FeedEvent[]>;
  /**
   * The turns behind `after` and up to `until` of the rows as event `seq` left them, by time and number, at most
   * `limit`: events that a later one up to `seq` has overtaken have none. Throws HistoryGone when some may be pruned:
   * a reader could not see that one of them is missing.
   */
  visibilityChanges(
    feed: Feed,
    range: { readonly seq: bigint; readonly after: HeldPosition; readonly until: Date },
    limit: number,
  ): Promise<readonly VisibilityChange[]>;
  bounds(feed: Feed): Promise<LogBounds>;
}

/** Finds a place in the logs by time. */
export interface EventMoments {
  /** Number of the last event before the first one that was committed at this moment or later; 0 before the first. */
  headAt(feed: Feed, moment: Date): Promise<bigint>;
}

/** Drops events that are older than the retention. */
export interface EventRetention {
  /** Cuts the logs off at their start; returns how many events went. */
  prune(feeds: readonly Feed[], keep: Retention): Promise<number>;
}

export interface Retention {
  /** At most so many of each feed. */
  readonly count: number;
  /** None that was committed earlier. */
  readonly olderThan: Date;
  /** Events of rows that become visible later stay whatever their age: a stream may still wait for them. */
  readonly heldUntil: Date;
}
