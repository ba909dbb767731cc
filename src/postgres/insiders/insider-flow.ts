import { type RawBuilder, sql } from 'kysely';
import { laggedNow, type View } from '../../core/access/view.ts';
import { DAY_MS } from '../../core/time.ts';
import { instant } from '../schema/column.ts';

type Fragment = RawBuilder<unknown>;

/** Filing dates of a window, both ends included, to the millisecond; null is unbounded. */
export interface Window {
  readonly from: Date | null;
  readonly to: Date | null;
}

/** The last `days` of the view, `(now - days, now]`, cut by its history. */
export function lastDays(days: number, view: View): Window {
  const to = laggedNow(view);
  const from = new Date(to.getTime() - days * DAY_MS + 1);
  return { from: view.from && view.from > from ? view.from : from, to };
}

/** Everything the view may see. */
export const everything = (view: View): Window => ({ from: view.from, to: null });

/** Lines of amendments that may replace one of several: sums count these alone. */
const COUNTS = sql`provisional IS NOT TRUE`;

/** Filings of a window that a view may see and that count, as a condition on `insider_filings`. */
export function visibleFilings(window: Window, view: View): Fragment {
  return sql.join(
    [
      COUNTS,
      ...bounds(window, sql`filing_date`),
      view.until ? sql`known_from <= ${instant(view.until)}` : sql`TRUE`,
      view.until
        ? sql`(superseded_at IS NULL OR superseded_at > ${instant(view.until)})`
        : sql`superseded_at IS NULL`,
    ],
    sql` AND `,
  );
}

function bounds(window: Window, subject: Fragment): Fragment[] {
  return [
    window.from ? sql`${subject} >= ${instant(window.from)}` : sql`TRUE`,
    window.to ? sql`${subject} <= ${instant(window.to)}` : sql`TRUE`,
  ];
}

/** Where sums come from: a daily table and the column of the filings that it groups by. */
export interface Rollup {
  readonly table: 'insider_daily' | 'asset_daily';
  readonly group: Fragment;
  readonly filingGroup: Fragment;
}

export const BY_INSIDER: Rollup = {
  table: 'insider_daily',
  group: sql`slug`,
  filingGroup: sql`insider_slug`,
};

export const BY_ASSET: Rollup = {
  table: 'asset_daily',
  group: sql`asset`,
  filingGroup: sql`coalesce(asset, '')`,
};

/**
 * `only` narrows the sums to some `slug`s or `asset`s; both tables have that column.
 *
 * Rows `(key, filing_count, buy_count, buy, sell)` that add up to the sums of a window in a view. Whole days come from
 * the daily sums, the days at the edges from the filings. The daily sums hold what is not superseded; for a view with a
 * lag, filings not yet available are taken away and superseded ones that still stand for it are added: few rows, since
 * both happened within the lag.
 */
export function flowParts(rollup: Rollup, window: Window, view: View, only: Fragment = sql`TRUE`): Fragment {
  const firstFull = window.from && ceilDay(window.from);
  const endFull = window.to && floorDay(new Date(window.to.getTime() + 1));
  const sameDay = firstFull && endFull && firstFull >= endFull;
  const key = sql`${rollup.filingGroup} AS key`;
  const parts: Fragment[] = [];
  if (sameDay) parts.push(exact(key, window, only));
  else {
    parts.push(sql`SELECT ${rollup.group} AS key, filing_count, ${buyCount(rollup)} AS buy_count, buy, sell
      FROM ${sql.table(rollup.table)} WHERE ${only} AND ${wholeDays(firstFull, endFull)}`);
    if (window.from && firstFull && firstFull > window.from) {
      parts.push(exact(key, { from: window.from, to: new Date(firstFull.getTime() - 1) }, only));
    }
    if (window.to && endFull) parts.push(exact(key, { from: endFull, to: window.to }, only));
  }
  if (view.until) parts.push(...corrections(key, window, view.until, only));
  return sql.join(parts, sql` UNION ALL `);
}

const wholeDays = (from: Date | null, end: Date | null): Fragment =>
  sql.join(
    [from ? sql`day >= ${day(from)}` : sql`TRUE`, end ? sql`day < ${day(end)}` : sql`TRUE`],
    sql` AND `,
  );

export const day = (at: Date): Fragment => sql`${at.toISOString().slice(0, 10)}::text::date`;

// The directory has no use for it, so its table does not keep it.
const buyCount = (rollup: Rollup): Fragment => (rollup.table === 'asset_daily' ? sql`buy_count` : sql`0`);

/** The filings of a window that are not superseded, one row each. */
export function exact(key: Fragment, window: Window, only: Fragment): Fragment {
  const within = sql.join(bounds(window, sql`filing_date`), sql` AND `);
  return filings(key, sql`1`, sql`superseded_at IS NULL AND ${within} AND ${only}`);
}

/** What makes sums of all that is not superseded those of a view with a lag. */
export function corrections(key: Fragment, window: Window, until: Date, only: Fragment): Fragment[] {
  const within = sql.join(bounds(window, sql`filing_date`), sql` AND `);
  const at = instant(until);
  return [
    filings(key, sql`-1`, sql`superseded_at IS NULL AND known_from > ${at} AND ${within} AND ${only}`),
    filings(key, sql`1`, sql`superseded_at > ${at} AND known_from <= ${at} AND ${within} AND ${only}`),
  ];
}

function filings(key: Fragment, sign: Fragment, condition: Fragment): Fragment {
  const amount = (direction: string) =>
    sql`CASE WHEN transaction_direction = ${sql.lit(direction)} THEN ${sign} * coalesce(value, 0)::numeric ELSE 0 END`;
  return sql`SELECT ${key}, ${sign} AS filing_count,
    CASE WHEN transaction_direction = 'buy' THEN ${sign} ELSE 0 END AS buy_count,
    ${amount('buy')} AS buy, ${amount('sell')} AS sell
    FROM (SELECT *, insider_slug AS slug FROM insider_filings) AS f WHERE ${COUNTS} AND ${condition}`;
}

function floorDay(at: Date): Date {
  return new Date(Math.floor(at.getTime() / DAY_MS) * DAY_MS);
}

export function ceilDay(at: Date): Date {
  return new Date(Math.ceil(at.getTime() / DAY_MS) * DAY_MS);
}
