import type { AnyRecord, Feed } from '../feed/feed.ts';
import type { View } from './access/view.ts';

/** Status of a version of a record. */
export const VERSION_KINDS = ['CURRENT', 'CHANGED', 'CORRECTED', 'AMENDED', 'REMOVED'] as const;
export type VersionKind = (typeof VERSION_KINDS)[number];

/** Where a version stands among those of its record: the newest first. Two versions of a record never have the same `seq`. */
export interface VersionPlace {
  /** End of what the store has as its range of times; null: it has none. */
  readonly until: Date | null;
  /** Event number from which answers showed it. */
  readonly seq: bigint;
}

/** A version of a record, as the store has it. */
export interface StoredVersion {
  readonly record: AnyRecord;
  readonly place: VersionPlace;
  /** Moment from which the public knew this version. */
  readonly knownFrom: Date;
  /** Whether it is what the record says now. */
  readonly stands: boolean;
  /** Whether another version follows it without a gap; false: the record was removed. */
  readonly isFollowed: boolean;
  /** Whether that one tells nothing but that another record took its place: it was over when it came to be known. */
  readonly isReplaced: boolean;
  /** From when on keys with a lag see the version that follows; null: at once, or there is none. */
  readonly nextAvailableAt: Date | null;
  /** When this service took it back; null where it stands, and where the log does not reach back. */
  readonly replacedAt: Date | null;
}

/** Some versions of one record, the newest first. */
export interface VersionRows {
  readonly versions: readonly StoredVersion[];
  /** Whether the range goes on beyond them in the direction of reading. */
  readonly more: boolean;
}

export interface VersionSpan {
  readonly limit: number;
  /** Older ones only. */
  readonly after?: VersionPlace | undefined;
  /** Newer ones only. */
  readonly before?: VersionPlace | undefined;
  /** Whether the oldest of the range are read. */
  readonly fromEnd?: boolean;
}

/** The version of a record that answers showed from this event number on. */
export interface SingleVersion {
  readonly key: string;
  readonly seq: bigint;
}

/** How much is kept of what the records of a feed said before, and how far back. */
export interface HistorySize {
  readonly module: string;
  readonly records: number;
  /** Versions that do not stand any more. */
  readonly versions: number;
  /** Those among them that are kept for snapshots alone: they were never known. They go with the event log. */
  readonly corrected: number;
  /** With indexes, once the dead rows are reused. */
  readonly bytes: number;
  /** The earliest moment as of which the feed answers; null where every moment does, or nothing is recorded yet. */
  readonly knownSince: Date | null;
  /** When the oldest event was written that the log still has: snapshots from then on hold. Null: there is none. */
  readonly answeredSince: Date | null;
}

/** Which versions are deleted: all that ended before `before`, except the last of each `spacingMs`. */
export interface Thinning {
  readonly before: Date;
  readonly spacingMs: number;
  /** Not where it was done within a day, or a stretch, by whichever process. */
  readonly ifDue?: boolean;
  /** Asked between transactions: true ends it there. */
  readonly isOver?: () => boolean;
}

/** Reads what records said before. Versions that the view may not see do not exist for the call. */
export interface HistoryStore {
  /** One entry for each of `keys`, in their order. */
  versions(
    feed: Feed,
    keys: readonly string[],
    span: VersionSpan,
    view: View,
  ): Promise<readonly VersionRows[]>;
  /** One entry for each of `asked`, in their order; null where there is no such version in view. */
  single(feed: Feed, asked: readonly SingleVersion[], view: View): Promise<readonly (StoredVersion | null)[]>;
  /** Number of versions in view of each key, in their order. */
  counts(feed: Feed, keys: readonly string[], view: View): Promise<readonly number[]>;
  /** In the order of the feeds. */
  sizes(feeds: readonly Feed[]): Promise<readonly HistorySize[]>;
  /** Thins out what is kept of current state and signals; the number of versions that went. */
  thin(feed: Feed, thinning: Thinning): Promise<number>;
}
