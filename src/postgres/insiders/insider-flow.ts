import { type RawBuilder, sql } from 'kysely';
import { laggedNow, type View } from '../../core/access/view.ts';
import { DAY_MS } from '../../core/time.ts';
import type { Feed } from '../../feed/feed.ts';
import { rowsOf } from '../feeds/revisions-in-view.ts';
import { instant } from '../schema/column.ts';

type Fragment = RawBuilder<unknown>;

/** A stretch of time, both ends included, to the millisecond; null is unbounded. */
export interface Window {
  readonly from: Date | null;
  readonly to: Date | null;
}

/** The last `days` of the view, `(now - days, now]`; its history cuts off what was known before. */
export function lastDays(days: number, view: View): Window & { readonly from: Date; readonly to: Date } {
  const to = laggedNow(view);
  return { from: new Date(to.getTime() - days * DAY_MS + 1), to };
}

/** Lines of amendments that may replace one of several: sums count these alone. */
const COUNTS = sql`provisional IS NOT TRUE`;

/** Filings that a view may see and that count, as a condition on `insider_filings`. */
export function visibleFilings(view: View): Fragment {
  return sql.join(
    [
      COUNTS,
      ...bounds({ from: view.from, to: view.until }, KNOWN),
      view.until
        ? sql`(superseded_at IS NULL OR superseded_at > ${instant(view.until)})`
        : sql`superseded_at IS NULL`,
    ],
    sql` AND `,
  );
}

/** Filings that became known in a window, as a condition on `insider_filings`. */
export const knownIn = (window: Window): Fragment => within(window, KNOWN);

/** Filings that were filed in a window, likewise. */
const filedIn = (window: Window): Fragment => within(window, FILED);

const KNOWN = sql`known_from`;
const FILED = sql`filing_date`;

const within = (window: Window, subject: Fragment): Fragment => sql.join(bounds(window, subject), sql` AND `);

function bounds(window: Window, subject: Fragment): Fragment[] {
  return [
    window.from ? sql`${subject} >= ${instant(window.from)}` : sql`TRUE`,
    window.to ? sql`${subject} <= ${instant(window.to)}` : sql`TRUE`,
  ];
}

/** Where sums come from: a daily table, the time whose UTC days it sums up, and the column of the filings that it groups by. */
export interface Rollup {
  readonly table: 'insider_daily' | 'asset_daily';
  readonly time: Fragment;
  readonly group: Fragment;
  readonly filingGroup: Fragment;
}

/** By the days on which filings became known: the directory holds what the view does and knows no look-back. */
export const BY_INSIDER: Rollup = {
  table: 'insider_daily',
  time: KNOWN,
  group: sql`slug`,
  filingGroup: sql`insider_slug`,
};

/** By the days on which they were filed, which look-backs run on. */
const BY_ASSET: Rollup = {
  table: 'asset_daily',
  time: FILED,
  group: sql`asset`,
  filingGroup: sql`coalesce(asset, '')`,
};

const keyOf = (rollup: Rollup): Fragment => sql`${rollup.filingGroup} AS key`;

/**
 * Rows `(key, filing_count, buy_count, buy, sell)` that add up to the sums of each asset over the last `days` in a view.
 * `only` narrows them to some `asset`s. No filing is known before it is filed, so what was filed since the floor of the
 * view is all in it; of what was filed before, the few that became known later are looked up.
 */
export function assetFlow(feed: Feed, days: number, view: View, only: Fragment = sql`TRUE`): Fragment {
  const window = lastDays(days, view);
  if (view.heads) return heldFlow(feed, BY_ASSET, view, sql`${filedIn(window)} AND ${only}`);
  const floor = view.from && view.from > window.from ? view.from : null;
  const key = keyOf(BY_ASSET);
  const parts = sumsOf(BY_ASSET, floor ? { from: ceilDay(floor), to: window.to } : window, only);
  if (floor) {
    const before = earlier(window.to, new Date(ceilDay(floor).getTime() - 1));
    const soon = new Date(floor.getTime() - SOON_MS);
    const known = sql`superseded_at IS NULL AND known_from >= ${instant(floor)} AND ${only}`;
    const soonFiled = { from: later(window.from, soon), to: before };
    parts.push(filings(key, sql`1`, sql`${known} AND ${filedIn(soonFiled)}`));
    const longFiled = { from: window.from, to: earlier(before, new Date(soon.getTime() - 1)) };
    parts.push(filings(key, sql`1`, sql`${known} AND ${KNOWN_LATE} AND ${filedIn(longFiled)}`));
  }
  if (view.until) parts.push(...corrections(key, view, view.until, sql`${filedIn(window)} AND ${only}`));
  return sql.join(parts, sql` UNION ALL `);
}

/** Most filings are known within a day or two; the others have an index of their own, on this condition. */
const SOON_MS = 2 * DAY_MS;
const KNOWN_LATE = sql`known_from - filing_date > interval '48 hours'`;

/** The same for each insider, over everything the view may see; `only` narrows them to some `slug`s. */
export function insiderFlow(view: View, only: Fragment): Fragment {
  const parts = sumsOf(BY_INSIDER, { from: view.from, to: null }, only);
  if (view.until) parts.push(...insiderCorrections(view, view.until, only));
  return sql.join(parts, sql` UNION ALL `);
}

/** The same by a snapshot. */
export const heldInsiderFlow = (feed: Feed, view: View, only: Fragment): Fragment =>
  heldFlow(feed, BY_INSIDER, view, only);

/** By a snapshot there are no sums but those of the filings as they stood. */
const heldFlow = (feed: Feed, rollup: Rollup, view: View, only: Fragment): Fragment =>
  filings(keyOf(rollup), sql`1`, sql`${visibleFilings(view)} AND ${only}`, rowsOf(feed, view));

/** What makes the kept sums of insiders those of a view with a lag. */
export const insiderCorrections = (view: View, until: Date, only: Fragment): Fragment[] =>
  corrections(keyOf(BY_INSIDER), view, until, only);

/** The filings of insiders that became known in a window and are not superseded, one row each. */
export const insiderFilingsIn = (window: Window, only: Fragment): Fragment => exact(BY_INSIDER, window, only);

/** Sums of what is not superseded: whole days come from the daily sums, the days at the edges from the filings. */
function sumsOf(rollup: Rollup, window: Window, only: Fragment): Fragment[] {
  const firstFull = window.from && ceilDay(window.from);
  const endFull = window.to && floorDay(new Date(window.to.getTime() + 1));
  if (firstFull && endFull && firstFull >= endFull) return [exact(rollup, window, only)];
  const parts = [
    sql`SELECT ${rollup.group} AS key, filing_count, ${buyCount(rollup)} AS buy_count, buy, sell
      FROM ${sql.table(rollup.table)} WHERE ${only} AND ${wholeDays(firstFull, endFull)}`,
  ];
  if (window.from && firstFull && firstFull > window.from) {
    parts.push(exact(rollup, { from: window.from, to: new Date(firstFull.getTime() - 1) }, only));
  }
  if (window.to && endFull) parts.push(exact(rollup, { from: endFull, to: window.to }, only));
  return parts;
}

const wholeDays = (from: Date | null, end: Date | null): Fragment =>
  sql.join(
    [from ? sql`day >= ${day(from)}` : sql`TRUE`, end ? sql`day < ${day(end)}` : sql`TRUE`],
    sql` AND `,
  );

export const day = (at: Date): Fragment => sql`${at.toISOString().slice(0, 10)}::text::date`;

// The directory has no use for it, so its table does not keep it.
const buyCount = (rollup: Rollup): Fragment => (rollup.table === 'asset_daily' ? sql`buy_count` : sql`0`);

function exact(rollup: Rollup, window: Window, only: Fragment): Fragment {
  const condition = sql`superseded_at IS NULL AND ${within(window, rollup.time)} AND ${only}`;
  return filings(keyOf(rollup), sql`1`, condition);
}

/**
 * The daily sums hold what is not superseded; for a view with a lag, filings not yet known are taken away and superseded
 * ones that still stand for it are added: few rows, since both happened within the lag.
 */
function corrections(key: Fragment, { from }: View, until: Date, only: Fragment): Fragment[] {
  const seen = within({ from, to: until }, KNOWN);
  const at = instant(until);
  return [
    filings(key, sql`-1`, sql`superseded_at IS NULL AND known_from > ${at} AND ${only}`),
    filings(key, sql`1`, sql`superseded_at > ${at} AND ${seen} AND ${only}`),
  ];
}

function filings(
  key: Fragment,
  sign: Fragment,
  condition: Fragment,
  rows: Fragment = sql`insider_filings`,
): Fragment {
  const amount = (direction: string) =>
    sql`CASE WHEN transaction_direction = ${sql.lit(direction)} THEN ${sign} * coalesce(value, 0)::numeric ELSE 0 END`;
  return sql`SELECT ${key}, ${sign} AS filing_count,
    CASE WHEN transaction_direction = 'buy' THEN ${sign} ELSE 0 END AS buy_count,
    ${amount('buy')} AS buy, ${amount('sell')} AS sell
    FROM (SELECT *, insider_slug AS slug FROM ${rows}) AS f WHERE ${COUNTS} AND ${condition}`;
}

const earlier = (one: Date, other: Date): Date => (one < other ? one : other);
const later = (one: Date, other: Date): Date => (one > other ? one : other);

function floorDay(at: Date): Date {
  return new Date(Math.floor(at.getTime() / DAY_MS) * DAY_MS);
}

export function ceilDay(at: Date): Date {
  return new Date(Math.ceil(at.getTime() / DAY_MS) * DAY_MS);
}
