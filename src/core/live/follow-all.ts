import { floorSecond } from '../access/access.ts';
import { type View, withStale } from '../access/view.ts';
import { type EventLog, isForgotten } from './event-log.ts';
import { type Change, type Followed, follow, isBeyond, positionOf } from './follow.ts';
import type { LivePosition } from './live-cursors.ts';

/** Places in the logs of the feeds that a stream follows, in the order in which it names them. */
export type Positions = readonly LivePosition[];

/** A change of one of several feeds. */
export interface ChangeOfFeed extends Omit<Change, 'position'> {
  readonly feed: Followed['feed'];
  /** Where the stream stands behind it, in every feed. */
  readonly positions: Positions;
}

export interface FollowupOfAll {
  readonly changes: readonly ChangeOfFeed[];
  readonly positions: Positions;
  /** Whether there may already be more events. */
  readonly more: boolean;
}

export interface RangeOfAll {
  /** None beyond the view. */
  readonly from: Positions;
  /** As in `FollowRange`, of each feed. */
  readonly to?: Positions | undefined;
  /** Most changes of a step, but for those that one feed's step of the same limit adds. */
  readonly limit: number;
}

/**
 * Reads on in the log of one feed after the other, as `follow` does in one. The changes of a feed keep their order; those of
 * different feeds have none between them. Throws HistoryGone when a part of one log is gone.
 */
export async function followAll(
  log: EventLog,
  followed: readonly Followed[],
  view: View,
  { from, to, limit }: RangeOfAll,
): Promise<FollowupOfAll> {
  const changes: ChangeOfFeed[] = [];
  const positions = [...from];
  let more = false;
  for (const [index, one] of followed.entries()) {
    if (changes.length >= limit) return { changes, positions, more: true };
    const start = at(from, index);
    const step = await follow(log, one, viewOf(one, view), { from: start, to: to?.[index], limit });
    for (const { position, ...change } of step.changes) {
      positions[index] = position;
      changes.push({ ...change, feed: one.feed, positions: [...positions] });
    }
    positions[index] = step.position;
    more ||= step.more;
  }
  return { changes, positions, more };
}

/** Where pages leave off that a view read at these heads. */
export const positionsOf = (followed: readonly Followed[], view: View, heads: readonly bigint[]): Positions =>
  followed.map((one, index) => positionOf(one.feed, viewOf(one, view), at(heads, index)));

/** Whether it is `isBeyond` in one of the feeds. */
export const isAnyBeyond = (followed: readonly Followed[], view: View, positions: Positions): boolean =>
  followed.some((one, index) => isBeyond(one.feed, viewOf(one, view), at(positions, index)));

/** Whether a part of what follows is pruned in one of the logs. */
export async function isAnyForgotten(
  log: EventLog,
  followed: readonly Followed[],
  positions: Positions,
): Promise<boolean> {
  const bounds = await Promise.all(followed.map(({ feed }) => log.bounds(feed)));
  return bounds.some((one, index) => isForgotten(at(positions, index), one));
}

/** Whether one of the feeds is not as far along as in `other`. */
export const isAnyBefore = (positions: Positions, other: Positions): boolean =>
  positions.some((one, index) => isBefore(one, at(other, index)));

/** Whether a watermark stands in the middle of one moment. */
export const isWithinMoment = (positions: Positions): boolean =>
  positions.some(({ held }) => held?.seq != null);

/** Number of events from one place to another; null under a lag, where it would count events that are held back. */
export const eventsBetween = (followed: readonly Followed[], from: Positions, to: Positions): number | null =>
  to.reduce<number | null>((sum, { seq, held }, index) => {
    const isDelayed = held !== null && at(followed, index).feed.availability?.hasLag === true;
    return sum === null || isDelayed ? null : sum + Number(seq - at(from, index).seq);
  }, 0);

/**
 * What a view sees of a feed that is followed. The now of a feed with a shelf life rises by whole seconds, as a watermark under
 * a lag does: all who follow it then ask the same of its log.
 */
function viewOf({ feed, stale }: Followed, view: View): View {
  if (feed.shelfLife === null) return view;
  return stale ? withStale(view) : { ...view, now: floorSecond(view.now.getTime()) };
}

const isBefore = (one: LivePosition, other: LivePosition): boolean =>
  one.seq < other.seq || (one.held !== null && other.held !== null && one.held.until < other.held.until);

/** One for each feed: lists of another length are a mistake of the caller. */
function at<T>(list: readonly T[], index: number): T {
  const one = list[index];
  if (one === undefined) throw new Error('a stream has one position in each of its feeds');
  return one;
}
