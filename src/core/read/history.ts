import { createHash } from 'node:crypto';
import { invalidCursor } from '../../errors.ts';
import { type AnyRecord, type Feed, type Leaf, valueAt } from '../../feed/feed.ts';
import { type View, watermarkOf, withStale } from '../access/view.ts';
import type { HistoryStore, StoredVersion, VersionKind, VersionPlace } from '../history-ports.ts';
import { type Seal, sealedCharacters } from '../seal.ts';
import type { Slice } from './slice.ts';

/** What a record said for a while. */
export interface RecordVersion {
  /** All fields of the record, as they were. */
  readonly record: AnyRecord;
  readonly kind: VersionKind;
  /** Whether the record says it still, also where the view may not know yet that it does not. */
  readonly stands: boolean;
  readonly knownFrom: Date;
  /** Null while it stands; `knownFrom` of what was never so. */
  readonly knownTo: Date | null;
  /** When this service took it back; null where it stands or ended by itself, and beyond the event log. */
  readonly replacedAt: Date | null;
  /** Names the version among those of its record, the same at any time; sealed. */
  readonly id: string;
  /** Its place in the list; sealed, as event numbers count what is held back as well. */
  readonly cursor: string;
}

/** Versions of one record, the newest first. */
export interface VersionPage {
  readonly versions: readonly RecordVersion[];
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
}

/**
 * What records said before. Throws NOT_RECORDED and AS_OF_NOT_SUPPORTED as lists do as of a moment, INVALID_CURSOR for a cursor
 * that is none of a history.
 */
export interface History {
  /** One page for each of `keys`, in their order; of keys that lead to another record its own. */
  pages(feed: Feed, keys: readonly string[], slice: Slice, view: View): Promise<readonly VersionPage[]>;
  totals(feed: Feed, keys: readonly string[], view: View): Promise<readonly number[]>;
  /** The versions with these ids, in their order. */
  versions(feed: Feed, asked: readonly VersionName[], view: View): Promise<readonly FoundVersion[]>;
  /** Throws INVALID_CURSOR for what is no cursor of a history of the feed. */
  checkCursor(feed: Feed, param: string, cursor: string | undefined): void;
}

/** Null where there is none in view, or no more; `foreign` where the id is none of a version of the record. */
export type FoundVersion = RecordVersion | null | 'foreign';

/** Names a version: the key of its record, and its `id`. */
export interface VersionName {
  readonly key: string;
  readonly id: string;
}

export interface HistoryDeps {
  readonly store: HistoryStore;
  readonly seal: Seal;
}

/** Where nothing is known of what records said before. */
export const NO_HISTORY: HistoryDeps = {
  store: {
    versions: async (_, keys) => keys.map(() => ({ versions: [], more: false })),
    single: async (_, asked) => asked.map(() => null),
    counts: async (_, keys) => keys.map(() => 0),
    sizes: async () => [],
    thin: async () => 0,
  },
  seal: { seal: () => '', sealAlike: () => '', open: () => null },
};

/**
 * @param check refuses views whose moment the feed does not tell
 * @param leadsTo of keys without a version of their own, those of the records they lead to
 */
export function createHistory(
  { store, seal }: HistoryDeps,
  check: (feed: Feed, view: View) => Promise<void>,
  leadsTo: (feed: Feed, keys: readonly string[], view: View) => Promise<ReadonlyMap<string, string>>,
): History {
  const shown = (feed: Feed, view: View) => (stored: StoredVersion) => ({
    ...asSeen(feed, stored, view),
    stands: stored.stands,
    id: seal.sealAlike(bytesOf(null, stored.place.seq, recordMark(feed, stored.record))),
    cursor: seal.sealAlike(bytesOf(stored.place.until, stored.place.seq, markOf(feed.module))),
  });
  const placeOf = (feed: Feed, param: string, cursor: string | undefined): VersionPlace | undefined => {
    if (cursor === undefined) return undefined;
    const place = placeIn(seal.open(cursor), markOf(feed.module));
    if (place) return place;
    throw invalidCursor(param, FOREIGN_CURSOR);
  };
  /** What is read of keys, and of those without anything what is read of the records they lead to. */
  async function led<T>(
    feed: Feed,
    keys: readonly string[],
    view: View,
    { read, isNone }: { read(keys: readonly string[]): Promise<readonly T[]>; isNone(value: T): boolean },
  ): Promise<readonly T[]> {
    const own = await read(keys);
    const empty = feed.alias ? keys.filter((_, index) => isNone(own[index] as T)) : []; // one for each key
    if (empty.length === 0) return own;
    const aliases = await leadsTo(feed, empty, view);
    const others = await read([...aliases.values()]);
    const byKey = new Map([...aliases.keys()].map((key, index) => [key, others[index] as T])); // likewise
    return own.map((value, index) => byKey.get(keys[index] ?? '') ?? value);
  }

  return {
    async pages(feed, keys, slice, viewOfCaller) {
      const fromEnd = slice.first === undefined && slice.last !== undefined;
      const span = {
        limit: slice.first ?? slice.last ?? 0,
        after: placeOf(feed, 'after', slice.after),
        before: placeOf(feed, 'before', slice.before),
        fromEnd,
      };
      const view = withStale(viewOfCaller);
      await check(feed, view);
      const rows = await led(feed, keys, view, {
        read: (asked) => store.versions(feed, asked, span, view),
        isNone: ({ versions }) => versions.length === 0,
      });
      return rows.map(({ versions, more }) => ({
        versions: versions.map(shown(feed, view)),
        hasNextPage: fromEnd ? span.before !== undefined : more,
        hasPreviousPage: fromEnd ? more : span.after !== undefined,
      }));
    },
    async totals(feed, keys, viewOfCaller) {
      const view = withStale(viewOfCaller);
      await check(feed, view);
      return led(feed, keys, view, {
        read: (asked) => store.counts(feed, asked, view),
        isNone: (count) => count === 0,
      });
    },
    async versions(feed, asked, viewOfCaller) {
      const view = withStale(viewOfCaller);
      const places = asked.map(({ key, id }) => placeIn(seal.open(id), markOf(feed.module, key)));
      const single = asked.flatMap(({ key }, index) => {
        const place = places[index];
        return place ? [{ key, seq: place.seq }] : [];
      });
      if (single.length > 0) await check(feed, view);
      const found = single.length > 0 ? [...(await store.single(feed, single, view))] : [];
      return places.map((place) => {
        if (!place) return 'foreign';
        const version = found.shift();
        return version ? shown(feed, view)(version) : null;
      });
    },
    checkCursor: (feed, param, cursor) => void placeOf(feed, param, cursor),
  };
}

type Seen = Pick<RecordVersion, 'record' | 'kind' | 'knownFrom' | 'knownTo' | 'replacedAt'>;

/** A version as a view sees it, which may not know yet how it ended: with a lag, or as of a moment before its end. */
function asSeen(feed: Feed, stored: StoredVersion, view: View): Seen {
  const { record, place } = stored;
  const { availability } = feed;
  const watermark = watermarkOf(feed, view);
  const isSeen = (at: Date | null) => at === null || watermark === null || at <= watermark;
  const knownFrom = later(stored.knownFrom, timeAt(record, availability?.from) ?? stored.knownFrom);
  const standing: Seen = { record, kind: 'CURRENT', knownFrom, knownTo: null, replacedAt: null };
  const end = stored.stands ? null : later(place.until ?? knownFrom, knownFrom);
  const gone = timeAt(record, availability?.until);
  if (gone !== null && isSeen(gone) && (end === null || gone < end))
    return { ...standing, kind: 'AMENDED', knownTo: later(gone, knownFrom) };
  if (end === null || (view.asOf && end > view.asOf)) return standing;
  if (availability?.hasLag && !isSeen(stored.nextAvailableAt)) return standing;
  const kind = kindOf(stored, end > knownFrom);
  const { replacedAt } = stored;
  // It may have been written behind the moment that is asked for.
  const isToCome = replacedAt !== null && view.asOf !== undefined && replacedAt > view.asOf;
  return { ...standing, kind, knownTo: end, replacedAt: isToCome ? null : replacedAt };
}

function kindOf({ isFollowed, isReplaced }: StoredVersion, wasKnown: boolean): VersionKind {
  if (!isFollowed) return 'REMOVED';
  if (!wasKnown) return 'CORRECTED';
  return isReplaced ? 'AMENDED' : 'CHANGED';
}

/**
 * Whether a text has the form of a cursor of a history, which can be told before anything is read. Whether this service made it
 * is known when it is opened.
 */
export const readHistoryCursor = (
  cursor: string,
): { readonly ok: true } | { readonly ok: false; readonly reason: string } =>
  cursor.length === CURSOR_CHARACTERS && /^[\w-]+$/.test(cursor)
    ? { ok: true }
    : { ok: false, reason: FOREIGN_CURSOR };

const FOREIGN_CURSOR = 'it is no cursor of a history';

const later = (one: Date, other: Date): Date => (one > other ? one : other);

function timeAt(record: AnyRecord, leaf: Leaf | null | undefined): Date | null {
  const value = leaf ? valueAt(record, leaf) : null;
  return value instanceof Date ? value : null;
}

/** What a place belongs to: no cursor leads through another feed, and no version is one of another record. */
const markOf = (...parts: readonly string[]): Buffer =>
  createHash('sha256').update(JSON.stringify(parts)).digest().subarray(0, MARK_BYTES);
const recordMark = (feed: Feed, record: AnyRecord): Buffer =>
  markOf(feed.module, String(valueAt(record, feed.key)));

const MARK_BYTES = 4;
/** Two numbers of 8 bytes each, and the mark. */
const PLACE_BYTES = 16 + MARK_BYTES;
const CURSOR_CHARACTERS = sealedCharacters(PLACE_BYTES);
const NO_END = -(2n ** 63n);

function bytesOf(until: Date | null, seq: bigint, mark: Buffer): Buffer {
  const plain = Buffer.alloc(PLACE_BYTES);
  plain.writeBigInt64BE(until ? BigInt(until.getTime()) : NO_END, 0);
  plain.writeBigInt64BE(seq, 8);
  mark.copy(plain, 16);
  return plain;
}

/** Null for what is none of this mark. */
function placeIn(plain: Buffer | null, mark: Buffer): VersionPlace | null {
  if (plain?.length !== PLACE_BYTES || !plain.subarray(16).equals(mark)) return null;
  const until = plain.readBigInt64BE(0);
  return { until: until === NO_END ? null : new Date(Number(until)), seq: plain.readBigInt64BE(8) };
}
