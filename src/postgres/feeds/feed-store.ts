import { type RawBuilder, sql } from 'kysely';
import type { View } from '../../core/access/view.ts';
import type { ChildRows, FeedStore, ParentField } from '../../core/ports.ts';
import type { AnyRecord, Feed, Leaf } from '../../feed/feed.ts';
import type { FeedQuery, Filter } from '../../feed/query.ts';
import type { Database } from '../connection/database.ts';
import { column, instant, recordReader, textArray, wholeNumber } from '../schema/column.ts';
import { readGroups } from './groups.ts';
import { rowsOf } from './revisions-in-view.ts';
import {
  allConditions,
  filterCondition,
  hiddenCondition,
  type Stretch,
  stretches,
  viewCondition,
} from './where.ts';

/** Rows of one batch of a streamed list. */
const STREAM_BATCH = 500;

/** Reads feeds from their tables, one statement a call. */
export function createFeedStore(db: Database): FeedStore {
  const readers = new Map<Feed, (row: AnyRecord) => AnyRecord>();
  const readerOf = (feed: Feed) => {
    const known = readers.get(feed) ?? recordReader(feed);
    readers.set(feed, known);
    return known;
  };
  const many = (feed: Feed, rows: readonly AnyRecord[]) => rows.map(readerOf(feed));

  async function* recordsOf(feed: Feed, batches: AsyncIterable<readonly AnyRecord[]>) {
    for await (const batch of batches) yield many(feed, batch);
  }

  return {
    async page(feed, query, view) {
      // The head in the same statement is of the same snapshot: a stream from there misses nothing of the page.
      const statement = sql<AnyRecord>`
        SELECT head.seq AS "$head", page.* FROM feed_head AS head
        LEFT JOIN LATERAL (${select(feed, query, view, matching(feed, query.filter, view), query.limit + 1)}) AS page ON TRUE
        WHERE head.feed = ${feed.module}`;
      const rows = await db.run(statement);
      const head = (rows[0]?.$head ?? 0n) as bigint; // int8 is read as bigint
      const found = rows.filter((row) => row[feed.key.name] !== null).map(({ $head: _, ...row }) => row);
      return { ...cut(many(feed, found), query), head };
    },

    async count(feed, filter, view) {
      const rows = await db.aggregate(sql<{ n: bigint }>`
        SELECT count(*) AS n FROM ${rowsOf(feed, view)} WHERE ${matching(feed, filter, view)}`);
      return Number(rows[0]?.n ?? 0n);
    },

    async countBy(feed, by, filter, view) {
      const rows = await db.aggregate(sql<{ value: string; n: bigint }>`
        SELECT ${column(by)}::text AS value, count(*) AS n FROM ${rowsOf(feed, view)}
        WHERE ${matching(feed, filter, view)} AND ${column(by)} IS NOT NULL GROUP BY 1`);
      return new Map(rows.map((row) => [row.value, Number(row.n)]));
    },

    groups: (feed, query, view) => readGroups(db, feed, query, view),

    async byKeys(feed, keys, view) {
      const rows = await db.run(sql<AnyRecord>`
        SELECT ${columns(feed.leaves)} FROM ${rowsOf(feed, view)}
        WHERE ${column(feed.key)} = ANY(${textArray(keys, 'text')}) AND ${viewCondition(feed, view)}`);
      return many(feed, rows);
    },

    async aliases(feed, by, values, view) {
      const { alias } = feed;
      if (!alias || values.length === 0) return new Map();
      const [key, group, named] = [sql.ref(feed.key.name), sql.ref(alias.name), sql.ref(by.name)];
      const rows = await db.run(sql<{ value: string; leads_to: string }>`
        SELECT hidden.${named} AS value, shown.${key} AS leads_to FROM ${rowsOf(feed, view, 'hidden')}
        CROSS JOIN LATERAL (SELECT ${key} FROM ${rowsOf(feed, view)}
          WHERE ${group} = hidden.${group} AND ${viewCondition(feed, view)}) AS shown
        WHERE hidden.${named} = ANY(${textArray(values, 'text')}) AND ${hiddenCondition(feed, view)}`);
      const byValue = Map.groupBy(rows, ({ value }) => value);
      return new Map([...byValue].map(([value, led]) => [value, led.map((row) => row.leads_to)]));
    },

    async pagesBy(feed, by, parents, query, view) {
      const condition = allConditions([
        sql`${parentColumn(feed, by)} = parent.key`,
        matching(feed, query.filter, view),
      ]);
      const rows = await db.run(sql<AnyRecord & { readonly $parent: bigint }>`
        SELECT parent.ord AS "$parent", child.*
        FROM unnest(${textArray(parents, 'text')}) WITH ORDINALITY AS parent(key, ord)
        CROSS JOIN LATERAL (${select(feed, query, view, condition, query.limit + 1)}) AS child`);
      const byParent = parents.map((): AnyRecord[] => []);
      for (const { $parent, ...row } of rows) byParent[Number($parent) - 1]?.push(row);
      return byParent.map((children) => cut(many(feed, children), query));
    },

    async countsBy(feed, by, parents, filter, view) {
      const rows = await db.aggregate(sql<{ key: string; n: bigint }>`
        SELECT ${parentColumn(feed, by)} AS key, count(*) AS n FROM ${rowsOf(feed, view)}
        WHERE ${parentColumn(feed, by)} = ANY(${textArray(parents, 'text')}) AND ${matching(feed, filter, view)} GROUP BY 1`);
      const counts = new Map(rows.map((row) => [row.key, Number(row.n)]));
      return parents.map((parent) => counts.get(parent) ?? 0);
    },

    stream(feed, query, view) {
      const statement = sql<AnyRecord>`${select(feed, query, view, matching(feed, query.filter, view), query.limit)}`;
      return recordsOf(feed, db.cursor(statement, STREAM_BATCH));
    },

    async snapshot(feed, query, view, signal) {
      const snapshot = await db.snapshot(signal);
      try {
        const condition = matching(feed, query.filter, view);
        const [counted] = await snapshot.run(countUpTo(feed, query, view, condition, query.limit + 1));
        const found = Number(counted?.n ?? 0n);
        const ofLast = { ...query, leaves: [], offset: query.limit - 1 };
        const ending =
          found > query.limit
            ? await snapshot.run(sql<AnyRecord>`${select(feed, ofLast, view, condition, 1)}`)
            : [];
        const statement = sql<AnyRecord>`${select(feed, query, view, condition, query.limit)}`;
        return {
          count: Math.min(found, query.limit),
          last: many(feed, ending)[0] ?? null,
          batches: recordsOf(feed, snapshot.cursor(statement, STREAM_BATCH)),
          close: snapshot.close,
        };
      } catch (error) {
        await snapshot.close();
        throw error;
      }
    },

    async knownAssets(feed, assets, view) {
      if (!feed.asset || assets.length === 0) return new Set();
      const rows = await db.run(sql<{ key: string }>`
        SELECT wanted.key FROM unnest(${textArray(assets, 'text')}) AS wanted(key)
        WHERE EXISTS (SELECT FROM ${rowsOf(feed, view)}
          WHERE ${column(feed.asset.key)} = wanted.key AND ${viewCondition(feed, view)})`);
      return new Set(rows.map((row) => row.key));
    },

    async recordedSince(feed) {
      const rows = await db.run(sql<{ since: Date | null }>`
        SELECT coalesce(recorded_from, first_known) AS since FROM feed_head WHERE feed = ${feed.module}`);
      return rows[0]?.since ?? null;
    },

    async precisionAt({ module }, at) {
      const rows = await db.run(sql<{ spacing: bigint | null }>`
        SELECT max(spacing_ms) AS spacing FROM history_thinning WHERE feed = ${module} AND before > ${instant(at)}`);
      const spacing = rows[0]?.spacing ?? null;
      return spacing === null ? null : Number(spacing);
    },

    async keepsBehind({ module }, seq) {
      const rows = await db.run(sql<{ kept: boolean }>`
        SELECT pruned <= ${wholeNumber(seq)} AS kept FROM feed_head WHERE feed = ${module}`);
      return rows[0]?.kept ?? false;
    },

    async heads(feeds) {
      const rows = await db.run(sql<{ feed: string; seq: bigint }>`
        SELECT feed, seq FROM feed_head WHERE feed = ANY(${textArray(
          feeds.map((feed) => feed.module),
          'text',
        )})`);
      return new Map(rows.map((row) => [row.feed, row.seq]));
    },
  };
}

function columns(leaves: Iterable<Leaf>): RawBuilder<unknown> {
  return sql.join(Array.from(leaves, (leaf) => column(leaf)));
}

const leavesOf = (feed: Feed, { leaves, order }: FeedQuery): Iterable<Leaf> =>
  leaves ? new Set([feed.key, order.leaf, ...leaves]) : feed.leaves;

function matching(feed: Feed, filter: Filter | undefined, view: View): RawBuilder<unknown> {
  return allConditions([viewCondition(feed, view), filterCondition(filter)]);
}

/**
 * Rows of a query in its order. Where that has two stretches, the second is read only as far as the first leaves room: an
 * `Append` takes its parts one after the other, and a part with a LIMIT is never read by parallel workers.
 */
function select(
  feed: Feed,
  query: FeedQuery,
  view: View,
  condition: RawBuilder<unknown>,
  limit: number,
): RawBuilder<unknown> {
  const { offset = 0 } = query;
  const skipped = offset ? sql` OFFSET ${wholeNumber(offset)}` : sql``;
  const read = (stretch: Stretch, rows: number) =>
    sql`SELECT ${columns(leavesOf(feed, query))} FROM ${rowsOf(feed, view)}
      WHERE ${allConditions([condition, stretch.condition])} ORDER BY ${stretch.orderBy} LIMIT ${wholeNumber(rows)}`;
  const [only, ...others] = stretches(feed, query);
  if (only === undefined) throw new Error('a list has a stretch');
  if (others.length === 0) return sql`${read(only, limit)}${skipped}`;
  const parts = [only, ...others].map((one) => sql`(${read(one, limit + offset)})`);
  return sql`SELECT * FROM (${sql.join(parts, sql` UNION ALL `)}) AS stretch LIMIT ${wholeNumber(limit)}${skipped}`;
}

/** Number of rows of a query, counted no further than `most`. */
function countUpTo(
  feed: Feed,
  query: FeedQuery,
  view: View,
  condition: RawBuilder<unknown>,
  most: number,
): RawBuilder<{ n: bigint }> {
  const parts = stretches(feed, query).map(
    (stretch) =>
      sql`SELECT FROM ${rowsOf(feed, view)} WHERE ${allConditions([condition, stretch.condition])}`,
  );
  return sql`SELECT count(*) AS n FROM (SELECT FROM (${sql.join(parts, sql` UNION ALL `)}) AS stretch
    LIMIT ${wholeNumber(most)}) AS counted`;
}

function parentColumn(feed: Feed, by: ParentField): RawBuilder<unknown> {
  if (by !== 'asset') return column(by);
  if (feed.asset === null) throw new Error(`feed ${feed.module} names no assets`);
  return column(feed.asset.key);
}

/** One row more than asked for was read, to know whether there is more. */
function cut(rows: readonly AnyRecord[], query: FeedQuery): ChildRows {
  const kept = rows.slice(0, query.limit);
  return { rows: query.fromEnd ? kept.reverse() : kept, more: rows.length > query.limit };
}
