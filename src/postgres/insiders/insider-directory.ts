import { type RawBuilder, sql } from 'kysely';
import type { Insider, InsiderAnalytics, InsiderQuery, InsiderSort } from '../../core/insider-ports.ts';
import type { Feed } from '../../feed/feed.ts';
import type { Database } from '../connection/database.ts';
import { textArray, toDouble, wholeNumber } from '../schema/column.ts';
import { type Keyset, keysetOrder, keysetRange, listingOf, spanLimit } from './insider-page.ts';
import { insidersInView } from './insiders-in-view.ts';

/** USD sums come as double precision, counts as int8. */
interface InsiderRow {
  readonly slug: string;
  readonly name: string;
  readonly filing_count: bigint;
  readonly buy: number;
  readonly sell: number;
}

const SHOWN = sql`slug, name, filing_count::int8 AS filing_count, ${toDouble(sql`buy`)} AS buy, ${toDouble(sql`sell`)} AS sell`;

/** The directory: who has a filing in view, with sums and name out of the filings in view. */
export function createInsiderDirectory(
  db: Database,
  feed: Feed,
): Pick<InsiderAnalytics, 'directory' | 'insiders'> {
  return {
    async directory(query, view) {
      const keyset = keysetOf(query);
      const found = query.search === undefined ? sql`TRUE` : sql`name ILIKE ${likePattern(query.search)}`;
      const { ctes, arms } = insidersInView(feed, view);
      const counts = arms.map((arm) => sql`(SELECT count(*) FROM (${arm}) AS i WHERE ${found})`);
      // Each arm gives no more than the page could need of it.
      const firstOf = (arm: RawBuilder<unknown>) => sql`(
        SELECT * FROM (${arm}) AS i WHERE ${found} AND ${keysetRange(keyset, query)}
        ORDER BY ${keysetOrder(keyset, query, 'i')} LIMIT ${wholeNumber(query.limit + 1 + (query.offset ?? 0))})`;
      const rows = await db.aggregate(sql<InsiderRow & { readonly place: string; readonly total: bigint }>`
        ${ctes} SELECT ${SHOWN}, ${sql.ref(keyset.sort)}::text AS place, total.n AS total
        FROM (SELECT ${sql.join(counts, sql` + `)} AS n) AS total
        LEFT JOIN (
          SELECT * FROM (${sql.join(arms.map(firstOf), sql` UNION ALL `)}) AS i
          ORDER BY ${keysetOrder(keyset, query, 'i')} ${spanLimit(query)}) AS page ON TRUE
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
      const { ctes, arms } = insidersInView(feed, view, only);
      const rows = await db.aggregate(
        sql<InsiderRow>`${ctes} SELECT ${SHOWN} FROM (${sql.join(arms, sql` UNION ALL `)}) AS i`,
      );
      const bySlug = new Map(rows.map((row) => [row.slug, toInsider(row)]));
      return slugs.map((slug) => bySlug.get(slug) ?? null);
    },
  };
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
