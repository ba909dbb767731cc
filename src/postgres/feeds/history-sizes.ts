import { sql } from 'kysely';
import type { HistorySize } from '../../core/history-ports.ts';
import type { Feed } from '../../feed/feed.ts';
import type { Database } from '../connection/database.ts';
import { hasVersions, historyOf } from '../schema/history-table.ts';

/** Counts what is kept of a feed: reads all of its history. */
export async function readHistorySize(db: Database, feed: Feed): Promise<HistorySize> {
  const history = sql.table(historyOf(feed));
  const isCorrected = hasVersions(feed) ? sql`known_until <= known_since` : sql`TRUE`;
  const since = hasVersions(feed) ? sql`coalesce(recorded_from, first_known)` : sql`NULL::timestamptz`;
  const [size] = await db.aggregate(sql<{
    records: bigint;
    versions: bigint;
    corrected: bigint;
    bytes: bigint;
    known_since: Date | null;
    answered_since: Date | null;
  }>`
    SELECT (SELECT count(*) FROM ${sql.table(feed.table)}) AS records, kept.*,
      pg_total_relation_size(${`"${historyOf(feed)}"`}::text::regclass) AS bytes,
      ${since} AS known_since,
      (SELECT at FROM feed_event WHERE feed = head.feed AND seq > head.pruned ORDER BY seq LIMIT 1) AS answered_since
    FROM feed_head AS head
    CROSS JOIN (
      SELECT count(*) AS versions, count(*) FILTER (WHERE ${isCorrected}) AS corrected FROM ${history}) AS kept
    WHERE head.feed = ${feed.module}`);
  return {
    module: feed.module,
    records: Number(size?.records ?? 0n),
    versions: Number(size?.versions ?? 0n),
    corrected: Number(size?.corrected ?? 0n),
    bytes: Number(size?.bytes ?? 0n),
    knownSince: size?.known_since ?? null,
    answeredSince: size?.answered_since ?? null,
  };
}
