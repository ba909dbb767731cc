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
  /** Whether rows are seen whose shelf life is over. */
  readonly stale?: true;
  /**
   * The moment whose knowledge is seen: rows as the world knew them then, by today's corrections. `now` is that moment, too, and
   * `until` no later. Left out: all that is known by now.
   */
  readonly asOf?: Date;
  /** Rows are seen as they stood behind these events of their feeds, by module. Left out: as they stand. */
  readonly heads?: ReadonlyMap<string, bigint>;
  /** What tells such a view from others, as ids of its objects show it. */
  readonly heldBy?: string;
}

/** Everything, now. */
export function fullView(now: Date): View {
  return { from: null, until: null, now, stale: true };
}

/** The same view, which sees stale rows as well. */
export const withStale = (view: View): View => ({ ...view, stale: true });

/** What is asked of a feed here: whether its rows become available at some time, and whether they become stale. */
type Timed = Pick<Feed, 'availability' | 'shelfLife'>;

/** Whether rows of the feed leave the view with the time alone. */
export const lapses = ({ shelfLife }: Timed, { stale }: View): boolean => shelfLife !== null && !stale;

/**
 * The moment as of which the view sees rows of the feed come and go; null: it sees all there is by now. That of a feed with a
 * shelf life is its now.
 */
export function watermarkOf(feed: Timed, view: View): Date | null {
  if (feed.availability?.hasLag) return view.until;
  return view.asOf ?? (lapses(feed, view) ? view.now : null);
}

/** The view as it is when its watermark over the feed stands there. */
export const viewAt = (feed: Timed, view: View, watermark: Date): View =>
  feed.availability?.hasLag ? { ...view, until: watermark } : { ...view, now: watermark };

/** Whether the view sees less of the feeds than there is by now, for it has a lag. */
export function hidesRows(feeds: Iterable<Pick<Timed, 'availability'>>, { until }: View): boolean {
  return until !== null && [...feeds].some(({ availability }) => availability?.hasLag === true);
}

/** Where look-backs over delayed data end: a view with a lag lives at its watermark. */
export function laggedNow({ until, now }: View): Date {
  return until ?? now;
}

/** Where look-backs over a feed end. */
export function nowOf(feed: Timed, view: View): Date {
  return watermarkOf(feed, view) ?? view.now;
}

/** Start of the look-back `(now - hours, now]` over a feed, before the history floor cuts it. */
export function lookBackStart(feed: Timed, hours: number, view: View): Date {
  return new Date(nowOf(feed, view).getTime() - hours * HOUR_MS);
}
