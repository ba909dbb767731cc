import { sql } from 'kysely';
import type { Services } from '../../src/app/services.ts';
import { allFeeds } from '../../src/feeds/index.ts';

/** What is stored of a kind and is in no native entry, and entries that became nothing: how many of which. */
export async function untraced({ db }: Pick<Services, 'db'>): Promise<readonly string[]> {
  const isEntry = sql`SELECT FROM entry_outcome AS o WHERE hashtextextended(
      o.kind || ' ' || o.subject || ' ' || o.series || ' ' || o.key, 0)
      = hashtextextended(t.kind || ' ' || t.subject || ' ' || t.series || ' ' || t.key, 0)
    AND o.kind IN ('record', 'input', 'reference')
    AND (o.kind, o.subject, o.series, o.key) = (t.kind, t.subject, t.series, t.key)`;
  const records = allFeeds.map(
    ({ module, table, key }) => sql`
    SELECT 'record' AS kind, ${module}::text AS subject, '' AS series, ${sql.ref(key.name)} AS key FROM ${sql.table(table)}
    WHERE NOT EXISTS (SELECT FROM derived_key WHERE derived_key.key = ${sql.ref(key.name)})`,
  );
  const rows = await db.run(sql<{ kind: string; subject: string; n: bigint }>`
    WITH derived_key AS MATERIALIZED (SELECT DISTINCT jsonb_array_elements_text(keys) AS key FROM derived),
    t AS (
      SELECT 'input' AS kind, kind AS subject, series, key FROM input
      UNION ALL SELECT 'reference', kind, '', key FROM reference UNION ALL ${sql.join(records, sql` UNION ALL `)}),
    lost AS (
      SELECT kind, subject FROM t WHERE NOT EXISTS (${isEntry})
      UNION ALL SELECT 'entry', '' FROM entry AS e
      WHERE NOT EXISTS (SELECT FROM entry_outcome AS o WHERE o.entry = e.id))
    SELECT kind, subject, count(*) AS n FROM lost GROUP BY kind, subject ORDER BY kind, subject`);
  return rows.map(({ kind, subject, n }) => `${n} ${kind} ${subject}`);
}
