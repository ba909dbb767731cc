import { sql } from 'kysely';
import type { FeedEvent } from '../../core/live/event-log.ts';
import type { Feed } from '../../feed/feed.ts';
import type { Database } from '../connection/database.ts';
import { instant, wholeNumber } from '../schema/column.ts';
import { type EventRow, eventReader } from './event-log.ts';

const BATCH = 500;

/**
 * The events behind `after` and before the first one that was written at `end` or later: each event is in one such range, also where
 * the clock of a process was behind.
 */
export async function* readEventsUntil(
  db: Pick<Database, 'cursor'>,
  feed: Feed,
  after: bigint,
  end: Date,
): AsyncGenerator<readonly FeedEvent[]> {
  const statement = sql<EventRow>`
    SELECT seq, key, at, before, after FROM feed_event
    WHERE feed = ${feed.module} AND seq > ${wholeNumber(after)} AND seq < coalesce(
      (SELECT seq FROM feed_event WHERE feed = ${feed.module} AND seq > ${wholeNumber(after)} AND at >= ${instant(end)}
        ORDER BY seq LIMIT 1), ${wholeNumber(2n ** 63n - 1n)})
    ORDER BY seq`;
  const read = eventReader(feed);
  for await (const rows of db.cursor(statement, BATCH)) yield rows.map(read);
}
