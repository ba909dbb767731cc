import type { AnyRecord, Feed, Leaf } from '../feed/feed.ts';
import type { Group, GroupQuery } from '../feed/groups.ts';
import type { FeedQuery, Filter } from '../feed/query.ts';
import type { View } from './access/view.ts';

/** The wall clock; nothing else in the service asks for the time. */
export interface Clock {
  now(): Date;
}

/** A page of rows read in one snapshot with the position of the feed's event log. */
export interface Rows {
  /** In the order of the query, at most `limit`. */
  readonly rows: readonly AnyRecord[];
  /** Whether the range goes on beyond the rows in the direction of reading. */
  readonly more: boolean;
  /** Sequence number of the last event of the feed that the rows reflect. */
  readonly head: bigint;
}

/** The rows of one parent of a nested list. */
export type ChildRows = Omit<Rows, 'head'>;

/** Some groups, in the order of the query. */
export interface Groups {
  readonly groups: readonly Group[];
  /** Whether the range goes on beyond them in the direction of reading. */
  readonly more: boolean;
  /** Number of all groups. */
  readonly total: number;
}

/** Reads feeds. Every call takes the caller's view: rows outside it do not exist for the call. */
export interface FeedStore {
  page(feed: Feed, query: FeedQuery, view: View): Promise<Rows>;
  /** Number of matching rows. */
  count(feed: Feed, filter: Filter | undefined, view: View): Promise<number>;
  /** Number of matching rows by the value of a field; rows without a value are left out. */
  countBy(feed: Feed, by: Leaf, filter: Filter | undefined, view: View): Promise<ReadonlyMap<string, number>>;
  /** Matching rows in groups, measured. Throws UNAVAILABLE when it takes too long; it never holds up other reads. */
  groups(feed: Feed, query: GroupQuery, view: View): Promise<Groups>;
  /** The rows with these keys, in any order. */
  byKeys(feed: Feed, keys: readonly string[], view: View): Promise<readonly AnyRecord[]>;
  /** Of values that hidden rows have in `by`, the keys of the records that those are part of; of feeds with an alias. */
  aliases(
    feed: Feed,
    by: Leaf,
    values: readonly string[],
    view: View,
  ): Promise<ReadonlyMap<string, readonly string[]>>;
  /**
   * The same query for many parents in one statement: `by` is the field that names the parent (or the key of the
   * row's asset). The result has one entry for each of `parents`, in their order.
   */
  pagesBy(
    feed: Feed,
    by: ParentField,
    parents: readonly string[],
    query: FeedQuery,
    view: View,
  ): Promise<readonly ChildRows[]>;
  /** Number of matching rows of each parent, in their order. */
  countsBy(
    feed: Feed,
    by: ParentField,
    parents: readonly string[],
    filter: Filter | undefined,
    view: View,
  ): Promise<readonly number[]>;
  /**
   * All rows of a query (its `limit` included) in batches from a database cursor, one snapshot. Returning early
   * closes the cursor.
   */
  stream(feed: Feed, query: FeedQuery, view: View): AsyncIterable<readonly AnyRecord[]>;
  /**
   * The same of a query without `offset`, counted before they are read. It holds a connection until it is closed.
   * @param signal breaks off whatever is under way; what waits for it rejects.
   */
  snapshot(feed: Feed, query: FeedQuery, view: View, signal: AbortSignal): Promise<FeedSnapshot>;
  /** Which of these keys of assets any row of the feed carries. */
  knownAssets(feed: Feed, assets: readonly string[], view: View): Promise<ReadonlySet<string>>;
  /**
   * Since when every version of a feed with versions is recorded, or known from what was imported later; null before its first
   * row.
   */
  recordedSince(feed: Feed): Promise<Date | null>;
  /** How far apart the versions are that are kept of this moment, in milliseconds; null: all of them are. */
  precisionAt(feed: Feed, at: Date): Promise<number | null>;
  /** Whether rows can still be read as they stood behind this event, see `View.heads`. */
  keepsBehind(feed: Pick<Feed, 'module'>, seq: bigint): Promise<boolean>;
  /** Positions of the event logs, by module. They move with every commit that changes a row. */
  heads(feeds: readonly Pick<Feed, 'module'>[]): Promise<ReadonlyMap<string, bigint>>;
}

/** The rows of a query as they stood at one moment. */
export interface FeedSnapshot {
  /** Number of rows, at most the query's `limit`. */
  readonly count: number;
  /** Key and sort value of the last of them, where the range goes on behind it. */
  readonly last: AnyRecord | null;
  /** The rows, once. */
  readonly batches: AsyncIterable<readonly AnyRecord[]>;
  close(): Promise<void>;
}

/** What groups rows under a parent: a field, or the key of the row's asset. */
export type ParentField = Leaf | 'asset';

/** Each includes those before it. */
export const SCOPES = ['read', 'ingest', 'admin'] as const;
export type Scope = (typeof SCOPES)[number];

/** An API key as the store knows it; the token itself is nowhere kept. */
export interface KeyRecord {
  /** The `jti` of the token. */
  readonly id: string;
  readonly name: string;
  readonly tier: string;
  readonly scope: Scope;
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
  readonly revokedAt: Date | null;
  readonly lastUsedAt: Date | null;
  /** Last four characters of the token, to recognise it by. */
  readonly last4: string;
  /** `kid` of the signing key of its token; null where that was not written down. */
  readonly signedBy: string | null;
  /** The key that replaced this one when it was rotated. */
  readonly replacedBy: string | null;
  /** Whose quota it spends: its own id, that of the key it goes back to by rotation, or an account's. */
  readonly account: string;
}

/** Facts that complete records of other sources (who is of which party), by kind and key. */
export interface ReferenceStore {
  put(kind: string, entries: ReadonlyMap<string, unknown>): Promise<{ readonly changed: number }>;
  forget(kind: string, keys: readonly string[]): Promise<{ readonly changed: number }>;
  all(kind: string): Promise<ReadonlyMap<string, unknown>>;
}

/** Units in the two windows of an account: the UTC minute and the UTC day that a moment lies in. */
export interface Units {
  readonly minute: number;
  readonly day: number;
}

/** Whose windows: those of the keys of one account, under the limits of their tier. */
export interface Account {
  readonly account: string;
  readonly limits: Units;
}

/** A wish to spend units of both windows, or of the day alone. */
export interface Claim extends Account {
  /** The same id again is the same claim, should an answer be lost and the call made once more. */
  readonly id: string;
  readonly at: Date;
  readonly units: Units;
  /** Units wanted at once with these, for claims that wait behind this one: granted as far as both windows hold. */
  readonly demand: number;
  /** Whether a tenth of what both windows have left may be granted ahead. */
  readonly ahead: boolean;
}

export type Grant =
  | {
      readonly granted: true;
      /** Units of both windows granted beyond the claim's own; they are spent until they are given back. */
      readonly extra: number;
      /** With this grant. */
      readonly used: Units;
    }
  /** Nothing was taken. */
  | { readonly granted: false; readonly used: Units };

/** Of both windows alike. */
export interface Spending extends Account {
  readonly at: Date;
  readonly requested: number;
  /** What is left of `requested` in the end. */
  readonly actual: number;
}

export interface Refund extends Account {
  /** The same id again gives nothing more. */
  readonly id: string;
  /** When the units were claimed: they go back to the windows of that time. */
  readonly at: Date;
  readonly units: Units;
}

/**
 * Counts what accounts use. A claim takes its units of both windows or of neither, whatever other claims come at the same
 * time, and what was taken stays taken through crashes of any process: at worst what was granted ahead is lost to the
 * account.
 */
export interface Ledger {
  reserve(claim: Claim): Promise<Grant>;
  release(refund: Refund): Promise<void>;
  /**
   * Takes units of both windows and gives those unused back, where this process can do so alone: the units used then, with
   * them. Null: nothing was taken, `take` knows.
   */
  trySpendLeased?(spending: Spending): Units | null;
  /** What was spent of the windows around `at`. */
  used(account: Account, at: Date): Promise<Units>;
}

/** The ledger that others are built on: its grants have an order. */
export interface CountingLedger extends Ledger {
  reserve(claim: Claim): Promise<CountedGrant>;
}

export type CountedGrant = Grant & {
  /** The greater one was decided later; of one account. */
  readonly revision: number;
};

/** Tells whether the store takes writes; rejects with why it does not. */
export interface Health {
  check(): Promise<void>;
}
