import { sql } from 'kysely';
import type { Database } from '../connection/database.ts';
import { textArray } from '../schema/column.ts';

/** As `StoredInput` of the store. */
interface InputRow {
  readonly kind: string;
  readonly series: string;
  readonly key: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Of each series the last input up to a key, those behind it that have a member, and the newest; oldest first, each once. */
export async function readLandmarks(
  db: Pick<Database, 'run'>,
  kind: string,
  wanted: readonly { readonly series: string; readonly from: string }[],
  member: string,
): Promise<readonly (readonly InputRow[])[]> {
  const column = (name: 'series' | 'from') =>
    textArray(
      wanted.map((one) => one[name]),
      'text',
    );
  const rows = await db.run(sql<InputRow & { readonly ord: bigint }>`
    SELECT wanted.ord, found.* FROM unnest(${column('series')}, ${column('from')}) WITH ORDINALITY AS wanted(series, start, ord)
    CROSS JOIN LATERAL (
      (SELECT kind, series, key, data FROM input
        WHERE kind = ${kind} AND series = wanted.series AND key <= wanted.start ORDER BY key DESC LIMIT 1)
      UNION
      (SELECT kind, series, key, data FROM input
        WHERE kind = ${kind} AND series = wanted.series AND key > wanted.start AND data ? ${member})
      UNION
      (SELECT kind, series, key, data FROM input
        WHERE kind = ${kind} AND series = wanted.series ORDER BY key DESC LIMIT 1)) AS found
    ORDER BY wanted.ord, found.key`);
  const lists = wanted.map((): InputRow[] => []);
  for (const { ord, ...input } of rows) lists[Number(ord) - 1]?.push(input);
  return lists;
}
