import { type RawBuilder, sql } from 'kysely';
import type { Target } from '../../core/capture/capture-store.ts';
import type { DueTarget } from '../../core/capture/reread-store.ts';
import type { Database } from '../connection/database.ts';
import { textArray, wholeNumber } from '../schema/column.ts';
import { isTarget, type OutcomeRow, outcomeOf, rowOf, targetHash, targetOf } from './capture-rows.ts';

type Run = Pick<Database, 'run'>;

interface DueRow extends OutcomeRow, Pick<DueTarget, 'isNew' | 'isPartial' | 'entry'> {
  readonly captures: readonly string[];
}

export async function dueTargets(
  db: Run,
  kind: Target['kind'],
  limit: number,
): Promise<readonly DueTarget[]> {
  const due = await read(
    db,
    sql`(SELECT * FROM entry_stale WHERE kind = ${kind}
      ORDER BY capture DESC NULLS LAST, entry, subject, series, key LIMIT ${wholeNumber(limit)})`,
  );
  // What the last entry became may go on behind the limit.
  const last = due.at(-1)?.entry ?? null;
  const whole = due.length < limit || last === null ? due : due.filter(({ entry }) => entry !== last);
  return whole.length > 0 ? whole : due;
}

/** Targets as they are due by now; those that are not are left out. */
export const lookAt = (db: Run, targets: readonly Target[]): Promise<readonly DueTarget[]> =>
  targets.length === 0
    ? Promise.resolve([])
    : read(
        db,
        sql`(SELECT stale.* FROM ${rowsOf(targets)} AS g(kind, subject, series, key) JOIN entry_stale AS stale USING (kind, subject, series, key))`,
      );

async function read(db: Run, due: RawBuilder<unknown>): Promise<readonly DueTarget[]> {
  const rows = await db.run(sql<DueRow>`
    SELECT due.kind, due.subject, due.series, due.key, due.is_new AS "isNew", due.entry, found.captures,
      EXISTS (SELECT FROM record_without_entry AS part
        WHERE due.kind = 'record' AND (part.module, part.key) = (due.subject, due.key)) AS "isPartial"
    FROM ${due} AS due CROSS JOIN LATERAL (${capturesOf('due')}) AS found
    ORDER BY due.capture DESC NULLS LAST, due.entry, due.subject, due.series, due.key`);
  return rows.map(({ isNew, isPartial, entry, captures, ...row }) => ({
    target: outcomeOf(row) as Target, // only targets are due
    isNew,
    isPartial,
    entry,
    captures: captures.map(BigInt),
  }));
}

export async function settleDue(db: Run, due: readonly DueTarget[]): Promise<void> {
  if (due.length === 0) return;
  const captures = textArray(
    due.map((one) => `{${one.captures.join(',')}}`),
    'text',
  );
  await db.run(sql`
    DELETE FROM entry_stale AS stale USING (
      SELECT g.*, seen.captures FROM ${rowsOf(due.map(({ target }) => target))} WITH ORDINALITY AS g(kind, subject, series, key, ord)
      JOIN unnest(${captures}) WITH ORDINALITY AS seen(captures, ord) USING (ord)) AS done
    WHERE ${targetOf('stale')} = ${targetOf('done')}
      AND (SELECT captures FROM (${capturesOf('stale')}) AS found) = done.captures::text[]`);
}

/** The captures that hold the entries of a target, the newest first; those of which a reading again made it among them. */
const capturesOf = (row: string): RawBuilder<unknown> => sql`
  SELECT coalesce(array_agg(capture::text ORDER BY capture DESC), '{}') AS captures FROM (
    SELECT e.capture FROM entry_outcome AS o JOIN entry AS e ON e.id = o.entry
    WHERE ${targetHash('o')} = ${targetHash(row)} AND ${isTarget('o')} AND ${targetOf('o')} = ${targetOf(row)}
    UNION SELECT c.id FROM capture AS c WHERE c.id = ${sql.ref(`${row}.capture`)} AND EXISTS (
      SELECT FROM entry_outcome AS o
      WHERE ${targetHash('o')} = ${targetHash(row)} AND ${isTarget('o')} AND ${targetOf('o')} = ${targetOf(row)})) AS c`;

function rowsOf(targets: readonly Target[]): RawBuilder<unknown> {
  const rows = targets.map(rowOf);
  const column = (pick: (row: OutcomeRow) => string) => textArray(rows.map(pick), 'text');
  return sql`unnest(${column(({ kind }) => kind)}, ${column(({ subject }) => subject)}, ${column(({ series }) => series)},
    ${column(({ key }) => key)})`;
}
