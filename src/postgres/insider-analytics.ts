import { type RawBuilder, sql } from 'kysely';
import type {
  FlowWindow,
  Insider,
  InsiderAnalytics,
  InsiderCluster,
  InsiderQuery,
  MarketFlow,
} from '../core/ports.ts';
import type { View } from '../core/view.ts';
import { textArray, wholeNumber } from './column.ts';
import type { Database } from './database.ts';
import { BY_ASSET, BY_INSIDER, everything, flowParts, lastDays, visibleFilings } from './insider-flow.ts';

/** USD sums come as double precision, counts as int8. */
type InsiderRow = { slug: string; name: string; filing_count: bigint; buy: number; sell: number };

/** Directory, windows, clusters and market stats from the sums that ingestion keeps, exact for every view. */
export function createInsiderAnalytics(db: Database): InsiderAnalytics {
  return {
    async directory(query, view) {
      const source = directorySource(view);
      const search = query.search ? sql`name ILIKE ${likePattern(query.search)}` : sql`TRUE`;
      const page = (total: RawBuilder<unknown>) =>
        db.aggregate(sql<InsiderRow & { readonly total: bigint | null }>`
          SELECT slug, name, filing_count::int8, buy::float8, sell::float8, ${total} AS total
          FROM ${source} AS d WHERE ${search}
          ORDER BY ${directoryOrder(query)} LIMIT ${wholeNumber(query.limit)} OFFSET ${wholeNumber(query.offset)}`);
      const count = async () => {
        const rows = await db.aggregate(
          sql<{ n: bigint }>`SELECT count(*) AS n FROM ${source} AS d WHERE ${search}`,
        );
        return Number(rows[0]?.n ?? 0n);
      };
      // The whole directory is read in the order of an index; anything else is scanned, so it is counted on the way.
      if (isWhole(view) && !query.search) {
        const [rows, total] = await Promise.all([page(sql`NULL::int8`), count()]);
        return { items: rows.map(toInsider), total };
      }
      const rows = await page(sql`count(*) OVER ()`);
      const total = rows[0] ? Number(rows[0].total) : query.offset > 0 ? await count() : 0;
      return { items: rows.map(toInsider), total };
    },

    async insiders(slugs, view) {
      const rows = await db.aggregate(sql<InsiderRow>`
        SELECT slug, name, filing_count::int8, buy::float8, sell::float8
        FROM ${directorySource(view, sql`slug = ANY(${textArray(slugs, 'text')})`)} AS d`);
      const bySlug = new Map(rows.map((row) => [row.slug, toInsider(row)]));
      return slugs.map((slug) => bySlug.get(slug) ?? null);
    },

    async flows(symbols, days, view) {
      const only = sql`asset = ANY(${textArray(symbols, 'text')})`;
      const rows = await db.aggregate(sql<{ key: string; buy: number; sell: number; net: number }>`
        SELECT key, sum(buy)::float8 AS buy, sum(sell)::float8 AS sell, (sum(buy) - sum(sell))::float8 AS net
        FROM (${flowParts(BY_ASSET, lastDays(days, view), view, only)}) AS part GROUP BY key`);
      const flows = new Map(
        rows.map((row): [string, FlowWindow] => [
          row.key,
          { buy_value: row.buy, sell_value: row.sell, net: row.net },
        ]),
      );
      return symbols.map((symbol) => flows.get(symbol) ?? { buy_value: 0, sell_value: 0, net: 0 });
    },

    async clusters(query, view) {
      const only = query.symbols
        ? sql`asset = ANY(${textArray(query.symbols, 'text')})`
        : sql`asset IS NOT NULL`;
      const rows = await db.aggregate(sql<InsiderCluster & { readonly total: bigint }>`
        WITH bought AS (
          SELECT asset, insider_slug, filing_date, value FROM insider_filings
          WHERE transaction_direction = 'buy' AND insider_slug IS NOT NULL AND ${only}
            AND ${visibleFilings(lastDays(query.daysBack, view), view)}),
        first AS (
          SELECT asset, min(filing_date) AS at, sum(value::numeric) AS value FROM bought GROUP BY asset, insider_slug),
        ranked AS (SELECT *, row_number() OVER (PARTITION BY asset ORDER BY at) AS nth FROM first),
        cluster AS (
          SELECT asset, count(*) AS insiders, coalesce(sum(value), 0) AS value,
            max(at) FILTER (WHERE nth = ${wholeNumber(query.minInsiders)}) AS detected_at
          FROM ranked GROUP BY asset HAVING count(*) >= ${wholeNumber(query.minInsiders)})
        SELECT total.n AS total, page.* FROM (SELECT count(*) AS n FROM cluster) AS total
        LEFT JOIN LATERAL (
          SELECT asset AS ticker, insiders::int AS insider_count, value::float8 AS total_value, detected_at FROM cluster
          ORDER BY detected_at DESC, asset LIMIT ${wholeNumber(query.limit)} OFFSET ${wholeNumber(query.offset)}) AS page ON TRUE`);
      const items = rows.filter((row) => row.ticker !== null).map(({ total: _total, ...cluster }) => cluster);
      return { items, total: Number(rows[0]?.total ?? 0n) };
    },

    async market(view) {
      const [last24h, last7d, last30d, mostBought] = await Promise.all([
        marketFlow(db, 1, view),
        marketFlow(db, 7, view),
        marketFlow(db, 30, view),
        db.aggregate(sql<{ ticker: string; value: number; count: bigint }>`
          SELECT key AS ticker, sum(buy)::float8 AS value, sum(buy_count) AS count
          FROM (${flowParts(BY_ASSET, lastDays(7, view), view)}) AS part WHERE key <> ''
          GROUP BY key HAVING sum(buy_count) > 0 ORDER BY sum(buy) DESC, key LIMIT 10`),
      ]);
      return {
        last_24h: last24h,
        last_7d: last7d,
        last_30d: last30d,
        most_bought_7d: mostBought.map((row) => ({ ...row, count: Number(row.count) })),
      };
    },

    async companyNames(symbols, view) {
      const rows = await db.run(sql<{ ord: bigint; name: string }>`
        SELECT wanted.ord, newest.company_name AS name
        FROM unnest(${textArray(symbols, 'text')}) WITH ORDINALITY AS wanted(symbol, ord)
        CROSS JOIN LATERAL (
          SELECT company_name FROM insider_filings
          WHERE asset = wanted.symbol AND company_name IS NOT NULL AND ${visibleFilings(everything(view), view)}
          ORDER BY filing_date DESC, id DESC LIMIT 1) AS newest`);
      const names = new Map(rows.map((row) => [Number(row.ord) - 1, row.name]));
      return symbols.map((_, index) => names.get(index) ?? null);
    },
  };
}

/** Rows `(slug, name, filing_count, buy, sell)`; the kept table where it is right, else the sums of the view. */
function directorySource(view: View, only: RawBuilder<unknown> = sql`TRUE`): RawBuilder<unknown> {
  if (isWhole(view)) return sql`(SELECT * FROM insider WHERE ${only})`;
  return sql`(
    SELECT key AS slug, insider.name, sum(part.filing_count) AS filing_count, sum(part.buy) AS buy, sum(part.sell) AS sell
    FROM (${flowParts(BY_INSIDER, everything(view), view, only)}) AS part JOIN insider ON insider.slug = part.key
    GROUP BY key, insider.name HAVING sum(part.filing_count) > 0)`;
}

const isWhole = (view: View): boolean => !view.from && !view.until;

const ORDER_COLUMNS = {
  total_buy_value: sql`buy`,
  total_sell_value: sql`sell`,
  filing_count: sql`filing_count`,
  name: sql`name`,
} as const;

function directoryOrder(query: InsiderQuery): RawBuilder<unknown> {
  const direction = sql.raw(query.direction === 'desc' ? 'DESC' : 'ASC');
  return sql`${ORDER_COLUMNS[query.sort]} ${direction}, slug ${direction}`;
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

async function marketFlow(db: Database, days: number, view: View): Promise<MarketFlow> {
  const rows = await db.aggregate(sql<{ filings: bigint; buy: number; sell: number }>`
    SELECT coalesce(sum(filing_count), 0)::int8 AS filings, coalesce(sum(buy), 0)::float8 AS buy,
      coalesce(sum(sell), 0)::float8 AS sell
    FROM (${flowParts(BY_ASSET, lastDays(days, view), view)}) AS part`);
  const row = rows[0];
  return { buy_value: row?.buy ?? 0, sell_value: row?.sell ?? 0, filings: Number(row?.filings ?? 0n) };
}

/** Any part of the name; `%`, `_` and `\` stand for themselves. */
function likePattern(search: string): string {
  return `%${search.replace(/[\\%_]/g, '\\$&')}%`;
}
