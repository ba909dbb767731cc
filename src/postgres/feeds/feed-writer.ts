import { type RawBuilder, sql } from 'kysely';
import type { FeedWriter, Merge, WriteResult } from '../../core/ingest/feed-writer-port.ts';
import { type AnyRecord, type Feed, type Leaf, type LeafValue, valueAt } from '../../feed/feed.ts';
import { storedRecord } from '../../feed/stored-record.ts';
import type { Database, Transaction } from '../connection/database.ts';
import { FEED_CHANNEL, writeNotice } from '../connection/feed-channel.ts';
import { column, columnArray, instant, recordReader, textArray, wholeNumber } from '../schema/column.ts';
import { closedRevisions, firstKnown, type Stamp, stampColumns } from './record-revisions.ts';

/** What follows from the events of a batch, in the same transaction. */
export interface Derivation {
  readonly feed: Feed;
  /** The fields it sets, which a write leaves as they are. */
  readonly sets?: readonly Leaf[];
  /** Runs after the batch's events behind `base` are logged; may log more. */
  derive(tx: Transaction, events: EventLogger, base: bigint): Promise<Derived>;
}

/** What a derivation changed besides the records that were written. */
export type Derived = Pick<WriteResult, 'superseded' | 'repeated' | 'reconciled' | 'undecided'>;

/** What a derivation says that changed no record. */
export const NOTHING_ELSE: Derived = { superseded: [], repeated: [], reconciled: [], undecided: [] };

/** Appends events behind those already logged in this transaction. */
export interface EventLogger {
  /**
   * Runs a data-modifying statement and logs one event a row; a row that this transaction has written before keeps its
   * event, which tells of both changes. `changes` are CTEs ending in one named `change` with
   * columns `ord, key, before, after` (jsonb; null `before`: created, null `after`: removed).
   */
  append(changes: RawBuilder<unknown>): Promise<EventCounts>;
  /** Sequence number of the last event. */
  head(): bigint;
  /** What every row that is written in this transaction is stamped with. */
  readonly stamp: Stamp;
}

export interface EventCounts {
  readonly created: number;
  readonly updated: number;
  readonly removed: number;
}

/** @param moved called with every commit that changed something, before the write is answered. */
export function createFeedWriter(
  db: Database,
  derivations: readonly Derivation[] = [],
  moved: (module: string, head: bigint) => void = () => undefined,
): FeedWriter {
  const derive = async (feed: Feed, tx: Transaction, events: EventLogger, base: bigint): Promise<Derived> => {
    let all = NOTHING_ELSE;
    for (const derivation of derivations) {
      if (derivation.feed === feed) all = joined(all, await derivation.derive(tx, events, base));
    }
    return all;
  };

  const writtenLeaves = (feed: Feed): readonly Leaf[] => {
    const set = derivations.flatMap(({ feed: of, sets = [] }) => (of === feed ? sets : []));
    return feed.leaves.filter((leaf) => !set.includes(leaf));
  };

  const replace: FeedWriter['replace'] = async (feed, { records, gone }, at, merge) => {
    if (records.length + gone.length === 0)
      return { created: 0, updated: 0, unchanged: 0, removed: 0, ...NOTHING_ELSE };
    const { head, ...result } = await db.transaction(async (tx) => {
      const { events, base } = await lockFeed(tx, feed, at);
      // Read behind the lock, so that no other process writes in between.
      const stored = merge ? await storedRecords(tx, feed, records) : [];
      const distinct = oneOfEachKey(feed, records, stored, merge ?? later);
      const { removed } = gone.length > 0 ? await events.append(goneChanges(feed, gone)) : NO_EVENTS;
      const { created, updated } =
        distinct.length > 0
          ? await events.append(upsertChanges(feed, distinct, writtenLeaves(feed), events.stamp))
          : NO_EVENTS;
      const others = created + updated + removed > 0 ? await derive(feed, tx, events, base) : NOTHING_ELSE;
      await publishHead(tx, feed, base, events);
      const unchanged = records.length - created - updated;
      return { created, updated, unchanged, removed, ...others, head: events.head() };
    });
    db.committed(() => moved(feed.module, head));
    return result;
  };

  return {
    replace,
    async upsert(feed, records, at, merge) {
      const { removed: _, ...result } = await replace(feed, { records, gone: [] }, at, merge);
      return result;
    },

    async remove(feed, key, at, what = 'row') {
      const { changed, head } = await db.transaction(async (tx) => {
        const { events, base } = await lockFeed(tx, feed, at);
        const { removed } = await events.append(removeChanges(feed, key, what));
        if (removed > 0) await derive(feed, tx, events, base);
        await publishHead(tx, feed, base, events);
        return { changed: await loggedKeys(tx, feed, base), head: events.head() };
      });
      db.committed(() => moved(feed.module, head));
      return changed;
    },
  };
}

const joined = (one: Derived, other: Derived): Derived => ({
  superseded: [...one.superseded, ...other.superseded],
  repeated: [...one.repeated, ...other.repeated],
  reconciled: [...one.reconciled, ...other.reconciled],
  undecided: [...one.undecided, ...other.undecided],
});

async function loggedKeys(tx: Transaction, feed: Feed, base: bigint): Promise<readonly string[]> {
  const rows = await tx.run(sql<{ key: string }>`
    SELECT key FROM feed_event WHERE feed = ${feed.module} AND seq > ${wholeNumber(base)} ORDER BY seq`);
  return rows.map(({ key }) => key);
}

/**
 * Writers of a feed take turns on its head row, so that numbers are given in the order of commits: a reader of
 * `seq > cursor` can never be overtaken by a smaller number that becomes visible later.
 */
async function lockFeed(tx: Transaction, feed: Feed, at: Date) {
  const rows = await tx.run(sql<{ seq: bigint; moved_at: Date | null }>`
    SELECT seq, moved_at FROM feed_head WHERE feed = ${feed.module} FOR UPDATE`);
  const head = rows[0];
  if (head === undefined) throw new Error(`feed ${feed.module} has no head: its migration has not run`);
  const { seq: base, moved_at: movedAt } = head;
  // A clock that was set back does not turn around the order of what was written.
  const stamp = { seq: base + 1n, at: movedAt !== null && movedAt > at ? movedAt : at };
  return { base, events: eventLogger(tx, feed, at, base, stamp) };
}

function eventLogger(tx: Transaction, feed: Feed, at: Date, base: bigint, stamp: Stamp): EventLogger {
  let head = base;
  const lagged = feed.availability?.hasLag ? feed.availability : null;
  const [from, until, revised] = [
    timeOf(lagged?.from),
    timeOf(lagged?.until ?? feed.shelfLife?.until),
    timeOf(lagged?.revised),
  ];
  return {
    head: () => head,
    stamp,
    async append(changes) {
      const rows = await tx.run(sql<{ kind: string; n: bigint }>`
        WITH ${changes}, ${closedRevisions(feed, stamp)}, again AS (
          UPDATE feed_event AS e SET after = change.after, available_at = ${from}, ended_at = ${until},
            revised_at = ${revised}
          FROM change WHERE e.feed = ${feed.module} AND e.seq > ${wholeNumber(base)} AND e.key = change.key
          RETURNING e.key),
        logged AS (
          INSERT INTO feed_event (feed, seq, kind, key, at, available_at, ended_at, revised_at, before, after)
          SELECT ${feed.module}, ${wholeNumber(head)} + row_number() OVER (ORDER BY ord),
            CASE WHEN before IS NULL THEN 'CREATED' WHEN after IS NULL THEN 'REMOVED' ELSE 'UPDATED' END,
            key, ${instant(at)}, ${from}, ${until}, ${revised}, before, after
          FROM change WHERE key NOT IN (SELECT key FROM again) RETURNING kind)
        SELECT kind, count(*) AS n FROM logged GROUP BY kind`);
      const count = (kind: string) => Number(rows.find((row) => row.kind === kind)?.n ?? 0n);
      const counts = { created: count('CREATED'), updated: count('UPDATED'), removed: count('REMOVED') };
      head += BigInt(counts.created + counts.updated + counts.removed);
      return counts;
    },
  };
}

async function publishHead(tx: Transaction, feed: Feed, base: bigint, events: EventLogger): Promise<void> {
  const head = events.head();
  if (head === base) return;
  // A wake-up only: it may be lost, the log may not. Delivered with the commit.
  await tx.run(sql`
    WITH moved AS (
      UPDATE feed_head SET seq = ${wholeNumber(head)}, moved_at = ${instant(events.stamp.at)}${firstKnown(feed, base)}
      WHERE feed = ${feed.module} RETURNING feed)
    SELECT pg_notify(${FEED_CHANNEL}, ${writeNotice({ module: feed.module, head })}) FROM moved`);
}

/**
 * Rows that do not differ are neither written nor locked and make no event. The head of the feed is locked, so no other
 * process writes between the comparison and the insertion.
 */
function upsertChanges(
  feed: Feed,
  records: readonly AnyRecord[],
  written: readonly Leaf[],
  stamp: Stamp,
): RawBuilder<unknown> {
  const table = sql.table(feed.table);
  const names = written.map((leaf) => column(leaf));
  const named = records.map((record) => storedRecord(feed, record));
  const arrays = written.map((leaf) => columnArray(leaf, named));
  const list = sql.join(names);
  const key = column(feed.key);
  const stamps = stampColumns(feed, stamp);
  const stampNames = stamps.map(({ name }) => name);
  const columnsOf = (row: string) => sql.join(names.map((name) => sql`${sql.ref(row)}.${name}`));
  return sql`input AS (SELECT * FROM unnest(${sql.join(arrays)}) WITH ORDINALITY AS t(${list}, "$ord")),
    old AS (SELECT t.* FROM ${table} AS t JOIN input USING (${key})),
    differing AS (
      SELECT input.* FROM input LEFT JOIN old ON old.${key} = input.${key}
      WHERE old.${key} IS NULL OR (${columnsOf('old')}) IS DISTINCT FROM (${columnsOf('input')})),
    new AS (
      INSERT INTO ${table} AS t (${sql.join([...names, ...stampNames])})
      SELECT ${sql.join([...names, ...stamps.map(({ value }) => value)])} FROM differing
      ON CONFLICT (${key}) DO UPDATE SET ${sql.join([...names, ...stampNames].map((name) => sql`${name} = excluded.${name}`))}
      RETURNING *),
    change AS (
      SELECT differing."$ord" AS ord, new.${key} AS key,
        CASE WHEN old.${key} IS NOT NULL THEN to_jsonb(old) END AS before, to_jsonb(new) AS after
      FROM new JOIN differing ON differing.${key} = new.${key} LEFT JOIN old ON old.${key} = new.${key})`;
}

const NO_EVENTS: EventCounts = { created: 0, updated: 0, removed: 0 };

function goneChanges(feed: Feed, keys: readonly string[]): RawBuilder<unknown> {
  return sql`change AS (
    DELETE FROM ${sql.table(feed.table)} AS old WHERE old.${column(feed.key)} = ANY(${textArray(keys, 'text')})
    RETURNING 1 AS ord, old.${column(feed.key)} AS key, to_jsonb(old) AS before, NULL::jsonb AS after)`;
}

function removeChanges(feed: Feed, key: string, what: 'row' | 'record'): RawBuilder<unknown> {
  const table = sql.table(feed.table);
  const { alias } = feed;
  const standsFor = alias && what === 'record' ? aliasedRows(feed, alias) : sql`FALSE`;
  return sql`asked AS (SELECT * FROM ${table} WHERE ${column(feed.key)} = ${key}),
  change AS (
    DELETE FROM ${table} AS old USING asked WHERE old.${column(feed.key)} = asked.${column(feed.key)} OR ${standsFor}
    RETURNING 1 AS ord, old.${column(feed.key)} AS key,
      to_jsonb(old) AS before, NULL::jsonb AS after)`;
}

/** Rows that one key removes: the record `asked` and the hidden rows that lead to it, or the one that `asked` leads to. */
function aliasedRows(feed: Feed, alias: Leaf): RawBuilder<unknown> {
  const isOfNow = (row: string) => {
    const until = sql.ref(`${row}.${feed.availability?.until?.name}`);
    return sql`(${until} IS NULL OR ${until} = ${sql.ref(`${row}.${feed.availability?.from.name}`)})`;
  };
  const [own, others] = [sql.ref(`asked.${alias.name}`), sql.ref(`old.${alias.name}`)];
  return sql`(${own} = ${others} AND ${isOfNow('asked')} AND ${isOfNow('old')})`;
}

/** An instant of the row after; null where the feed has none such. */
function timeOf(leaf: Leaf | null | undefined): RawBuilder<unknown> {
  return leaf ? sql`(change.after->>${sql.lit(leaf.name)})::timestamptz` : sql`NULL::timestamptz`;
}

const later: Merge = (_stored, incoming) => incoming;

async function storedRecords(
  tx: Transaction,
  feed: Feed,
  records: readonly AnyRecord[],
): Promise<readonly AnyRecord[]> {
  const leaves = sql.join(feed.leaves.map((leaf) => column(leaf)));
  const rows = await tx.run(sql<AnyRecord>`
    SELECT ${leaves} FROM ${sql.table(feed.table)} WHERE ${column(feed.key)} = ANY(${columnArray(feed.key, records)})`);
  return rows.map(recordReader(feed));
}

/** Records of the same key become one, as they would in batches of their own. */
function oneOfEachKey(
  feed: Feed,
  records: readonly AnyRecord[],
  stored: readonly AnyRecord[],
  merge: Merge,
): readonly AnyRecord[] {
  const known = new Map(stored.map((record) => [valueAt(record, feed.key), record]));
  const made = new Map<LeafValue, AnyRecord>();
  for (const record of records) {
    const key = valueAt(record, feed.key);
    const before = made.get(key) ?? known.get(key);
    made.set(key, before ? merge(before, record) : record);
  }
  return [...made.values()];
}
