import { sql } from 'kysely';
import type { InsiderAnalytics, InsiderCluster } from '../../core/insider-ports.ts';
import { symbolOfKey } from '../../feed/asset.ts';
import type { Feed } from '../../feed/feed.ts';
import type { Database } from '../connection/database.ts';
import { rowsOf } from '../feeds/revisions-in-view.ts';
import { textArray, toDouble, wholeNumber } from '../schema/column.ts';
import { knownIn, lastDays, visibleFilings } from './insider-flow.ts';
import { type Keyset, keysetOrder, keysetRange, listingOf, spanLimit } from './insider-page.ts';

/** Newest detection first; of equal ones the asset decides in the same direction, so that one range has them all. */
const NEWEST: Keyset = { sort: 'detected_at', type: 'timestamptz', key: 'asset', direction: 'desc' };

/**
 * Clusters are made out of the purchases in view when they are asked for, by when these became known: a source that says the
 * day of filing alone means its end, and nobody saw the cluster in the morning.
 */
export function createInsiderClusters(db: Database, feed: Feed): Pick<InsiderAnalytics, 'clusters'> {
  return {
    async clusters(query, view) {
      const least = wholeNumber(query.minInsiders);
      const only = query.assets
        ? sql`asset = ANY(${textArray(query.assets, 'text')})`
        : sql`asset IS NOT NULL`;
      const rows = await db.aggregate(sql<Omit<InsiderCluster, 'ticker'> & { readonly total: bigint }>`
        WITH bought AS (
          SELECT asset, insider_slug, known_from, value FROM ${rowsOf(feed, view)}
          WHERE transaction_direction = 'buy' AND insider_slug IS NOT NULL AND ${only}
            AND ${knownIn(lastDays(query.daysBack, view))} AND ${visibleFilings(view)}),
        first AS (
          SELECT asset, min(known_from) AS at, sum(value::numeric) AS value FROM bought GROUP BY asset, insider_slug),
        ranked AS (SELECT *, row_number() OVER (PARTITION BY asset ORDER BY at) AS nth FROM first),
        cluster AS MATERIALIZED (
          SELECT asset, count(*)::int AS insider_count, ${toDouble(sql`coalesce(sum(value), 0)`)} AS total_value,
            max(at) FILTER (WHERE nth = ${least}) AS detected_at
          FROM ranked GROUP BY asset HAVING count(*) >= ${least})
        SELECT total.n AS total, page.* FROM (SELECT count(*) AS n FROM cluster) AS total
        LEFT JOIN (
          SELECT * FROM cluster WHERE ${keysetRange(NEWEST, query)}
          ORDER BY ${keysetOrder(NEWEST, query, 'cluster')} ${spanLimit(query)}) AS page ON TRUE
        ORDER BY ${keysetOrder(NEWEST, query, 'page')}`);
      // Without a row in the range the join leaves one that holds the total alone.
      const read = rows.filter((row) => row.asset !== null);
      return listingOf(read, query, Number(rows[0]?.total ?? 0n), {
        item: ({ total: _total, ...cluster }): InsiderCluster => ({
          ...cluster,
          ticker: symbolOfKey(cluster.asset),
        }),
        place: ({ detected_at, asset }) => ({ value: detected_at.toISOString(), key: asset }),
      });
    },
  };
}
