import { sql } from 'kysely';
import type { Transaction } from '../connection/database.ts';
import { instant, textArray } from '../schema/column.ts';
import { isTarget, targetHash, targetOf } from './capture-rows.ts';

interface InputName {
  readonly kind: string;
  readonly series: string;
  readonly key: string;
}

/** Inputs that are forgotten no longer stand on the entries that became them. */
export async function supersedeInputs(
  tx: Transaction,
  inputs: readonly InputName[],
  at: Date,
): Promise<void> {
  const column = (name: keyof InputName) =>
    textArray(
      inputs.map((input) => input[name]),
      'text',
    );
  await tx.run(sql`
    WITH found AS MATERIALIZED (
      SELECT o.entry, o.n
      FROM (SELECT 'input' AS kind, kind AS subject, series, key
        FROM unnest(${column('kind')}, ${column('series')}, ${column('key')}) AS i(kind, series, key)) AS given
      CROSS JOIN LATERAL (
        SELECT entry, n FROM entry_outcome AS o
        WHERE ${targetHash('o')} = ${targetHash('given')} AND ${isTarget('o')} AND ${targetOf('o')} = ${targetOf('given')}
          AND superseded_at IS NULL OFFSET 0) AS o
      ORDER BY o.entry, o.n)
    UPDATE entry_outcome AS o SET superseded_at = ${instant(at)}
    FROM found WHERE (o.entry, o.n) = (found.entry, found.n)`);
}
