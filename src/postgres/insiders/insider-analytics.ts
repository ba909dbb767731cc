import { sql } from 'kysely';
import type { View } from '../../core/access/view.ts';
import type { FlowWindow, InsiderAnalytics, MarketFlow } from '../../core/insider-ports.ts';
import { symbolOfKey } from '../../feed/asset.ts';
import type { Feed } from '../../feed/feed.ts';
import type { Database } from '../connection/database.ts';
import { rowsOf } from '../feeds/revisions-in-view.ts';
import { textArray, toDouble } from '../schema/column.ts';
import { createInsiderClusters } from './insider-clusters.ts';
import { createInsiderDirectory } from './insider-directory.ts';
import { assetFlow, visibleFilings } from './insider-flow.ts';

/** Directory, windows, clusters and market stats from the sums that ingestion keeps, exact for every view. */
export function createInsiderAnalytics(db: Database, feed: Feed): InsiderAnalytics {
  return {
    ...createInsiderDirectory(db, feed),
    ...createInsiderClusters(db, feed),

    async flows(assets, days, view) {
      const only = sql`asset = ANY(${textArray(assets, 'text')})`;
      const rows = await db.aggregate(sql<{ key: string; buy: number; sell: number; net: number }>`
        SELECT key, ${toDouble(sql`sum(buy)`)} AS buy, ${toDouble(sql`sum(sell)`)} AS sell,
          ${toDouble(sql`sum(buy) - sum(sell)`)} AS net
        FROM (${assetFlow(feed, days, view, only)}) AS part GROUP BY key`);
      const flows = new Map(
        rows.map((row): [string, FlowWindow] => [
          row.key,
          { buy_value: row.buy, sell_value: row.sell, net: row.net },
        ]),
      );
      return assets.map((asset) => flows.get(asset) ?? { buy_value: 0, sell_value: 0, net: 0 });
    },

    async market(view) {
      const [last24h, last7d, last30d, mostBought] = await Promise.all([
        marketFlow(db, feed, 1, view),
        marketFlow(db, feed, 7, view),
        marketFlow(db, feed, 30, view),
        db.aggregate(sql<{ asset: string; value: number; count: bigint }>`
          SELECT key AS asset, ${toDouble(sql`sum(buy)`)} AS value, sum(buy_count) AS count
          FROM (${assetFlow(feed, 7, view)}) AS part WHERE key <> ''
          GROUP BY key HAVING sum(buy_count) > 0 ORDER BY sum(buy) DESC, key LIMIT 10`),
      ]);
      return {
        last_24h: last24h,
        last_7d: last7d,
        last_30d: last30d,
        most_bought_7d: mostBought.map((row) => ({
          ...row,
          ticker: symbolOfKey(row.asset),
          count: Number(row.count),
        })),
      };
    },

    async companyNames(assets, view) {
      const rows = await db.run(sql<{ ord: bigint; name: string }>`
        SELECT wanted.ord, newest.company_name AS name
        FROM unnest(${textArray(assets, 'text')}) WITH ORDINALITY AS wanted(asset, ord)
        CROSS JOIN LATERAL (
          SELECT company_name FROM ${rowsOf(feed, view, 'f')}
          WHERE f.asset = wanted.asset AND company_name IS NOT NULL AND ${visibleFilings(view)}
          ORDER BY filing_date DESC, id DESC LIMIT 1) AS newest`);
      const names = new Map(rows.map((row) => [Number(row.ord) - 1, row.name]));
      return assets.map((_, index) => names.get(index) ?? null);
    },
  };
}

async function marketFlow(db: Database, feed: Feed, days: number, view: View): Promise<MarketFlow> {
  const rows = await db.aggregate(sql<{ filings: bigint; buy: number; sell: number }>`
    SELECT coalesce(sum(filing_count), 0)::int8 AS filings, ${toDouble(sql`coalesce(sum(buy), 0)`)} AS buy,
      ${toDouble(sql`coalesce(sum(sell), 0)`)} AS sell
    FROM (${assetFlow(feed, days, view)}) AS part`);
  const row = rows[0];
  return { buy_value: row?.buy ?? 0, sell_value: row?.sell ?? 0, filings: Number(row?.filings ?? 0n) };
}
