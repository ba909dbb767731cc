import { sql } from 'kysely';
import type { Transaction } from '../connection/database.ts';
import { instant, textArray } from '../schema/column.ts';
import { type CaptureRow, type HashedPart, progressWith } from './capture-progress.ts';

/** A part of a capture that is stored. */
interface StoredPart extends HashedPart {
  readonly row: CaptureRow;
  /** Ids of the entries, in their order. */
  readonly members: readonly bigint[];
}

/**
 * Stores which entries captures hold, in their order, and where; with how many that makes. One that was read to its end
 * takes the place of earlier ones of the same place that hold the same.
 */
export async function putMembers(tx: Transaction, parts: readonly StoredPart[], at: Date): Promise<void> {
  const column = (type: string, pick: (part: StoredPart) => string | null) =>
    textArray(parts.map(pick), type);
  const counted = parts.map(({ capture, entries }) => progressWith(capture.done, entries));
  const counts = (type: string, pick: (count: (typeof counted)[number]) => string) =>
    textArray(counted.map(pick), type);
  await tx.run(sql`
    WITH part AS MATERIALIZED (
      SELECT * FROM unnest(
        ${column('bigint', ({ row }) => String(row.id))}, ${column('integer', ({ capture }) => String(capture.done.parts))},
        ${column('text', ({ members }) => `{${members.join(',')}}`)},
        ${column('jsonb', ({ entries }) => JSON.stringify(entries.map((entry) => entry.at)))},
        ${column('uuid', digestOf)}, ${counts('integer', ({ entries }) => String(entries))},
        ${counts('jsonb', ({ outcomes }) => JSON.stringify(outcomes))})
        AS g(capture, part, entries, places, digest, count, outcomes)),
    stored AS (
      INSERT INTO capture_part (capture, part, entries, places)
      SELECT capture, part, entries::bigint[], ARRAY(SELECT jsonb_array_elements_text(places)) FROM part WHERE entries <> '{}'),
    same AS (
      DELETE FROM capture AS old USING part JOIN capture AS this ON this.id = part.capture
      WHERE old.id < this.id AND old.digest = part.digest
        AND (old.source, old.place, old.context) = (this.source, this.place, this.context)
      RETURNING this.id, old.first_seen)
    UPDATE capture SET digest = part.digest, seen_at = ${instant(at)}, entries = part.count, outcomes = part.outcomes,
      first_seen = least(capture.first_seen, (SELECT min(first_seen) FROM same WHERE same.id = capture.id))
    FROM part WHERE capture.id = part.capture`);
}

const digestOf = ({ capture, entries, isEnd }: StoredPart): string | null =>
  isEnd ? capture.done.digest.uuid(entries.map(({ hash }) => hash)) : null;
