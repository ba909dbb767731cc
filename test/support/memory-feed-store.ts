import type { FeedWriter } from '../../src/core/ingest/feed-writer-port.ts';
import type { FeedStore } from '../../src/core/ports.ts';
import { type AnyRecord, type Feed, type LeafValue, valueAt } from '../../src/feed/feed.ts';
import { compare, type FeedQuery, type Filter } from '../../src/feed/query.ts';
import { storedRecord } from '../../src/feed/stored-record.ts';
import { groupsOfRows } from './group-model.ts';
import { expectedRows } from './model.ts';

export interface MemoryFeedStore {
  readonly store: FeedStore;
  readonly writer: FeedWriter;
  /** Number of calls that read rows or counts. */
  reads(): number;
  /** Streams that were begun and neither read to their end nor closed. */
  openStreams(): number;
  /** The next streams fail after so many batches, each in turn; undefined: one that does not. */
  failStreams(...afterBatches: readonly (number | undefined)[]): void;
}

/** Feeds in plain arrays, read by the obvious model; for tests of what stands on a `FeedStore`. */
export function createMemoryFeedStore(batchSize = 2): MemoryFeedStore {
  const tables = new Map<Feed, Map<string, AnyRecord>>();
  const heads = new Map<string, bigint>();
  const failures: (number | undefined)[] = [];
  let reads = 0;
  let open = 0;

  const tableOf = (feed: Feed) => {
    const table = tables.get(feed) ?? new Map<string, AnyRecord>();
    tables.set(feed, table);
    return table;
  };
  const moved = (feed: Feed) => heads.set(feed.module, (heads.get(feed.module) ?? 0n) + 1n);
  const rowsOf: (...asked: Parameters<FeedStore['page']>) => AnyRecord[] = (feed, query, view) => {
    reads += 1;
    const rows = expectedRows(feed, [...tableOf(feed).values()], query.filter, query.order, view);
    return rangeOf(feed, query, rows);
  };
  const all = (feed: Feed, filter?: Filter): FeedQuery => ({
    filter,
    order: { leaf: feed.key, direction: 'asc' },
    limit: Number.MAX_SAFE_INTEGER,
  });
  const ofParent =
    (feed: Feed, by: Parameters<FeedStore['pagesBy']>[1], parent: string) => (row: AnyRecord) =>
      valueAt(row, by === 'asset' ? (feed.asset?.key ?? feed.key) : by) === parent;

  const store: FeedStore = {
    async page(feed, query, view) {
      const rows = rowsOf(feed, query, view);
      return { ...cut(feed, rows, query), head: heads.get(feed.module) ?? 0n };
    },
    count: async (feed, filter, view) => rowsOf(feed, all(feed, filter), view).length,
    async countBy(feed, by, filter, view) {
      const groups = Map.groupBy(rowsOf(feed, all(feed, filter), view), (row) => valueAt(row, by));
      return new Map(
        [...groups].flatMap(([value, { length }]) => (value === null ? [] : [[String(value), length]])),
      );
    },
    groups: async (feed, query, view) =>
      groupsOfRows(feed, rowsOf(feed, all(feed, query.filter), view), query),
    byKeys: async (feed, keys, view) =>
      rowsOf(feed, all(feed, compare(feed.key, 'in', keys as LeafValue[])), view),
    aliases: async () => new Map(), // nothing reconciles the rows of this store
    pagesBy: async (feed, by, parents, query, view) => {
      const rows = rowsOf(feed, query, view);
      return parents.map((parent) => cut(feed, rows.filter(ofParent(feed, by, parent)), query));
    },
    countsBy: async (feed, by, parents, filter, view) => {
      const rows = rowsOf(feed, all(feed, filter), view);
      return parents.map((parent) => rows.filter(ofParent(feed, by, parent)).length);
    },
    async *stream(feed, query, view) {
      const failAfter = failures.shift();
      const rows = rowsOf(feed, query, view).slice(0, query.limit);
      open += 1;
      try {
        for (let at = 0, batch = 0; at < rows.length; at += batchSize, batch += 1) {
          if (batch === failAfter) throw new Error('the database went away');
          yield rows.slice(at, at + batchSize);
        }
      } finally {
        open -= 1;
      }
    },
    async snapshot(feed, query, view) {
      const rows = rowsOf(feed, query, view);
      const kept = rows.slice(0, query.limit);
      return {
        count: kept.length,
        last: rows.length > kept.length ? (kept.at(-1) ?? null) : null,
        batches: store.stream(feed, query, view),
        close: async () => undefined,
      };
    },
    knownAssets: async (feed, symbols, view) => {
      const rows = rowsOf(feed, all(feed), view);
      return new Set(symbols.filter((symbol) => rows.some(ofParent(feed, 'asset', symbol))));
    },
    recordedSince: async () => null,
    precisionAt: async () => null,
    keepsBehind: async () => true,
    heads: async (feeds) => new Map(feeds.map((feed) => [feed.module, heads.get(feed.module) ?? 0n])),
  };

  const writer: FeedWriter = {
    async upsert(feed, records) {
      const table = tableOf(feed);
      const before = table.size;
      for (const record of records) table.set(String(valueAt(record, feed.key)), storedRecord(feed, record));
      if (records.length > 0) moved(feed);
      const created = table.size - before;
      return {
        created,
        updated: records.length - created,
        unchanged: 0,
        superseded: [],
        repeated: [],
        reconciled: [],
        undecided: [],
      };
    },
    async replace() {
      throw new Error('a store in memory keeps no entries');
    },
    async remove(feed, key) {
      const removed = tableOf(feed).delete(key);
      if (removed) moved(feed);
      return removed ? [key] : [];
    },
  };

  return {
    store,
    writer,
    reads: () => reads,
    openStreams: () => open,
    failStreams: (...afterBatches) => void failures.push(...afterBatches),
  };
}

/** The rows behind `after` and before `before`, in the order they are read. */
function rangeOf(feed: Feed, query: FeedQuery, rows: readonly AnyRecord[]): AnyRecord[] {
  const { after, before, order } = query;
  const sides = (position: NonNullable<typeof after>, side: 'behind' | 'ahead') => (row: AnyRecord) => {
    const sign =
      Math.sign(compareTo(valueAt(row, order.leaf), position.value)) ||
      compareTo(valueAt(row, feed.key), position.key);
    const forward = order.direction === 'desc' ? -sign : sign;
    return side === 'behind' ? forward > 0 : forward < 0;
  };
  const found = rows
    .filter(after ? sides(after, 'behind') : () => true)
    .filter(before ? sides(before, 'ahead') : () => true);
  return (query.fromEnd ? found.reverse() : found).slice(query.offset ?? 0);
}

function cut(feed: Feed, rows: readonly AnyRecord[], query: FeedQuery) {
  const kept = rows.slice(0, query.limit).map((row) => asked(feed, query, row));
  return { rows: query.fromEnd ? kept.reverse() : kept, more: rows.length > query.limit };
}

/** The row with nothing but what was asked for. */
function asked(feed: Feed, { leaves, order }: FeedQuery, row: AnyRecord): AnyRecord {
  if (!leaves) return row;
  const record: Record<string, Record<string, unknown>> = {};
  for (const leaf of [feed.key, order.leaf, ...leaves]) {
    const [outer, inner] = leaf.path;
    const value = valueAt(row, leaf) as never; // a leaf's own, or a group's member
    if (inner === undefined) record[outer] = value;
    else record[outer] = { ...record[outer], [inner]: value };
  }
  return record;
}

/** Null is below everything; text compares by its UTF-8 bytes. */
function compareTo(a: LeafValue, b: LeafValue): number {
  if (a === null || b === null) return Number(a !== null) - Number(b !== null);
  if (typeof a === 'string') return Buffer.compare(Buffer.from(a), Buffer.from(String(b)));
  return Number(a) - Number(b);
}
