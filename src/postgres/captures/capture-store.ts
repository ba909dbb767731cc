import { sql } from 'kysely';
import type {
  CaptureHead,
  CaptureStore,
  CaptureWriter,
  KeptEntry,
} from '../../core/capture/capture-store.ts';
import type { Clock } from '../../core/ports.ts';
import { type Database, lockFor, type Transaction } from '../connection/database.ts';
import { instant, textArray, wholeNumber } from '../schema/column.ts';
import { rowOf } from './capture-rows.ts';
import { contentHash, createDigest } from './entry-content.ts';
import { type HashedEntries, type OpenCapture, type PutEntry, putEntries } from './put-entries.ts';
import { type MadeOutcome, putOutcomes } from './put-outcomes.ts';
import { readEntriesOf } from './read-entries.ts';

/**
 * Native entries in the tables `capture` and `entry` with those around them. Contents are stored once, in blocks.
 * `shared` names the feeds of which a record is made of all entries that became it, not of the latest.
 */
export function createCaptureStore(
  db: Database,
  { clock, shared }: { readonly clock: Clock; readonly shared: ReadonlySet<string> },
): CaptureStore {
  return {
    open(head): CaptureWriter {
      const digest = createDigest();
      let capture: OpenCapture | null = null;
      let part = 0;
      return {
        async keep(entries) {
          if (entries.length === 0) return;
          const at = clock.now();
          const hashes = entries.map(({ content }) => contentHash(content));
          const batch = byHash(entries, hashes);
          capture = await db.transaction(async (tx) => {
            // Two that touch the same entries in different orders would wait for each other.
            await lockFor(tx, `captures of ${head.module}`);
            const open = capture ?? (await openCapture(tx, head, at));
            const ids = await putEntries(tx, open, batch, at);
            const areKnown = [...ids.values()].some(({ isKnown }) => isKnown);
            await putOutcomes(tx, madeOf(batch, ids), { areKnown, shared, at });
            const inOrder = hashes.map((hash) => String(ids.get(hash)?.id));
            const places = entries.map((entry) => entry.at);
            await tx.run(sql`
              INSERT INTO capture_part (capture, part, entries, places)
              VALUES (${wholeNumber(open.id)}, ${wholeNumber(part)}, ${textArray(inOrder, 'bigint')}, ${textArray(places, 'text')})`);
            return open;
          });
          part += 1;
          for (const hash of hashes) digest.add(hash);
        },
        async end() {
          if (capture === null) return;
          await db.run(sql`
            WITH this AS (SELECT * FROM capture WHERE id = ${wholeNumber(capture.id)}),
            same AS (
              DELETE FROM capture AS old USING this
              WHERE old.id < this.id AND old.digest = ${digest.uuid()}::uuid
                AND (old.source, old.place, old.context) = (this.source, this.place, this.context)
              RETURNING old.first_seen)
            UPDATE capture SET digest = ${digest.uuid()}::uuid, seen_at = ${instant(clock.now())},
              first_seen = least(capture.first_seen, (SELECT min(first_seen) FROM same))
            FROM this WHERE capture.id = this.id`);
        },
      };
    },
    entriesOf: (targets, limit) => readEntriesOf(db, targets, limit),
  };
}

async function openCapture(tx: Transaction, head: CaptureHead, at: Date): Promise<OpenCapture> {
  const { source, place, parser, version, runAt } = head;
  const rows = await tx.run(sql<{ id: bigint; context: number }>`
    WITH known AS (
      INSERT INTO capture_context AS c (parser, context) VALUES (${parser}, ${JSON.stringify(head.context)}::text::jsonb)
      ON CONFLICT (parser, context) DO UPDATE SET parser = excluded.parser RETURNING id)
    INSERT INTO capture (source, place, context, run_at, first_seen, seen_at)
    SELECT ${source}::text, ${place.toWellFormed()}::text, id, ${instant(runAt)}, ${instant(at)}, ${instant(at)} FROM known
    RETURNING id, context`);
  const [row] = rows;
  if (row === undefined) throw new Error('the capture was not stored');
  return { ...row, version };
}

function byHash(entries: readonly KeptEntry[], hashes: readonly string[]): readonly HashedEntries[] {
  const groups = new Map<string, [KeptEntry, ...KeptEntry[]]>();
  for (const [index, entry] of entries.entries()) {
    const hash = hashes[index] ?? '';
    const known = groups.get(hash);
    if (known) known.push(entry);
    else groups.set(hash, [entry]);
  }
  return [...groups].map(([hash, group]) => ({ hash, entries: group }));
}

function madeOf(batch: readonly HashedEntries[], ids: ReadonlyMap<string, PutEntry>): readonly MadeOutcome[] {
  return batch.flatMap(({ hash, entries }) => {
    const { id, earlierOutcomes } = ids.get(hash) ?? { id: 0n, earlierOutcomes: 0 };
    const rows = entries.flatMap(({ outcomes }) => outcomes.map(rowOf));
    return rows.map((row, index) => ({ ...row, entry: id, n: earlierOutcomes + index }));
  });
}
