import { sql } from 'kysely';
import { LEASE_MS, type StreamCounts } from '../../core/live/stream-counts.ts';
import { type Database, lockFor } from '../connection/database.ts';
import { wholeNumber } from '../schema/column.ts';

/** Counts in the table `live_stream`, by the clock of the database, which is the same for all processes. */
export function createStreamCounts(db: Database, leaseMs: number = LEASE_MS): StreamCounts {
  const expiry = sql`clock_timestamp() + ${wholeNumber(leaseMs)} * interval '1 millisecond'`;
  return {
    count: ({ account, process, held, wanted, limit }) =>
      db.transaction(async (tx) => {
        await lockFor(tx, `live_stream ${account}`);
        const rows = await tx.run(sql<{ n: bigint }>`
          WITH others AS (
            SELECT coalesce(sum(streams), 0) AS n FROM live_stream
            WHERE key_id = ${account} AND process <> ${process} AND expires_at > clock_timestamp()),
          granted AS (
            SELECT greatest(least(${wholeNumber(wanted)}, ${wholeNumber(limit)} - n - ${wholeNumber(held)}), 0) AS n
            FROM others),
          counted AS (
            INSERT INTO live_stream (key_id, process, streams, expires_at)
            SELECT ${account}, ${process}, ${wholeNumber(held)} + n, ${expiry} FROM granted
            WHERE ${wholeNumber(held)} + n > 0
            ON CONFLICT (key_id, process) DO UPDATE SET streams = excluded.streams, expires_at = excluded.expires_at),
          gone AS (
            DELETE FROM live_stream WHERE key_id = ${account} AND process = ${process}
              AND (SELECT ${wholeNumber(held)} + n = 0 FROM granted))
          SELECT n FROM granted`);
        return Number(rows[0]?.n ?? 0n);
      }),
    async renew(process) {
      const rows = await db.run(sql<{ key_id: string; streams: number }>`
        WITH expired AS (DELETE FROM live_stream WHERE expires_at <= clock_timestamp() AND process <> ${process})
        UPDATE live_stream SET expires_at = ${expiry} WHERE process = ${process} RETURNING key_id, streams`);
      return new Map(rows.map(({ key_id, streams }) => [key_id, streams]));
    },
    async forget(process) {
      await db.run(sql`DELETE FROM live_stream WHERE process = ${process}`);
    },
  };
}
