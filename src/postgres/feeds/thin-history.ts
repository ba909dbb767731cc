import { sql } from 'kysely';
import type { Thinning } from '../../core/history-ports.ts';
import type { Feed } from '../../feed/feed.ts';
import type { Database } from '../connection/database.ts';
import { column, instant, textArray, wholeNumber } from '../schema/column.ts';
import { hasVersions, historyOf } from '../schema/history-table.ts';

/** Records of one transaction, behind which writers of the feed wait. */
const BATCH = 200;

/**
 * Notes how precisely moments are answered from now on. Of several processes that ask at once what is due one is told so.
 *
 * @returns whether it is to be done
 */
async function claim(
  db: Database,
  { module }: Feed,
  { before, spacingMs, ifDue = false }: Thinning,
): Promise<boolean> {
  const at = instant(before);
  const since = sql`greatest(${wholeNumber(spacingMs)} * interval '1 millisecond', interval '1 day')`; // all of the history is read
  const rows = await db.run(sql`
    INSERT INTO history_thinning AS t (feed, spacing_ms, before) VALUES (${module}, ${wholeNumber(spacingMs)}, ${at})
    ON CONFLICT (feed, spacing_ms) DO UPDATE SET before = greatest(t.before, excluded.before)
    WHERE ${ifDue ? sql`t.before <= ${at} - ${since}` : sql`TRUE`} RETURNING 1`);
  return rows.length > 0;
}

/**
 * Keeps of each record one version of each stretch of time, the last: at the ends of the stretches it answers as before, in between
 * the version before stands longer, so that nothing is known earlier than it was. A version behind a gap stays, or the record would
 * come later than it did, and so does what a snapshot may still ask for.
 *
 * @returns how many versions went
 */
export async function thinHistory(db: Database, feed: Feed, thinning: Thinning): Promise<number> {
  if (!hasVersions(feed) || !(await claim(db, feed, thinning))) return 0;
  const { before, spacingMs, isOver = () => false } = thinning;
  const history = sql.table(historyOf(feed));
  const key = column(feed.key);
  let removed = 0;
  for (let after: string | null = null; ; ) {
    const keys: readonly { readonly key: string }[] = await db.run(sql<{ key: string }>`
      SELECT DISTINCT ${key} AS key FROM ${history} WHERE ${after === null ? sql`TRUE` : sql`${key} > ${after}`}
      ORDER BY 1 LIMIT ${wholeNumber(BATCH)}`);
    const last = keys.at(-1);
    if (last === undefined || isOver()) return removed;
    after = last.key;
    const among = textArray(
      keys.map((one) => one.key),
      'text',
    );
    removed += await db.transaction(async (tx) => {
      // A write may correct versions of these records.
      const [head] = await tx.run(sql<{ pruned: bigint }>`
        SELECT pruned FROM feed_head WHERE feed = ${feed.module} FOR UPDATE`);
      // What is known from the end of a stretch on is its last.
      const stretch = (at: string) =>
        sql`ceil(extract(epoch FROM ${sql.ref(at)}) * 1000 / ${wholeNumber(spacingMs)})`;
      const [gone] = await tx.run(sql<{ n: bigint }>`
        WITH version AS (
          SELECT ctid AS row, ${key} AS key, known_since, known_until, recorded_until,
            lag(known_until) OVER of_key AS before, lead(known_since) OVER of_key AS next
          FROM ${history} WHERE ${key} = ANY(${among}) AND known_until > known_since
          WINDOW of_key AS (PARTITION BY ${key} ORDER BY known_since)),
        judged AS (
          SELECT *, coalesce(before = known_since AND next = known_until AND ${stretch('next')} = ${stretch('known_since')}
            AND known_until < ${instant(before)} AND recorded_until <= ${wholeNumber(head?.pruned ?? 0n)}, FALSE) AS is_gone
          FROM version),
        gone AS (
          DELETE FROM ${history} AS h USING judged WHERE h.ctid = judged.row AND judged.is_gone RETURNING 1),
        kept AS (
          SELECT row, known_until, lead(known_since) OVER (PARTITION BY key ORDER BY known_since) AS until
          FROM judged WHERE NOT is_gone),
        longer AS (
          UPDATE ${history} AS h SET known_until = kept.until FROM kept
          WHERE h.ctid = kept.row AND EXISTS (
            SELECT FROM judged WHERE is_gone AND judged.key = h.${key} AND judged.known_since = kept.known_until))
        SELECT count(*) AS n FROM gone`);
      return Number(gone?.n ?? 0n);
    });
  }
}
