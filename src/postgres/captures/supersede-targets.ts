import { sql } from 'kysely';
import type { Target } from '../../core/capture/capture-store.ts';
import type { Transaction } from '../connection/database.ts';
import { instant, textArray } from '../schema/column.ts';
import { isTarget, type OutcomeRow, rowOf, targetHash, targetOf } from './capture-rows.ts';

/** What was removed or forgotten no longer stands on the entries that became it. */
export async function supersedeTargets(tx: Transaction, targets: readonly Target[], at: Date): Promise<void> {
  if (targets.length === 0) return;
  const rows = targets.map(rowOf);
  const column = (pick: (row: OutcomeRow) => string) => textArray(rows.map(pick), 'text');
  await tx.run(sql`
    WITH found AS MATERIALIZED (
      SELECT o.entry, o.n
      FROM unnest(${column(({ kind }) => kind)}, ${column(({ subject }) => subject)}, ${column(({ series }) => series)},
        ${column(({ key }) => key)}) AS given(kind, subject, series, key)
      CROSS JOIN LATERAL (
        SELECT entry, n FROM entry_outcome AS o
        WHERE ${targetHash('o')} = ${targetHash('given')} AND ${isTarget('o')} AND ${targetOf('o')} = ${targetOf('given')}
          AND superseded_at IS NULL OFFSET 0) AS o
      ORDER BY o.entry, o.n)
    UPDATE entry_outcome AS o SET superseded_at = ${instant(at)}
    FROM found WHERE (o.entry, o.n) = (found.entry, found.n)`);
}
