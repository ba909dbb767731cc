import { sql } from 'kysely';
import type { Feed } from '../feed/feed.ts';
import { wholeNumber } from './column.ts';
import type { Derivation } from './feed-writer.ts';

/**
 * Lets amendments replace what they amend, whichever came first. Filings of one `family` (issuer, insider, form and day
 * of the original) supersede each other: a row ends when the first later amendment of its family became available.
 * A function of the rows alone, so the order of imports does not matter.
 */
export function createSupersession(feed: Feed): Derivation {
  const table = sql.table(feed.table);
  return {
    feed,
    async derive(tx, events, base) {
      const before = events.head();
      await events.append(sql`
        touched AS (
          SELECT DISTINCT family FROM (
            SELECT after->>'family' AS family FROM feed_event WHERE feed = ${feed.module} AND seq > ${wholeNumber(base)}
            UNION ALL
            SELECT before->>'family' FROM feed_event WHERE feed = ${feed.module} AND seq > ${wholeNumber(base)}) AS f
          WHERE family IS NOT NULL),
        amended AS (SELECT family FROM touched WHERE EXISTS (
          SELECT FROM ${table} AS a WHERE a.family = touched.family AND (a.form LIKE '%/A' OR a.superseded_at IS NOT NULL))),
        resolved AS (
          SELECT row.id, row.superseded_at AS was, (
            SELECT min(later.available_at) FROM ${table} AS later
            WHERE later.family = row.family AND later.form LIKE '%/A'
              AND (later.available_at, later.accession) > (row.available_at, row.accession)) AS superseded_at
          FROM ${table} AS row JOIN amended USING (family)),
        old AS (SELECT t.* FROM ${table} AS t JOIN resolved USING (id) WHERE was IS DISTINCT FROM resolved.superseded_at),
        new AS (
          UPDATE ${table} AS t SET superseded_at = resolved.superseded_at FROM resolved
          WHERE t.id = resolved.id AND was IS DISTINCT FROM resolved.superseded_at RETURNING t.*),
        change AS (
          SELECT row_number() OVER (ORDER BY new.id) AS ord, new.id AS key, new.available_at,
            to_jsonb(old) AS before, to_jsonb(new) AS after
          FROM new JOIN old USING (id))`);
      if (events.head() === before) return [];
      const rows = await tx.run(sql<{ key: string }>`
        SELECT key FROM feed_event WHERE feed = ${feed.module} AND seq > ${wholeNumber(before)} ORDER BY seq`);
      return rows.map((row) => row.key);
    },
  };
}
