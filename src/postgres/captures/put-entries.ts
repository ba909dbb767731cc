import { sql } from 'kysely';
import type { KeptEntry } from '../../core/capture/capture-store.ts';
import type { Transaction } from '../connection/database.ts';
import { instant, textArray, wholeNumber } from '../schema/column.ts';
import { blocksOf, packBlock } from './entry-content.ts';

/** The entries of one content, in one batch of a capture. */
export interface HashedEntries {
  readonly hash: string;
  readonly entries: readonly [KeptEntry, ...KeptEntry[]];
}

export interface OpenCapture {
  readonly id: bigint;
  readonly context: number;
  readonly version: number;
}

export interface PutEntry {
  readonly id: bigint;
  /** Outcomes it has of earlier entries of this capture, which hold the same content. */
  readonly earlierOutcomes: number;
  /** Whether it was stored before this capture, and so may have other outcomes. */
  readonly isKnown: boolean;
}

interface KnownEntry {
  readonly hash: string;
  readonly context: number;
  readonly block: bigint;
  readonly item: number;
  readonly capture: bigint;
  readonly outcomes: bigint;
}

/** Stores entries that are new, and contents that are; the others are of this capture from now on. By hash. */
export async function putEntries(
  tx: Transaction,
  capture: OpenCapture,
  batch: readonly HashedEntries[],
  at: Date,
): Promise<ReadonlyMap<string, PutEntry>> {
  const hashes = textArray(
    batch.map(({ hash }) => hash),
    'uuid',
  );
  const stored = await tx.run(sql<KnownEntry>`
    SELECT hash, context, block, item, capture, (SELECT count(*) FROM entry_outcome AS o WHERE o.entry = entry.id) AS outcomes
    FROM entry WHERE hash = ANY(${hashes})`);
  const places = new Map(stored.map((entry) => [entry.hash, { block: entry.block, item: entry.item }]));
  const known = new Map(
    stored.filter(({ context }) => context === capture.context).map((entry) => [entry.hash, entry]),
  );
  const fresh = batch
    .filter(({ hash }) => !places.has(hash))
    .map(({ hash, entries: [{ content }] }) => ({ hash, content }));
  for (const block of blocksOf(fresh)) {
    const bytes = packBlock(block.map(({ content }) => content));
    const rows = await tx.run(
      sql<{ id: bigint }>`INSERT INTO entry_block (contents) VALUES (${bytes}) RETURNING id`,
    );
    for (const [item, { hash }] of block.entries()) places.set(hash, { block: rows[0]?.id ?? 0n, item });
  }
  const column = (pick: (place: { block: bigint; item: number }) => bigint | number, type: string) =>
    textArray(
      batch.map(({ hash }) => String(pick(places.get(hash) ?? { block: 0n, item: 0 }))),
      type,
    );
  const rows = await tx.run(sql<{ id: bigint; hash: string }>`
    INSERT INTO entry AS e (hash, context, version, capture, block, item, first_seen)
    SELECT hash, ${wholeNumber(capture.context)}::integer, ${wholeNumber(capture.version)}::smallint,
      ${wholeNumber(capture.id)}, block, item, ${instant(at)}
    FROM unnest(${hashes}, ${column(({ block }) => block, 'bigint')}, ${column(({ item }) => item, 'smallint')})
      WITH ORDINALITY AS given(hash, block, item, ord) ORDER BY ord
    ON CONFLICT (hash, context) DO UPDATE SET capture = excluded.capture, version = excluded.version, forgotten_at = NULL
    RETURNING id, hash`);
  return new Map(
    rows.map(({ id, hash }) => {
      const before = known.get(hash);
      const isOfThisCapture = before?.capture === capture.id;
      const earlierOutcomes = isOfThisCapture ? Number(before?.outcomes) : 0;
      return [hash, { id, earlierOutcomes, isKnown: before !== undefined && !isOfThisCapture }];
    }),
  );
}
