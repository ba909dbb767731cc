import { sql } from 'kysely';
import type { EventLog, EventRetention, FeedEvent, LogBounds } from '../core/live/event-log.ts';
import type { AnyRecord, Feed } from '../feed/feed.ts';
import { recordReader, textArray, wholeNumber } from './column.ts';
import type { Database } from './database.ts';

/** A row of `feed_event`; the images are rows of the feed's table as JSON. */
interface EventRow {
  readonly seq: bigint;
  readonly key: string;
  readonly at: Date;
  readonly available_at: Date | null;
  readonly before: AnyRecord | null;
  readonly after: AnyRecord | null;
}

const COLUMNS = sql`seq, key, at, available_at, before, after`;

/** The event logs in the table `feed_event`. */
export function createEventLog(db: Database): EventLog & EventRetention {
  const readers = new Map<Feed, (row: AnyRecord) => AnyRecord>();
  const readerOf = (feed: Feed) => {
    const known = readers.get(feed) ?? imageReader(feed);
    readers.set(feed, known);
    return known;
  };
  const eventsOf = (feed: Feed, rows: readonly EventRow[]): FeedEvent[] => {
    const read = readerOf(feed);
    return rows.map(({ available_at, before, after, ...event }) => ({
      ...event,
      availableAt: available_at,
      before: before && read(before),
      after: after && read(after),
    }));
  };

  return {
    async read(feed, after, limit) {
      const rows = await db.run(sql<EventRow>`
        SELECT ${COLUMNS} FROM feed_event WHERE feed = ${feed.module} AND seq > ${wholeNumber(after)}
        ORDER BY seq LIMIT ${wholeNumber(limit)}`);
      return eventsOf(feed, rows);
    },
    async released(feed, { seq, after, until }, limit) {
      // Behind all of one moment, when the place names no number.
      const behind =
        after.seq === null
          ? sql`available_at > ${instant(after.until)}`
          : sql`(available_at, seq) > (${instant(after.until)}, ${wholeNumber(after.seq)})`;
      const rows = await db.run(sql<EventRow>`
        SELECT ${COLUMNS} FROM feed_event
        WHERE feed = ${feed.module} AND ${behind} AND available_at <= ${instant(until)} AND seq <= ${wholeNumber(seq)}
        ORDER BY available_at, seq LIMIT ${wholeNumber(limit)}`);
      return eventsOf(feed, rows);
    },
    async bounds(feed) {
      const rows = await db.run(sql<LogBounds>`
        SELECT seq AS head, pruned + 1 AS first FROM feed_head WHERE feed = ${feed.module}`);
      return rows[0] ?? { head: 0n, first: 1n };
    },
    async prune(feeds, { count, olderThan, heldUntil }) {
      const rows = await db.run(sql<{ n: bigint }>`
        WITH cut AS (
          SELECT head.feed, least(
            greatest(head.seq - ${wholeNumber(count)}, coalesce(
              (SELECT min(seq) - 1 FROM feed_event AS e WHERE e.feed = head.feed AND e.at >= ${instant(olderThan)}),
              head.seq)),
            (SELECT min(seq) - 1 FROM feed_event AS e
             WHERE e.feed = head.feed AND e.available_at > ${instant(heldUntil)})) AS up_to
          FROM feed_head AS head WHERE head.feed = ANY(${modules(feeds)})),
        moved AS (
          UPDATE feed_head AS head SET pruned = cut.up_to FROM cut
          WHERE head.feed = cut.feed AND cut.up_to > head.pruned RETURNING head.feed, head.pruned),
        gone AS (
          DELETE FROM feed_event AS e USING moved WHERE e.feed = moved.feed AND e.seq <= moved.pruned RETURNING 1)
        SELECT count(*) AS n FROM gone`);
      return Number(rows[0]?.n ?? 0n);
    },
  };
}

const instant = (at: Date) => sql`${at.toISOString()}::text::timestamptz`;

const modules = (feeds: readonly Feed[]) =>
  textArray(
    feeds.map((feed) => feed.module),
    'text',
  );

/** Turns the JSON of a row into the record that reading the row would give. */
function imageReader(feed: Feed): (row: AnyRecord) => AnyRecord {
  const read = recordReader(feed);
  const instants = feed.leaves.filter((leaf) => leaf.kind === 'instant');
  return (row) => {
    const values: Record<string, unknown> = {};
    for (const { name } of feed.leaves) values[name] = row[name] ?? null;
    for (const { name } of instants) values[name] = dateOf(values[name]);
    return read(values);
  };
}

const dateOf = (value: unknown): Date | null => (value === null ? null : new Date(String(value)));
