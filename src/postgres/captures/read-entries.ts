import { sql } from 'kysely';
import type { StoredEntry, Target } from '../../core/capture/capture-store.ts';
import type { Database } from '../connection/database.ts';
import { textArray, wholeNumber } from '../schema/column.ts';
import { isTarget, type OutcomeRow, outcomeOf, rowOf, targetHash, targetOf } from './capture-rows.ts';
import { unpackBlock } from './entry-content.ts';

interface EntryRow extends Omit<StoredEntry, 'content' | 'outcomes'> {
  /** Number of the target that it was looked up by, from 1. */
  readonly ord: bigint;
  readonly block: bigint;
  readonly item: number;
  /** Of the block, with one of its entries. */
  readonly contents: Buffer | null;
  readonly outcomes: readonly OutcomeRow[];
}

/** The entries of several targets. One statement: what is pruned meanwhile is there, whole, or is not. */
export async function readEntriesOf(
  db: Pick<Database, 'run'>,
  targets: readonly Target[],
  limit: number,
): Promise<readonly (readonly StoredEntry[])[]> {
  if (targets.length === 0) return [];
  const column = (pick: (row: OutcomeRow) => string) => textArray(targets.map(rowOf).map(pick), 'text');
  const rows = await db.run(sql<EntryRow>`
    SELECT target.ord, e.id, c.source, c.place, context.parser, e.version, context.context, e.first_seen AS "firstSeen",
      c.seen_at AS "seenAt", coalesce(part.at, '') AS at, e.block, e.item, made.outcomes,
      CASE WHEN row_number() OVER (PARTITION BY e.block) = 1 THEN (SELECT contents FROM entry_block WHERE id = e.block) END AS contents
    FROM unnest(${column(({ kind }) => kind)}, ${column(({ subject }) => subject)}, ${column(({ series }) => series)},
      ${column(({ key }) => key)}) WITH ORDINALITY AS target(kind, subject, series, key, ord)
    CROSS JOIN LATERAL (
      SELECT DISTINCT e.* FROM entry_outcome AS o JOIN entry AS e ON e.id = o.entry
      WHERE ${targetHash('o')} = ${targetHash('target')} AND ${isTarget('o')} AND ${targetOf('o')} = ${targetOf('target')}
      ORDER BY e.capture DESC, e.id DESC LIMIT ${wholeNumber(limit)}) AS e
    JOIN capture AS c ON c.id = e.capture JOIN capture_context AS context ON context.id = e.context
    CROSS JOIN LATERAL (
      SELECT jsonb_agg(jsonb_build_object('kind', kind, 'subject', subject, 'series', series, 'key', key) ORDER BY n) AS outcomes
      FROM entry_outcome AS o WHERE o.entry = e.id) AS made
    LEFT JOIN LATERAL (
      SELECT places[array_position(entries, e.id)] AS at FROM capture_part
      WHERE capture = e.capture AND e.id = ANY(entries) LIMIT 1) AS part ON true
    ORDER BY target.ord, e.capture DESC, e.id DESC`);
  const contents = new Map(
    rows.flatMap(({ block, contents: packed }) =>
      packed === null ? [] : [[block, unpackBlock(packed)] as const],
    ),
  );
  const entries = targets.map((): StoredEntry[] => []);
  for (const { ord, block, item, outcomes, contents: _, ...row } of rows) {
    const content = contents.get(block)?.[item] ?? '';
    entries[Number(ord) - 1]?.push({ ...row, content, outcomes: outcomes.map(outcomeOf) });
  }
  return entries;
}

/** The contents of blocks, by block. */
export async function readContents(
  db: Pick<Database, 'run'>,
  blocks: ReadonlySet<bigint>,
): Promise<ReadonlyMap<bigint, readonly string[]>> {
  if (blocks.size === 0) return new Map();
  const ids = textArray([...blocks].map(String), 'bigint');
  const rows = await db.run(sql<{ id: bigint; contents: Buffer }>`
    SELECT id, contents FROM entry_block WHERE id = ANY(${ids})`);
  return new Map(rows.map(({ id, contents }) => [id, unpackBlock(contents)]));
}
