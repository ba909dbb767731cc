import { type RawBuilder, sql } from 'kysely';
import type { Transaction } from '../connection/database.ts';
import { instant, textArray } from '../schema/column.ts';
import { isTarget, type OutcomeRow, targetHash, targetOf } from './capture-rows.ts';

/** The n-th outcome of an entry. */
export interface MadeOutcome extends OutcomeRow {
  readonly entry: bigint;
  readonly n: number;
}

/**
 * Stores what entries became, in the order it was made. What an entry that was stored before no longer becomes goes to
 * `entry_stale`. Of several entries that became the same, the later ones supersede the earlier ones, unless its subject is
 * `shared`: made of all of them together.
 */
export async function putOutcomes(
  tx: Transaction,
  outcomes: readonly MadeOutcome[],
  { areKnown, shared, at }: { areKnown: boolean; shared: ReadonlySet<string>; at: Date },
): Promise<void> {
  const made = madeRows(outcomes);
  if (areKnown) await replaceOutcomes(tx, made);
  else {
    await tx.run(sql`
      INSERT INTO entry_outcome (entry, n, kind, subject, series, key) SELECT entry, n, kind, subject, series, key FROM ${made}`);
  }
  await supersede(tx, madeRows(outcomes.filter(({ subject }) => !shared.has(subject))), at);
}

/** A table of the outcomes, in their order by `ord`. */
function madeRows(outcomes: readonly MadeOutcome[]): RawBuilder<unknown> {
  const column = (pick: (outcome: MadeOutcome) => string, type = 'text') =>
    textArray(outcomes.map(pick), type);
  return sql`unnest(${column(({ entry }) => String(entry), 'bigint')}, ${column(({ n }) => String(n), 'integer')},
    ${column(({ kind }) => kind)}, ${column(({ subject }) => subject)}, ${column(({ series }) => series)},
    ${column(({ key }) => key)}) WITH ORDINALITY AS made(entry, n, kind, subject, series, key, ord)`;
}

async function replaceOutcomes(tx: Transaction, made: RawBuilder<unknown>): Promise<void> {
  await tx.run(sql`
    WITH made AS MATERIALIZED (SELECT * FROM ${made}),
    last AS (SELECT entry, max(n) AS n FROM made GROUP BY entry),
    other AS (
      SELECT old.* FROM last JOIN entry_outcome AS old USING (entry) LEFT JOIN made ON (made.entry, made.n) = (old.entry, old.n)
      WHERE old.n > last.n OR ${targetOf('made')} <> ${targetOf('old')}),
    stale AS (
      INSERT INTO entry_stale SELECT DISTINCT kind, subject, series, key FROM other WHERE ${isTarget('other')}
      ON CONFLICT DO NOTHING),
    gone AS (DELETE FROM entry_outcome AS old USING last WHERE old.entry = last.entry AND old.n > last.n)
    INSERT INTO entry_outcome AS old (entry, n, kind, subject, series, key)
    SELECT entry, n, kind, subject, series, key FROM made
    ON CONFLICT (entry, n) DO UPDATE SET kind = excluded.kind, subject = excluded.subject, series = excluded.series,
      key = excluded.key, superseded_at = NULL
    WHERE ${targetOf('old')} <> ${targetOf('excluded')}`);
}

/** One look into the index for each outcome, whatever the planner thinks of how many there are. */
async function supersede(tx: Transaction, made: RawBuilder<unknown>, at: Date): Promise<void> {
  await tx.run(sql`
    WITH winner AS (
      SELECT DISTINCT ON (kind, subject, series, key) * FROM ${made} WHERE ${isTarget('made')}
      ORDER BY kind, subject, series, key, ord DESC),
    turned AS (
      SELECT found.entry, found.n, found.entry <> winner.entry AS is_superseded
      FROM winner CROSS JOIN LATERAL (
        SELECT entry, n, superseded_at FROM entry_outcome AS o
        WHERE ${targetHash('o')} = ${targetHash('winner')} AND ${isTarget('o')} AND ${targetOf('o')} = ${targetOf('winner')}
        OFFSET 0) AS found
      WHERE (found.superseded_at IS NULL) = (found.entry <> winner.entry))
    UPDATE entry_outcome AS o SET superseded_at = CASE WHEN turned.is_superseded THEN ${instant(at)} END
    FROM turned WHERE (o.entry, o.n) = (turned.entry, turned.n)`);
}
