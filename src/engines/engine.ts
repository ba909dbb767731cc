import type { AnyRecord, Feed } from '../feed/feed.ts';
import type { Input } from '../sources/format.ts';

/** Something that changed: an input series, or a record of a feed (`kind` is `record:<module>`, `series` its key). */
export interface Changed {
  readonly kind: string;
  readonly series: string;
  /** Oldest key of the series that changed; absent where that is not known. Nothing before it did. */
  readonly key?: string;
}

/** The kind under which records of a feed count as inputs of an engine. */
export const recordKind = (feed: Feed): string => `${RECORD}${feed.module}`;
export const isRecordKind = (kind: string): boolean => kind.startsWith(RECORD);
const RECORD = 'record:';

/** What engines derive from. Everything is stored, so that a result is a function of the store alone. */
export interface InputReader {
  /** All inputs of a series, oldest key first (keys sort as text: ISO times). */
  list(kind: string, series: string): Promise<readonly Input[]>;
  /** The inputs of a series whose keys lie between two, both included, oldest first. */
  between(
    kind: string,
    series: string,
    keys: { readonly from: string; readonly to: string },
  ): Promise<readonly Input[]>;
  /** The last input of every series of a kind, by series. */
  newest(kind: string): Promise<readonly Input[]>;
  /**
   * Of a series the last input up to the key `from`, those behind it whose data have the member, and the newest; oldest first, each
   * once.
   */
  landmarks(
    kind: string,
    series: string,
    wanted: { readonly from: string; readonly member: string },
  ): Promise<readonly Input[]>;
  /** Every series of a kind that starts with `prefix`, sorted. */
  series(kind: string, prefix?: string): Promise<readonly string[]>;
  /** A stored record by key, internal fields included, also one that was replaced; null when there is none. */
  record(feed: Feed, key: string): Promise<AnyRecord | null>;
  /** The stored records of a feed that carry the key of an asset, those that were replaced among them. */
  recordsOf(feed: Feed, asset: string): Promise<readonly AnyRecord[]>;
  /** Every stored record of a feed in batches, those that were replaced among them. */
  records(feed: Feed): AsyncIterable<readonly AnyRecord[]>;
}

/**
 * Derives records of one feed from inputs. The result of a group is a function of the stored inputs, whatever the order
 * they came in; records of the group that are not derived any more are removed.
 */
export interface Engine {
  /** Unique; never changed, for it marks what it derived. */
  readonly name: string;
  readonly feed: Feed;
  /**
   * To be raised whenever it makes something else of the same inputs: a store that an earlier version derived is derived anew
   * then. Default: 1.
   */
  readonly version?: number;
  /** Its records are those that were sent, under the keys they were sent with: it writes them anew and removes none. */
  readonly updatesSent?: true;
  /** Kinds of input it derives from, `record:<module>` among them. */
  readonly kinds: readonly string[];
  /** The unit that is derived anew when a series changed: often the series itself, or `all`. Null: not concerned. */
  groupOf(changed: Changed): string | null;
  /** More groups that changes concern, where only the store tells; asked once for all changes of its kinds. */
  groupsIn?(changes: readonly Changed[], inputs: InputReader): Promise<readonly string[]>;
  derive(group: string, inputs: InputReader): Promise<readonly AnyRecord[]>;
  /** The one series, or record of another feed, that tells most of a record; null where several do alike. Pure. */
  originOf?(record: AnyRecord): Pick<Changed, 'kind' | 'series'> | null;
  /**
   * The newest native entry of the origin is the record's own, and tells nothing that a key who sees the record may not see. Default:
   * entries stay hidden, since they may tell more: a backtest has trades older than the window of the key.
   */
  readonly showsEntry?: true;
}

export const versionOf = ({ version = 1 }: Pick<Engine, 'version'>): number => version;
