import { sql } from 'kysely';
import type { CaptureHead } from '../../core/capture/capture-store.ts';
import type { Transaction } from '../connection/database.ts';
import { instant, textArray } from '../schema/column.ts';
import type { CaptureRow, StoredCapture } from './capture-progress.ts';

/** The rows of captures, made for those that have none. */
export async function putCaptures(
  tx: Transaction,
  captures: readonly StoredCapture[],
  at: Date,
): Promise<readonly CaptureRow[]> {
  const fresh = captures.filter(({ row }) => row === null);
  const made = new Map(fresh.length === 0 ? [] : await insert(tx, fresh, at));
  return captures.map((capture) => {
    const row = capture.row ?? made.get(capture);
    if (row === undefined) throw new Error('the capture was not stored');
    return row;
  });
}

async function insert(
  tx: Transaction,
  captures: readonly StoredCapture[],
  at: Date,
): Promise<readonly (readonly [StoredCapture, CaptureRow])[]> {
  const column = (pick: (head: CaptureHead) => string, type = 'text') =>
    textArray(
      captures.map(({ head }) => pick(head)),
      type,
    );
  const rows = await tx.run(sql<CaptureRow & { readonly ord: bigint }>`
    WITH given AS MATERIALIZED (
      SELECT nextval(pg_get_serial_sequence('capture', 'id')) AS id, g.*
      FROM unnest(${column(({ parser }) => parser)}, ${column(({ context }) => JSON.stringify(context), 'jsonb')},
        ${column(({ source }) => source)}, ${column(({ place }) => place.toWellFormed())},
        ${column(({ runAt }) => runAt.toISOString(), 'timestamptz')},
        ${column(({ captures }) => String(captures === 'state'), 'boolean')})
        WITH ORDINALITY AS g(parser, context, source, place, run_at, is_state, ord) ORDER BY ord),
    known AS (
      INSERT INTO capture_context AS c (parser, context) SELECT DISTINCT parser, context FROM given ORDER BY parser, context
      ON CONFLICT (parser, context) DO UPDATE SET parser = excluded.parser RETURNING id, parser, context),
    made AS (
      INSERT INTO capture (id, source, place, context, run_at, is_state, first_seen, seen_at) OVERRIDING SYSTEM VALUE
      SELECT given.id, source, place, known.id, run_at, is_state, ${instant(at)}, ${instant(at)}
      FROM given JOIN known USING (parser, context) RETURNING id, context)
    SELECT made.id, made.context, given.ord FROM made JOIN given USING (id) ORDER BY given.ord`);
  return rows.map(({ id, context, ord }) => {
    const capture = captures[Number(ord) - 1] as StoredCapture; // numbered above
    return [capture, { id, context }];
  });
}
