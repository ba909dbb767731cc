import { type RawBuilder, sql } from 'kysely';
import {
  type EventLog,
  type EventMoments,
  type EventRetention,
  type FeedEvent,
  HistoryGone,
  isForgotten,
  type LogBounds,
} from '../../core/live/event-log.ts';
import { DAY_MS } from '../../core/time.ts';
import type { AnyRecord, Feed } from '../../feed/feed.ts';
import type { Database } from '../connection/database.ts';
import { instant, recordReader, textArray, wholeNumber } from '../schema/column.ts';
import { forgottenRevisions } from './record-revisions.ts';

/** A row of `feed_event`; the images are rows of the feed's table as JSON. */
export interface EventRow {
  readonly seq: bigint;
  readonly key: string;
  readonly at: Date;
  readonly before: AnyRecord | null;
  readonly after: AnyRecord | null;
}

const COLUMNS = sql`seq, key, at, before, after`;

/** The event logs in the table `feed_event`. */
export function createEventLog(db: Database): EventLog & EventMoments & EventRetention {
  const readers = new Map<Feed, (row: EventRow) => FeedEvent>();
  const eventOf = (feed: Feed, row: EventRow): FeedEvent => {
    const known = readers.get(feed) ?? eventReader(feed);
    readers.set(feed, known);
    return known(row);
  };
  const bounds: EventLog['bounds'] = async (feed) => {
    const rows = await db.run(sql<LogBounds>`
      SELECT seq AS head, pruned + 1 AS first, forgotten_until AS "forgottenUntil"
      FROM feed_head WHERE feed = ${feed.module}`);
    return rows[0] ?? { head: 0n, first: 1n, forgottenUntil: null };
  };

  return {
    async read(feed, after, limit) {
      const rows = await db.run(sql<EventRow>`
        SELECT ${COLUMNS} FROM feed_event WHERE feed = ${feed.module} AND seq > ${wholeNumber(after)}
        ORDER BY seq LIMIT ${wholeNumber(limit)}`);
      return rows.map((row) => eventOf(feed, row));
    },
    async visibilityChanges(feed, range, limit) {
      const rows = await db.run(sql<EventRow & { readonly on: Date }>`
        SELECT ${COLUMNS}, "on"
        FROM (${sql.join(
          TURNS.map((time) => visibilityChangesBy(feed, time, range)),
          sql` UNION ALL `,
        )}) AS turn
        WHERE NOT EXISTS (SELECT FROM feed_event AS later
          WHERE later.feed = ${feed.module} AND later.key = turn.key AND later.seq > turn.seq
            AND later.seq <= ${wholeNumber(range.seq)})
        ORDER BY "on", seq LIMIT ${wholeNumber(limit)}`);
      // Asked behind the reading: what is kept now was kept then.
      if (isForgotten({ seq: range.seq, held: range.after }, await bounds(feed)))
        throw new HistoryGone(`turns behind ${range.after.until.toISOString()} are gone`);
      return rows.map((row) => ({ on: row.on, event: eventOf(feed, row) }));
    },
    bounds,
    async headAt(feed, moment) {
      const rows = await db.run(sql<{ seq: bigint }>`
        SELECT coalesce((SELECT min(e.seq) - 1 FROM feed_event AS e
          WHERE e.feed = head.feed AND e.at >= ${instant(moment)} AND e.seq > head.pruned), head.seq) AS seq
        FROM feed_head AS head WHERE feed = ${feed.module}`);
      return rows[0]?.seq ?? 0n;
    },
    async prune(feeds, { count, olderThan, heldUntil }) {
      // Of the events cut off, those stay that a stream waits for: unless a later one, cut off as well, has overtaken them.
      const rows = await db.run(sql<{ n: bigint }>`
        WITH cut AS (
          SELECT feed, greatest(pruned, least(
            greatest(seq - ${wholeNumber(count)}, ${before(olderThan)}),
            greatest(${before(new Date(olderThan.getTime() - FILING_OVERDUE_MS))}, coalesce(
              (SELECT f.seq FROM feed_filing AS f WHERE f.feed = head.feed), seq)))) AS up_to
          FROM feed_head AS head WHERE feed = ANY(${modules(feeds)})),
        gone AS (
          DELETE FROM feed_event AS e USING cut
          WHERE e.feed = cut.feed AND e.seq <= cut.up_to AND (
            (${lastTurn} > ${instant(heldUntil)}) IS NOT TRUE
            OR EXISTS (SELECT FROM feed_event AS later
              WHERE later.feed = e.feed AND later.key = e.key AND later.seq > e.seq AND later.seq <= cut.up_to))
          RETURNING e.feed, ${lastTurn} AS turned_at),
        dropped AS (
          SELECT feed, count(*) AS n, max(turned_at) FILTER (WHERE turned_at <= ${instant(heldUntil)}) AS turned_at
          FROM gone GROUP BY feed),
        moved AS (
          UPDATE feed_head AS head SET pruned = greatest(head.pruned, cut.up_to),
            forgotten_until = greatest(head.forgotten_until, dropped.turned_at)
          FROM cut JOIN dropped USING (feed) WHERE head.feed = cut.feed)
        SELECT coalesce(sum(n), 0)::bigint AS n FROM dropped`);
      for (const feed of feeds) await db.run(forgottenRevisions(feed));
      return Number(rows[0]?.n ?? 0n);
    },
  };
}

/** What is in no file of a day yet is kept for so long beyond its time. */
const FILING_OVERDUE_MS = 7 * DAY_MS;

/** Number of the last event of `head` from before a moment that is not pruned. */
const before = (at: Date): RawBuilder<unknown> => sql`coalesce(
  (SELECT min(seq) - 1 FROM feed_event AS e WHERE e.feed = head.feed AND e.at >= ${instant(at)}
    AND e.seq > head.pruned), seq)`;

/** Times at which a view with a lag sees something else of the row after. */
const TURNS = ['available_at', 'ended_at', 'revised_at'] as const;

const lastTurn = sql`greatest(${sql.join(TURNS.map((time) => sql.ref(`e.${time}`)))})`;

/** The events up to `range.seq` one of whose times lies in the range. */
function visibilityChangesBy(
  feed: Feed,
  time: (typeof TURNS)[number],
  { seq, after, until }: Parameters<EventLog['visibilityChanges']>[1],
): RawBuilder<unknown> {
  const on = sql.ref(time);
  // Behind all of one moment, when the place names no number.
  const behind =
    after.seq === null
      ? sql`${on} > ${instant(after.until)}`
      : sql`(${on}, seq) > (${instant(after.until)}, ${wholeNumber(after.seq)})`;
  return sql`SELECT *, ${on} AS "on" FROM feed_event
    WHERE feed = ${feed.module} AND ${behind} AND ${on} <= ${instant(until)} AND seq <= ${wholeNumber(seq)}`;
}

const modules = (feeds: readonly Feed[]) =>
  textArray(
    feeds.map((feed) => feed.module),
    'text',
  );

/** Turns rows of the log into events. */
export function eventReader(feed: Feed): (row: EventRow) => FeedEvent {
  const read = imageReader(feed);
  return ({ seq, key, at, before, after }) => ({
    seq,
    key,
    at,
    before: before && read(before),
    after: after && read(after),
  });
}

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
