import { type RawBuilder, sql } from 'kysely';
import type { Transaction } from '../connection/database.ts';
import { instant, textArray, wholeNumber } from '../schema/column.ts';
import { isTarget, type OutcomeRow, targetHash, targetOf } from './capture-rows.ts';

/** The n-th outcome of an entry. */
export interface MadeOutcome extends OutcomeRow {
  readonly entry: bigint;
  readonly n: number;
}

/** Stores outcomes of entries, beside those they have. */
export async function addOutcomes(tx: Transaction, outcomes: readonly MadeOutcome[]): Promise<void> {
  if (outcomes.length === 0) return;
  await tx.run(sql`
    INSERT INTO entry_outcome (entry, n, kind, subject, series, key)
    SELECT entry, n, kind, subject, series, key FROM ${madeRows(outcomes)}`);
}

/** Stores outcomes of entries in place of those they have. What the entries no longer become goes to `entry_stale`. */
export async function replaceOutcomes(tx: Transaction, outcomes: readonly MadeOutcome[]): Promise<void> {
  if (outcomes.length === 0) return;
  await tx.run(sql`
    WITH made AS MATERIALIZED (SELECT * FROM ${madeRows(outcomes)}),
    gone AS (
      DELETE FROM entry_outcome AS old USING (SELECT DISTINCT entry FROM made) AS known WHERE old.entry = known.entry
        AND NOT EXISTS (SELECT FROM made WHERE (made.entry, made.n) = (old.entry, old.n))
      RETURNING old.*),
    other AS (
      SELECT old.* FROM made JOIN entry_outcome AS old USING (entry, n) WHERE ${targetOf('made')} <> ${targetOf('old')}
      UNION ALL SELECT * FROM gone),
    stale AS (
      INSERT INTO entry_stale SELECT DISTINCT kind, subject, series, key FROM other WHERE ${isTarget('other')}
      ON CONFLICT DO NOTHING)
    INSERT INTO entry_outcome AS old (entry, n, kind, subject, series, key)
    SELECT entry, n, kind, subject, series, key FROM made
    ON CONFLICT (entry, n) DO UPDATE SET kind = excluded.kind, subject = excluded.subject, series = excluded.series,
      key = excluded.key, superseded_at = NULL
    WHERE ${targetOf('old')} <> ${targetOf('excluded')}`);
}

/**
 * Of several entries that became the same, the later ones supersede the earlier ones: `outcomes` are of the latest. One look
 * into the index for each, whatever the planner thinks of how many there are.
 */
export async function supersede(
  tx: Transaction,
  outcomes: readonly (OutcomeRow & { readonly entry: bigint })[],
  at: Date,
): Promise<void> {
  if (outcomes.length === 0) return;
  await tx.run(sql`
    WITH winner AS (
      SELECT DISTINCT ON (kind, subject, series, key) *
      FROM ${madeRows(outcomes.map((outcome) => ({ ...outcome, n: 0 })))} WHERE ${isTarget('made')}
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

/**
 * The same for entries that were read again, which are as late as the newest capture that holds them. Of inputs that were
 * forgotten, and are not made anew, every one is superseded.
 */
export async function supersedeByCapture(
  tx: Transaction,
  outcomes: readonly (OutcomeRow & { readonly entry: bigint })[],
  at: Date,
): Promise<void> {
  if (outcomes.length === 0) return;
  await tx.run(sql`
    WITH target AS (
      SELECT DISTINCT kind, subject, series, key FROM ${madeRows(outcomes.map((outcome) => ({ ...outcome, n: 0 })))}
      WHERE ${isTarget('made')}),
    turned AS (
      SELECT ranked.* FROM target CROSS JOIN LATERAL (
        SELECT o.entry, o.n, o.superseded_at, row_number() OVER (ORDER BY e.capture DESC, e.id DESC) > 1
          OR o.kind = 'input' AND NOT EXISTS (
            SELECT FROM input AS i WHERE (i.kind, i.series, i.key) = (o.subject, o.series, o.key))
          AND NOT EXISTS (SELECT FROM entry_stale AS due WHERE ${targetOf('due')} = ${targetOf('o')} AND due.is_new)
          AS is_superseded
        FROM entry_outcome AS o JOIN entry AS e ON e.id = o.entry
        WHERE ${targetHash('o')} = ${targetHash('target')} AND ${isTarget('o')} AND ${targetOf('o')} = ${targetOf('target')}
        OFFSET 0) AS ranked
      WHERE (ranked.superseded_at IS NULL) = ranked.is_superseded)
    UPDATE entry_outcome AS o SET superseded_at = CASE WHEN turned.is_superseded THEN ${instant(at)} END
    FROM turned WHERE (o.entry, o.n) = (turned.entry, turned.n)`);
}

/**
 * Lists what entries of a capture were and become as something to be made again; to be called before it is stored. What
 * entries become of which all inputs were forgotten is forgotten with them, under whatever name.
 */
export async function markDue(
  tx: Transaction,
  outcomes: readonly (OutcomeRow & { readonly entry: bigint })[],
  capture: bigint,
): Promise<void> {
  if (outcomes.length === 0) return;
  await tx.run(sql`
    WITH made AS MATERIALIZED (
      SELECT DISTINCT ON (kind, subject, series, key) kind, subject, series, key, entry
      FROM ${madeRows(outcomes.map((outcome) => ({ ...outcome, n: 0 })))} WHERE ${isTarget('made')}
      ORDER BY kind, subject, series, key, entry),
    forgotten AS MATERIALIZED (
      SELECT o.entry FROM entry_outcome AS o LEFT JOIN input AS i
        ON (i.kind, i.series, i.key) = (o.subject, o.series, o.key)
      WHERE o.kind = 'input' AND o.entry IN (SELECT entry FROM made)
      GROUP BY o.entry HAVING count(i.key) = 0)
    INSERT INTO entry_stale AS stale (kind, subject, series, key, capture, entry, is_new)
    SELECT kind, subject, series, key, ${wholeNumber(capture)}, entry,
      NOT EXISTS (SELECT FROM entry_outcome AS o
        WHERE ${targetHash('o')} = ${targetHash('made')} AND ${isTarget('o')} AND ${targetOf('o')} = ${targetOf('made')})
      AND NOT (kind = 'input' AND entry IN (SELECT entry FROM forgotten))
    FROM made ORDER BY kind, subject, series, key
    ON CONFLICT (kind, subject, series, key) DO UPDATE
    SET capture = greatest(stale.capture, excluded.capture), entry = coalesce(stale.entry, excluded.entry)`);
}

/** A table of the outcomes, in their order by `ord`. */
function madeRows(outcomes: readonly MadeOutcome[]): RawBuilder<unknown> {
  const column = (pick: (outcome: MadeOutcome) => string, type = 'text') =>
    textArray(outcomes.map(pick), type);
  return sql`unnest(${column(({ entry }) => String(entry), 'bigint')}, ${column(({ n }) => String(n), 'integer')},
    ${column(({ kind }) => kind)}, ${column(({ subject }) => subject)}, ${column(({ series }) => series)},
    ${column(({ key }) => key)}) WITH ORDINALITY AS made(entry, n, kind, subject, series, key, ord)`;
}
