import type { Feed } from '../../feed/feed.ts';
import { HOUR_MS } from '../time.ts';

/**
 * What a caller sees. Every read takes one; the storage adapter applies it, so that no resolver and no route can
 * forget it. A row outside the view does not exist: not in lists, counts, sums, nested fields or exports.
 */
export interface View {
  /** History floor: of feeds with a window, rows that were known before are not seen. Null: unlimited. */
  readonly from: Date | null;
  /** Watermark, the end of a view with a lag: of feeds with availability, rows that became available later are not seen. Null: no lag. */
  readonly until: Date | null;
  /** Where look-backs end. */
  readonly now: Date;
  /** Whether a view without a lag also sees rows that were replaced; what is derived from rows sees them all. */
  readonly replaced?: true;
}

/** Everything, now. */
export function fullView(now: Date): View {
  return { from: null, until: null, now };
}

/** What is asked of a feed here: whether its rows become available at some time. */
type Delayed = Pick<Feed, 'availability'>;

/** The moment as of which the view sees the feed; null: it sees all there is by now. */
export const watermarkOf = (feed: Delayed, { until }: View): Date | null =>
  feed.availability?.hasLag ? until : null;

/** Whether the view sees less of the feeds than there is by now. */
export function hidesRows(feeds: Iterable<Delayed>, view: View): boolean {
  return [...feeds].some((feed) => watermarkOf(feed, view) !== null);
}

/** Where look-backs over delayed data end: a view with a lag lives at its watermark. */
export function laggedNow({ until, now }: View): Date {
  return until ?? now;
}

/** Where look-backs over a feed end. */
export function nowOf(feed: Delayed, view: View): Date {
  return watermarkOf(feed, view) ?? view.now;
}

/** Start of the look-back `(now - hours, now]` over a feed, before the history floor cuts it. */
export function lookBackStart(feed: Delayed, hours: number, view: View): Date {
  return new Date(nowOf(feed, view).getTime() - hours * HOUR_MS);
}
