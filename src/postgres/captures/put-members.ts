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
  await markReplaced(
    tx,
    parts.filter(({ isEnd }) => isEnd).map(({ row }) => row.id),
    at,
  );
}

/**
 * Marks the captures of earlier runs that these were read in place of: those of the same place, and of the same list where they
 * say how things are, for its pages are cut anew every time. Each in one look into the index, however many there are.
 */
async function markReplaced(tx: Transaction, ended: readonly bigint[], at: Date): Promise<void> {
  if (ended.length === 0) return;
  await tx.run(sql`
    UPDATE capture SET replaced_at = ${instant(at)}
    FROM unnest(${textArray(ended.map(String), 'bigint')}) AS g(id) JOIN capture AS this ON this.id = g.id
    JOIN capture_context AS own ON own.id = this.context
    CROSS JOIN LATERAL (
      SELECT old.id, old.context FROM capture AS old
      WHERE old.source = this.source AND ${listOf('old')} = ${listOf('this')} AND old.replaced_at IS NULL
        AND old.run_at < this.run_at AND (old.place = this.place OR old.is_state AND this.is_state)
      OFFSET 0) AS old
    JOIN capture_context AS other ON other.id = old.context AND other.parser = own.parser
    WHERE capture.id = old.id`);
}

/** The list that a place is of: a URL without its query. The expression of the index `capture_by_list`. */
const listOf = (row: string) => sql.raw(`split_part(${row}.place, '?', 1)`);

const digestOf = ({ capture, entries, isEnd }: StoredPart): string | null =>
  isEnd ? capture.done.digest.uuid(entries.map(({ hash }) => hash)) : null;
