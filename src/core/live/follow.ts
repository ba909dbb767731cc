import type { AnyRecord, Feed } from '../../feed/feed.ts';
import type { HeldPosition, LivePosition } from '../../feed/live-cursor.ts';
import { matches } from '../../feed/match.ts';
import type { Filter } from '../../feed/query.ts';
import type { View } from '../view.ts';
import { isVisible } from '../visible.ts';
import type { EventLog, FeedEvent } from './event-log.ts';

/** What a subscriber gets of an event. */
export interface Change {
  readonly kind: 'CREATED' | 'UPDATED' | 'REMOVED';
  /** The row as it is now; of REMOVED as it last was. */
  readonly row: AnyRecord;
  /** When it was committed. */
  readonly at: Date;
  /** Where the stream stands behind it. */
  readonly position: LivePosition;
}

/** What is followed: the rows of a feed that pass a filter. */
export interface Followed {
  readonly feed: Feed;
  readonly filter: Filter | undefined;
}

export interface Followup {
  readonly changes: readonly Change[];
  readonly position: LivePosition;
  /** Whether there may be more already. */
  readonly more: boolean;
}

/** Nothing is held back. */
const NO_CEILING = new Date('9999-12-31T23:59:59.999Z');

/** Whether a view sees the feed late. */
export const isLagged = (feed: Feed, view: View): boolean =>
  feed.availability !== null && view.until !== null;

/** Where a page that a view read at `head` leaves off. */
export function positionOf(feed: Feed, view: View, head: bigint): LivePosition {
  const held = isLagged(feed, view) && view.until ? { until: view.until, seq: null } : null;
  return { seq: head, held };
}

export interface FollowRange {
  readonly from: LivePosition;
  /** Not beyond this position, which the same view has reached; none: as far as the log and the view go. */
  readonly to?: LivePosition | undefined;
  /** Most events read in a step. */
  readonly limit: number;
}

/**
 * Reads on from a position, at most `limit` events: first those that became available to the view since, in the order
 * they did, then those that were committed since, in the order of commits. What is not available yet is passed by and
 * comes in its turn. Nothing comes twice and nothing is skipped, whatever was committed in between.
 */
export async function follow(
  log: EventLog,
  followed: Followed,
  view: View,
  range: FollowRange,
): Promise<Followup> {
  const { feed } = followed;
  const { from, to, limit } = range;
  const ceiling = isLagged(feed, view) ? (to?.held?.until ?? view.until ?? NO_CEILING) : NO_CEILING;
  const released = await release(log, followed, view, range, ceiling);
  if (released.more) return released;

  const { held } = released.position;
  const seen = held ? { ...view, until: held.until } : view; // a clock that was set back takes nothing away
  const events = await log.read(feed, from.seq, limit);
  const changes = [...released.changes];
  let { seq } = from;
  for (const event of events) {
    if (to && event.seq > to.seq) break;
    seq = event.seq;
    if (event.availableAt !== null && event.availableAt > (held?.until ?? NO_CEILING)) continue;
    const change = changeOf(event, followed, seen);
    if (change) changes.push({ ...change, at: event.at, position: { seq, held } });
  }
  const more = to ? seq < to.seq && events.length > 0 : events.length === limit;
  return { changes, position: { seq, held }, more };
}

async function release(
  log: EventLog,
  followed: Followed,
  view: View,
  { from, limit }: FollowRange,
  ceiling: Date,
): Promise<Followup> {
  const { feed } = followed;
  const isUnlimited = ceiling === NO_CEILING;
  // A cursor of a view without a lag has seen everything: from here on this view waits for what comes.
  const after: HeldPosition | null = from.held ?? (isUnlimited ? null : { until: ceiling, seq: null });
  if (after === null || after.until >= ceiling)
    return { changes: [], position: { seq: from.seq, held: after }, more: false };
  const events = await log.released(feed, { seq: from.seq, after, until: ceiling }, limit);
  const changes: Change[] = [];
  for (const event of events) {
    const held = { until: event.availableAt ?? after.until, seq: event.seq };
    const change = changeOf(event, followed, view);
    if (change) changes.push({ ...change, at: event.at, position: { seq: from.seq, held } });
  }
  const last = events.at(-1);
  if (last && events.length === limit)
    return {
      changes,
      position: { seq: from.seq, held: { until: last.availableAt ?? ceiling, seq: last.seq } },
      more: true,
    };
  const held = isUnlimited ? null : { until: ceiling, seq: null };
  return { changes, position: { seq: from.seq, held }, more: false };
}

/** What the event is to whoever follows these rows: a row that leaves them is removed, one that joins them created. */
function changeOf(
  { before, after }: FeedEvent,
  { feed, filter }: Followed,
  view: View,
): Pick<Change, 'kind' | 'row'> | null {
  const isFollowed = (row: AnyRecord | null): row is AnyRecord =>
    row !== null && isVisible(feed, row, view) && (filter === undefined || matches(filter, row));
  if (isFollowed(after)) return { kind: isFollowed(before) ? 'UPDATED' : 'CREATED', row: after };
  return isFollowed(before) ? { kind: 'REMOVED', row: before } : null;
}
