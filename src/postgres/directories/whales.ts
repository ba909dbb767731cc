import { type RawBuilder, sql } from 'kysely';
import type { View } from '../../core/access/view.ts';
import type { Whale, WhaleDirectory } from '../../core/directory-ports.ts';
import type { AnyRecord, Feed } from '../../feed/feed.ts';
import { whaleOfKey } from '../../feed/whale-key.ts';
import type { Database } from '../connection/database.ts';
import { rowsOf } from '../feeds/revisions-in-view.ts';
import { allConditions, viewCondition } from '../feeds/where.ts';
import { type Keyset, keysetOrder, keysetRange, listingOf, spanLimit } from '../insiders/insider-page.ts';
import { column, recordReader, textArray } from '../schema/column.ts';
import { nameContains } from './name-contains.ts';

type Fragment = RawBuilder<unknown>;

const LAST_SEEN: Keyset = { sort: 'last_seen_at', type: 'timestamptz', key: 'key', direction: 'desc' };

/** As `whaleKey` makes it. */
const KEY = sql`replace(replace(source, '%', '%25'), ':', '%3A') || ':' || address`;

/** Holders out of their events in view. */
export function createWhales(db: Database, activity: Feed): WhaleDirectory {
  const recordOf = recordReader(activity);
  const columns = sql.join(activity.leaves.map((leaf) => column(leaf)));

  /** A CTE `whale`. */
  const whalesIn = (view: View, only: Fragment, having: Fragment = sql`TRUE`): Fragment => sql`WITH whale AS (
    SELECT ${KEY} COLLATE "C" AS key, source AS platform, address, count(*)::int AS events, max(created_at) AS last_seen_at
    FROM ${rowsOf(activity, view)} WHERE address IS NOT NULL AND ${only} AND ${viewCondition(activity, view)}
    GROUP BY source, address HAVING ${having})`;
  const nameIn = (view: View): Fragment => sql`(
    SELECT whale_name FROM ${rowsOf(activity, view, 'named')}
    WHERE named.address = w.address AND named.source = w.platform AND whale_name IS NOT NULL
      AND ${viewCondition(activity, view)}
    ORDER BY created_at DESC, id DESC LIMIT 1) AS name`;

  return {
    async directory(query, view) {
      const only = query.platform === undefined ? sql`TRUE` : sql`upper(source) = upper(${query.platform})`;
      const found =
        query.search === undefined
          ? sql`TRUE`
          : sql`(${nameContains(sql`address`, query.search)} OR bool_or(${nameContains(sql`whale_name`, query.search)}))`;
      const rows = await db.aggregate(sql<Whale & { readonly total: bigint }>`
        ${whalesIn(view, only, found)}
        SELECT total.n AS total, page.* FROM (SELECT count(*) AS n FROM whale) AS total
        LEFT JOIN (
          SELECT w.*, ${nameIn(view)} FROM (
            SELECT * FROM whale WHERE ${keysetRange(LAST_SEEN, query)}
            ORDER BY ${keysetOrder(LAST_SEEN, query, 'whale')} ${spanLimit(query)}) AS w) AS page ON TRUE
        ORDER BY ${keysetOrder(LAST_SEEN, query, 'page')}`);
      // Without a row in the range the join leaves one that holds the total alone.
      const read = rows.filter((row) => row.key !== null);
      return listingOf(read, query, Number(rows[0]?.total ?? 0n), {
        item: ({ total: _, ...whale }): Whale => whale,
        place: ({ last_seen_at, key }) => ({ value: last_seen_at.toISOString(), key }),
      });
    },

    async whales(keys, view) {
      const rows = await db.aggregate(
        sql<Whale>`${whalesIn(view, among(keys))} SELECT w.*, ${nameIn(view)} FROM whale AS w`,
      );
      const byKey = new Map(rows.map((row) => [row.key, row]));
      return keys.map((key) => byKey.get(key) ?? null);
    },

    async byAddress(addresses, view) {
      const only = sql`address = ANY(${textArray(addresses, 'text')})`;
      const rows = await db.aggregate(sql<Whale>`
        ${whalesIn(view, only)}
        SELECT w.*, ${nameIn(view)} FROM (
          SELECT DISTINCT ON (address) * FROM whale ORDER BY address, last_seen_at DESC, key DESC) AS w`);
      const byAddress = new Map(rows.map((row) => [row.address, row]));
      return addresses.map((address) => byAddress.get(address) ?? null);
    },

    async positions(keys, view) {
      const rows = await db.aggregate(sql<AnyRecord & { readonly $whale: string }>`
        WITH newest AS (
          SELECT DISTINCT ON (source, address, title, outcome) ${KEY} AS "$whale", ${columns}
          FROM ${rowsOf(activity, view)} WHERE ${among(keys)} AND ${viewCondition(activity, view)}
          -- What was closed at the very time of another event is closed.
          ORDER BY source, address, title, outcome, created_at DESC, size IS NOT DISTINCT FROM 0 DESC, id DESC),
        latest AS (SELECT *, max(created_at) OVER (PARTITION BY "$whale", title) AS "$latest" FROM newest)
        SELECT "$whale", ${columns} FROM latest
        -- A perpetual has one side: its newest event tells which.
        WHERE size > 0 AND (outcome NOT IN ('LONG', 'SHORT') OR outcome IS NULL OR created_at = "$latest")
        ORDER BY position_value DESC NULLS LAST, id DESC`);
      const byWhale = Map.groupBy(rows, ({ $whale }) => $whale);
      return keys.map((key) => (byWhale.get(key) ?? []).map(({ $whale: _, ...row }) => recordOf(row)));
    },
  };
}

/** Events of these holders; both halves of a key, for an address may be on several platforms. */
function among(keys: readonly string[]): Fragment {
  const whales = keys.map(whaleOfKey).filter((one) => one !== null);
  const addresses = textArray(
    whales.map(({ address }) => address),
    'text',
  );
  const platforms = textArray(
    whales.map(({ platform }) => platform),
    'text',
  );
  return allConditions([
    sql`address = ANY(${addresses})`,
    sql`(source, address) IN (SELECT * FROM unnest(${platforms}, ${addresses}))`,
  ]);
}
