import type { AnyRecord, Feed } from '../../feed/feed.ts';

/** What one batch did. `created + updated + unchanged` is the number of records. */
export interface WriteResult {
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  /** Keys of records that amendments replaced because of the batch. */
  readonly superseded: readonly string[];
  /** Keys of records that became part of another because of the batch: both report one trade. */
  readonly repeated: readonly string[];
  /** Keys of all records of which other records say something else than before the batch, those above among them. */
  readonly reconciled: readonly string[];
  /** Names of amendments that may replace each of several records, so that all of these stand beside them. */
  readonly undecided: readonly string[];
}

/** Makes one record of the one there is and the one that comes. Pure. */
export type Merge = (stored: AnyRecord, incoming: AnyRecord) => AnyRecord;

/** Writes feeds; used by `core/ingest/ingest.ts` alone. */
export interface FeedWriter {
  /**
   * One transaction: rows, what is derived from them, the event log and its head. All or nothing. A record replaces
   * the one of its key, stored or earlier in the batch, unless `merge` makes something else of the two.
   */
  upsert(feed: Feed, records: readonly AnyRecord[], at: Date, merge?: Merge): Promise<WriteResult>;
  /**
   * The same for records that take the place of whatever their keys hold, unless `merge` says otherwise; the rows of the
   * keys `gone` are removed with them.
   */
  replace(
    feed: Feed,
    change: { readonly records: readonly AnyRecord[]; readonly gone: readonly string[] },
    at: Date,
    merge?: Merge,
  ): Promise<WriteResult & { readonly removed: number }>;
  /**
   * Removes the row of a key (default); or the record that the key leads to, with all rows that are part of it. Returns the keys of all
   * that is removed or changed with it; none when there was no such row.
   */
  remove(feed: Feed, key: string, at: Date, what?: 'row' | 'record'): Promise<readonly string[]>;
}
