import type { Feed } from '../feed/feed.ts';

/**
 * What a caller sees. Every read takes one; the storage adapter applies it, so that no resolver and no route can
 * forget it. A row outside the view does not exist: not in lists, counts, sums, nested fields or exports.
 */
export interface View {
  /** History floor: rows whose clock is older are not seen, nor rows without a clock. Null: unlimited. */
  readonly from: Date | null;
  /** Lag ceiling: of feeds with availability, rows that became available later are not seen. Null: no lag. */
  readonly until: Date | null;
  /** Where look-backs end. */
  readonly now: Date;
}

/** Everything, now. */
export function fullView(now: Date): View {
  return { from: null, until: null, now };
}

/** Where look-backs over delayed data end: a view with a lag lives at its ceiling. */
export function laggedNow({ until, now }: View): Date {
  return until ?? now;
}

/** Where look-backs over a feed end. */
export function nowOf(feed: Pick<Feed, 'availability'>, view: View): Date {
  return feed.availability ? laggedNow(view) : view.now;
}

const HOUR_MS = 3_600_000;

/** Start of the look-back `(now - hours, now]` over a feed, before the history floor cuts it. */
export function lookBackStart(feed: Pick<Feed, 'availability'>, hours: number, view: View): Date {
  return new Date(nowOf(feed, view).getTime() - hours * HOUR_MS);
}
