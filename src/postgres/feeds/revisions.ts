import { sql } from 'kysely';
import type { FeedEvent } from '../../core/live/event-log.ts';
import type { Feed } from '../../feed/feed.ts';
import type { Database } from '../connection/database.ts';
import { type EventRow, eventReader } from './event-log.ts';

/** What the log still tells of one record, the oldest first. */
export async function readRevisions(
  db: Pick<Database, 'run'>,
  feed: Feed,
  key: string,
): Promise<readonly FeedEvent[]> {
  const rows = await db.run(sql<EventRow>`
    SELECT seq, key, at, before, after FROM feed_event WHERE feed = ${feed.module} AND key = ${key} ORDER BY seq`);
  return rows.map(eventReader(feed));
}
