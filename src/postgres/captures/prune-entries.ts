import { sql } from 'kysely';
import type { Transaction } from '../connection/database.ts';
import { instant, textArray, wholeNumber } from '../schema/column.ts';
import { packBlock, unpackBlock } from './entry-content.ts';
import { entryStands } from './entry-stands.ts';

export interface Removed {
  readonly entries: number;
  /** The newest that held them. */
  readonly captures: readonly bigint[];
}

/** Removes those of the entries that nothing has stood on since `before`, at most `limit`, with their contents. */
export async function removeEntries(
  tx: Transaction,
  given: { readonly ids?: readonly bigint[]; readonly captures?: readonly bigint[] },
  before: Date,
  limit: number,
): Promise<Removed> {
  const isGiven = given.ids
    ? sql`e.id = ANY(${idArray(given.ids)})`
    : sql`e.capture = ANY(${idArray(given.captures ?? [])})`;
  const rows = await tx.run(sql<{ block: bigint; capture: bigint; n: bigint }>`
    WITH found AS MATERIALIZED (
      SELECT e.id FROM entry AS e JOIN capture AS c ON c.id = e.capture
      WHERE ${isGiven} AND NOT ${entryStands(instant(before))} LIMIT ${wholeNumber(limit)}),
    gone AS (DELETE FROM entry AS e USING found WHERE e.id = found.id RETURNING e.id, e.block, e.capture),
    outcomes AS (DELETE FROM entry_outcome AS o USING gone WHERE o.entry = gone.id)
    SELECT block, capture, count(*) AS n FROM gone GROUP BY block, capture`);
  await dropContents(tx, [...new Set(rows.map(({ block }) => block))]);
  return {
    entries: rows.reduce((sum, { n }) => sum + Number(n), 0),
    captures: [...new Set(rows.map(({ capture }) => capture))],
  };
}

/** Drops what no entry has any more. The others keep their places, so a reader finds them whenever it looks. */
async function dropContents(tx: Transaction, blocks: readonly bigint[]): Promise<void> {
  if (blocks.length === 0) return;
  const rows = await tx.run(sql<{ id: bigint; contents: Buffer; items: readonly number[] | null }>`
    SELECT id, contents, (SELECT array_agg(item) FROM entry WHERE block = b.id) AS items
    FROM entry_block AS b WHERE id = ANY(${idArray(blocks)})`);
  const empty = rows.flatMap(({ id, items }) => (items === null ? [id] : []));
  await tx.run(sql`DELETE FROM entry_block WHERE id = ANY(${idArray(empty)})`);
  const left = rows.flatMap(({ id, contents, items }) =>
    items === null ? [] : [{ id, contents: packBlock(only(unpackBlock(contents), new Set(items))) }],
  );
  if (left.length === 0) return;
  await tx.run(sql`
    UPDATE entry_block AS b SET contents = g.contents
    FROM unnest(${idArray(left.map(({ id }) => id))}, ${left.map(({ contents }) => contents)}::bytea[]) AS g(id, contents)
    WHERE b.id = g.id`);
}

const only = (contents: readonly string[], items: ReadonlySet<number>): readonly string[] =>
  contents.map((content, item) => (items.has(item) ? content : ''));

/**
 * Drops removed entries from the lists of captures, and from the lists of those that were replaced before `before` also what newer
 * captures hold. Captures without any entry go; returns how many.
 */
export async function trimCaptures(tx: Transaction, ids: readonly bigint[], before: Date): Promise<number> {
  if (ids.length === 0) return 0;
  await tx.run(sql`
    WITH kept AS MATERIALIZED (
      SELECT p.capture, p.part, count(*) AS listed, array_agg(m.id ORDER BY m.ord) FILTER (WHERE e.id IS NOT NULL) AS entries,
        array_agg(m.at ORDER BY m.ord) FILTER (WHERE e.id IS NOT NULL) AS places
      FROM capture AS c JOIN capture_part AS p ON p.capture = c.id
      CROSS JOIN LATERAL unnest(p.entries, p.places) WITH ORDINALITY AS m(id, at, ord)
      LEFT JOIN entry AS e ON e.id = m.id AND (e.capture = c.id OR coalesce(c.replaced_at >= ${instant(before)}, true))
      WHERE c.id = ANY(${idArray(ids)}) GROUP BY p.capture, p.part),
    emptied AS (
      DELETE FROM capture_part AS p USING kept WHERE (p.capture, p.part) = (kept.capture, kept.part) AND kept.entries IS NULL)
    UPDATE capture_part AS p SET entries = kept.entries, places = kept.places FROM kept
    WHERE (p.capture, p.part) = (kept.capture, kept.part) AND cardinality(kept.entries) < kept.listed`);
  const rows = await tx.run(sql<{ n: bigint }>`
    WITH gone AS (
      DELETE FROM capture AS c WHERE c.id = ANY(${idArray(ids)}) AND c.seen_at < ${instant(before)}
        AND NOT EXISTS (SELECT FROM capture_part AS p WHERE p.capture = c.id) RETURNING 1)
    SELECT count(*) AS n FROM gone`);
  return Number(rows[0]?.n ?? 0n);
}

const idArray = (ids: readonly bigint[]) => textArray(ids.map(String), 'bigint');
