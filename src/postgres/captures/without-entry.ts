import { sql } from 'kysely';
import type { WithoutEntry } from '../../core/capture/reread-store.ts';
import type { Feed } from '../../feed/feed.ts';
import type { Database } from '../connection/database.ts';
import { column, textArray } from '../schema/column.ts';
import { isTarget, targetHash, targetOf } from './capture-rows.ts';

/** Counts what no entry became and no engine derived, and what nothing reads. */
export async function countWithoutEntry(
  db: Pick<Database, 'run'>,
  feeds: readonly Feed[],
  parsers: readonly string[],
): Promise<WithoutEntry> {
  const counted = await Promise.all(
    feeds.map(async (feed) => {
      const rows = await db.run(sql<{ n: bigint }>`
        WITH derived_key AS MATERIALIZED (SELECT DISTINCT jsonb_array_elements_text(keys) AS key FROM derived)
        SELECT count(*) AS n FROM (
          SELECT 'record' AS kind, ${feed.module}::text AS subject, '' AS series, ${column(feed.key)} AS key
          FROM ${sql.table(feed.table)}) AS t
        WHERE NOT EXISTS (${entryOf('t')})
          AND NOT EXISTS (SELECT FROM derived_key WHERE derived_key.key = t.key)`);
      return [feed.module, Number(rows[0]?.n ?? 0n)] as const;
    }),
  );
  const inputs = await db.run(sql<{ kind: string; n: bigint }>`
    SELECT t.input AS kind, count(*) AS n
    FROM (SELECT 'input' AS kind, kind AS subject, series, key, kind AS input FROM input) AS t
    WHERE NOT EXISTS (${entryOf('t')}) GROUP BY t.input ORDER BY t.input`);
  const others = await db.run(sql<{ parser: string; n: bigint }>`
    SELECT context.parser, count(*) AS n FROM capture AS c JOIN capture_context AS context ON context.id = c.context
    WHERE context.parser <> ALL(${textArray(parsers, 'text')}) GROUP BY context.parser ORDER BY context.parser`);
  return {
    parsers: Object.fromEntries(others.map(({ parser, n }) => [parser, Number(n)])),
    records: Object.fromEntries(counted.filter(([, n]) => n > 0)),
    inputs: Object.fromEntries(inputs.map(({ kind, n }) => [kind, Number(n)])),
  };
}

const entryOf = (row: string) => sql`
  SELECT FROM entry_outcome AS o
  WHERE ${targetHash('o')} = ${targetHash(row)} AND ${isTarget('o')} AND ${targetOf('o')} = ${targetOf(row)}`;
