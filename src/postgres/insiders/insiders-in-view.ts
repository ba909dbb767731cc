import { type RawBuilder, sql } from 'kysely';
import type { View } from '../../core/access/view.ts';
import { DAY_MS } from '../../core/time.ts';
import type { Feed } from '../../feed/feed.ts';
import { rowsOf } from '../feeds/revisions-in-view.ts';
import { instant } from '../schema/column.ts';
import {
  ceilDay,
  day,
  heldInsiderFlow,
  insiderCorrections,
  insiderFilingsIn,
  insiderFlow,
  visibleFilings,
} from './insider-flow.ts';

type Fragment = RawBuilder<unknown>;

/** Who has a filing in view. */
export interface InsidersInView {
  /** `WITH` of the statement that reads the arms; may be empty. */
  readonly ctes: Fragment;
  /**
   * Selects of rows `(slug, name, filing_count, buy, sell)`; no insider is in two of them. Apart, so that the one with
   * nearly all insiders is read in the order of an index where it has one.
   */
  readonly arms: readonly Fragment[];
}

/** Sums that ingestion keeps in the table `insider`. */
interface Kept {
  readonly count: Fragment;
  readonly buy: Fragment;
  readonly sell: Fragment;
}

const WHOLE: Kept = { count: sql`insider.filing_count`, buy: sql`insider.buy`, sell: sql`insider.sell` };
const YEAR: Kept = {
  count: sql`insider.year_count`,
  buy: sql`insider.year_buy`,
  sell: sql`insider.year_sell`,
};

const HALF_YEAR_MS = 183 * DAY_MS;

/**
 * Kept sums that hold nearly what the view does are taken as they are, but for the insiders of whom something happened in
 * the few days between; a short history is summed up from its days. By a snapshot all is summed up from the filings of then.
 * `only` narrows the rows by `slug`.
 */
export function insidersInView(feed: Feed, view: View, only: Fragment = sql`TRUE`): InsidersInView {
  const { from, until, now } = view;
  if (view.heads) return { ctes: partsCte([heldInsiderFlow(feed, view, only)]), arms: [heldArm(feed, view)] };
  if (!from && !until) return { ctes: sql``, arms: [keptArm(WHOLE, only)] };
  const late = until ? insiderCorrections(view, until, only) : [];
  if (!from) return corrected(WHOLE, late, view, only);
  if (now.getTime() - from.getTime() > HALF_YEAR_MS)
    return corrected(YEAR, [...sinceYear(from, only), ...late], view, only);
  return {
    ctes: partsCte([insiderFlow(view, only)]),
    arms: [partsArm(null, view)],
  };
}

function corrected(kept: Kept, parts: readonly Fragment[], view: View, only: Fragment): InsidersInView {
  const untouched = sql`${only} AND slug NOT IN (SELECT slug FROM part)`;
  return { ctes: partsCte(parts), arms: [keptArm(kept, untouched), partsArm(kept, view)] };
}

function partsCte(parts: readonly Fragment[]): Fragment {
  return sql`WITH part AS MATERIALIZED (
    SELECT key AS slug, sum(filing_count) AS filing_count, sum(buy) AS buy, sum(sell) AS sell
    -- Filings that name no insider have no entry.
    FROM (${sql.join(parts, sql` UNION ALL `)}) AS p WHERE key IS NOT NULL GROUP BY key)`;
}

function keptArm(kept: Kept, condition: Fragment): Fragment {
  return sql`SELECT slug, name, ${kept.count} AS filing_count, ${kept.buy} AS buy, ${kept.sell} AS sell
    FROM insider WHERE ${kept.count} > 0 AND ${condition}`;
}

function partsArm(kept: Kept | null, view: View): Fragment {
  const plus = (sum: Fragment | undefined, part: Fragment) =>
    sum ? sql`coalesce(${sum}, 0) + ${part}` : part;
  const count = plus(kept?.count, sql`part.filing_count`);
  return sql`SELECT part.slug, ${nameOf(view)} AS name, ${count} AS filing_count,
      ${plus(kept?.buy, sql`part.buy`)} AS buy, ${plus(kept?.sell, sql`part.sell`)} AS sell
    FROM part LEFT JOIN insider ON insider.slug = part.slug WHERE ${count} > 0`;
}

function heldArm(feed: Feed, view: View): Fragment {
  const slug = sql`part.slug`;
  return sql`SELECT part.slug, coalesce(${newestName(rowsOf(feed, view), slug, view)}, ${slug}) AS name, filing_count, buy, sell
    FROM part WHERE filing_count > 0`;
}

/** What makes the year sums those since `from`, whichever of both is earlier, and the kept names those of the view. */
function sinceYear(from: Date, only: Fragment): Fragment[] {
  const firstFull = day(ceilDay(from));
  const edge = { from, to: new Date(ceilDay(from).getTime() - 1) };
  const days = (sign: Fragment, within: Fragment) => sql`
    SELECT slug AS key, ${sign} * filing_count AS filing_count, 0 AS buy_count, ${sign} * buy AS buy, ${sign} * sell AS sell
    FROM insider_daily WHERE ${only} AND ${within}`;
  const start = sql`(SELECT start FROM insider_year)`;
  return [
    days(sql`-1`, sql`day >= ${start} AND day < ${firstFull}`),
    days(sql`1`, sql`day >= ${firstFull} AND day < ${start}`),
    insiderFilingsIn(edge, only),
    // Nothing to add, but their kept name was known before the view begins.
    sql`SELECT slug, 0, 0, 0, 0 FROM insider WHERE ${only} AND year_count > 0 AND named_at < ${instant(from)}`,
  ];
}

/**
 * The name of the newest filing in view that has one, else the slug. The kept name is that of the newest of all filings:
 * it is looked up only where that one is not in view, because it was known before, or because of what happened within
 * the lag.
 */
function nameOf(view: View): Fragment {
  const slug = sql`part.slug`;
  const isKept = [view.from ? sql`insider.named_at >= ${instant(view.from)}` : sql`insider.name IS NOT NULL`];
  if (view.until) {
    const at = instant(view.until);
    isKept.push(sql`${slug} NOT IN (
      SELECT insider_slug FROM insider_filings
      WHERE insider_slug IS NOT NULL AND provisional IS NOT TRUE AND (known_from > ${at} OR superseded_at > ${at}))`);
  }
  return sql`CASE WHEN ${sql.join(isKept, sql` AND `)} THEN insider.name
    ELSE coalesce(${newestName(sql`insider_filings`, slug, view)}, ${slug}) END`;
}

const newestName = (rows: Fragment, slug: Fragment, view: View): Fragment => sql`(
  SELECT insider_name FROM ${rows}
  WHERE insider_slug = ${slug} AND insider_name IS NOT NULL AND ${visibleFilings(view)}
  ORDER BY filing_date DESC, id DESC LIMIT 1)`;
