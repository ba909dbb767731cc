import { type RawBuilder, sql } from 'kysely';
import type { Insider, InsiderAnalytics, InsiderQuery, InsiderSort } from '../core/ports.ts';
import type { View } from '../core/view.ts';
import { textArray } from './column.ts';
import type { Database } from './database.ts';
import { BY_INSIDER, everything, flowParts, instant, visibleFilings } from './insider-flow.ts';
import { type Keyset, keysetOrder, keysetRange, listingOf, spanLimit } from './insider-page.ts';

type Fragment = RawBuilder<unknown>;

/** USD sums come as double precision, counts as int8. */
interface InsiderRow {
  readonly slug: string;
  readonly name: string;
  readonly filing_count: bigint;
  readonly buy: number;
  readonly sell: number;
}

const SHOWN = sql`slug, name, filing_count::int8 AS filing_count, buy::float8 AS buy, sell::float8 AS sell`;

/** The directory out of the table `insider` for who sees everything, else out of the sums and names of the view. */
export function createInsiderDirectory(db: Database): Pick<InsiderAnalytics, 'directory' | 'insiders'> {
  return {
    async directory(query, view) {
      const keyset = keysetOf(query);
      // Names that nothing is chosen by are looked up for the page alone.
      const early = query.search !== undefined || query.sort === 'name';
      const found = query.search === undefined ? sql`TRUE` : sql`name ILIKE ${likePattern(query.search)}`;
      const all = early
        ? sql`SELECT * FROM (${named(totals(view), view)}) AS n WHERE ${found}`
        : totals(view);
      const page = sql`
        SELECT *, ${sql.ref(keyset.sort)}::text AS place FROM d WHERE ${keysetRange(keyset, query)}
        ORDER BY ${keysetOrder(keyset, query, 'd')} ${spanLimit(query)}`;
      // The kept table is read in the order of an index, until the page is full; anything else is made once for both.
      const made = isWhole(view) ? sql`NOT MATERIALIZED` : sql`MATERIALIZED`;
      const rows = await db.aggregate(sql<InsiderRow & { readonly place: string; readonly total: bigint }>`
        WITH d AS ${made} (${all})
        SELECT ${SHOWN}, place, total.n AS total FROM (SELECT count(*) AS n FROM d) AS total
        LEFT JOIN (${early ? page : named(page, view)}) AS page ON TRUE
        ORDER BY ${keysetOrder(keyset, query, 'page')}`);
      // Without a row in the range the join leaves one that holds the total alone.
      const read = rows.filter((row) => row.slug !== null);
      return listingOf(read, query, Number(rows[0]?.total ?? 0n), {
        item: toInsider,
        place: ({ place, slug }) => ({ value: place, key: slug }),
      });
    },

    async insiders(slugs, view) {
      const only = sql`slug = ANY(${textArray(slugs, 'text')})`;
      const rows = await db.aggregate(
        sql<InsiderRow>`SELECT ${SHOWN} FROM (${named(totals(view, only), view)}) AS d`,
      );
      const bySlug = new Map(rows.map((row) => [row.slug, toInsider(row)]));
      return slugs.map((slug) => bySlug.get(slug) ?? null);
    },
  };
}

const isWhole = (view: View): boolean => !view.from && !view.until;

/** Rows `(slug, filing_count, buy, sell)` of a view; of the kept table they have a name, too. */
function totals(view: View, only: Fragment = sql`TRUE`): Fragment {
  if (isWhole(view)) return sql`SELECT * FROM insider WHERE ${only}`;
  return sql`
    SELECT key AS slug, sum(filing_count) AS filing_count, sum(buy) AS buy, sum(sell) AS sell
    FROM (${flowParts(BY_INSIDER, everything(view), view, only)}) AS part
    -- Filings that name no insider have no entry.
    WHERE key IS NOT NULL GROUP BY key HAVING sum(filing_count) > 0`;
}

/**
 * Those rows with the name that the newest filing in view has, the slug where none has one. The kept name is that of the
 * newest filing of all, so it is right where the view has a lag only and nothing happened to the insider within the lag.
 */
function named(rows: Fragment, view: View): Fragment {
  if (isWhole(view)) return rows;
  const seen = sql`coalesce((
    SELECT insider_name FROM insider_filings
    WHERE insider_slug = r.slug AND insider_name IS NOT NULL AND ${visibleFilings(everything(view), view)}
    ORDER BY filing_date DESC, id DESC LIMIT 1), r.slug)`;
  if (view.from || !view.until) return sql`SELECT r.*, ${seen} AS name FROM (${rows}) AS r`;
  return sql`
    SELECT r.*, CASE WHEN kept.name IS NULL OR r.slug IN (${changedSince(view.until)}) THEN ${seen} ELSE kept.name END AS name
    FROM (${rows}) AS r LEFT JOIN insider AS kept ON kept.slug = r.slug`;
}

/** Insiders whose filings in view are not those that stand now: few, since it happened within the lag. */
function changedSince(until: Date): Fragment {
  const at = instant(until);
  return sql`SELECT insider_slug FROM insider_filings
    WHERE insider_slug IS NOT NULL AND (available_at > ${at} OR superseded_at > ${at})`;
}

const SORT_COLUMNS = {
  total_buy_value: { sort: 'buy', type: 'numeric' },
  total_sell_value: { sort: 'sell', type: 'numeric' },
  filing_count: { sort: 'filing_count', type: 'bigint' },
  name: { sort: 'name', type: 'text' },
} as const satisfies Record<InsiderSort, Pick<Keyset, 'sort' | 'type'>>;

function keysetOf({ sort, direction }: InsiderQuery): Keyset {
  return { ...SORT_COLUMNS[sort], key: 'slug', direction };
}

function toInsider(row: InsiderRow): Insider {
  return {
    slug: row.slug,
    name: row.name,
    filing_count: Number(row.filing_count),
    total_buy_value: row.buy,
    total_sell_value: row.sell,
  };
}

/** Any part of the name; `%`, `_` and `\` stand for themselves. */
function likePattern(search: string): string {
  return `%${search.replace(/[\\%_]/g, '\\$&')}%`;
}
