import type { View } from '../../src/core/access/view.ts';
import { type AnyRecord, type Feed, valueAt } from '../../src/feed/feed.ts';

/** A version of a record, or that there was none any more. */
interface Version {
  readonly since: number;
  readonly record: AnyRecord | null;
}

/** Keeps every state, the slow and obvious way: what was answered after each write, and what was known when. */
export class HistoryModel {
  /** Rows by key, by the number of the last event then. */
  readonly answered = new Map<bigint, ReadonlyMap<string, AnyRecord>>([[0n, new Map()]]);
  #now = new Map<string, AnyRecord>();
  /** When the last event was written; never goes back. */
  #writtenAt = 0;
  readonly #versions = new Map<string, Version[]>();
  readonly #feed: Feed;

  constructor(feed: Feed) {
    this.#feed = feed;
  }

  /**
   * A batch with one record a key was written; rows that say the same as before are no versions. The clock of the store is that of its
   * last event: a batch that changes nothing does not move it.
   */
  write(records: readonly AnyRecord[], at: Date): void {
    const next = new Map(this.#now);
    const changed = records.filter(
      (record) => JSON.stringify(next.get(this.#keyOf(record))) !== JSON.stringify(record),
    );
    if (changed.length > 0) this.#writtenAt = Math.max(this.#writtenAt, at.getTime());
    for (const record of changed) {
      const key = this.#keyOf(record);
      next.set(key, record);
      this.#comesToBeKnown(key, { since: this.#knownSince(record), record });
    }
    this.#now = next;
  }

  remove(key: string, at: Date): void {
    if (!this.#now.has(key)) return;
    this.#writtenAt = Math.max(this.#writtenAt, at.getTime());
    this.#now = new Map([...this.#now].filter(([one]) => one !== key));
    const last = this.#versions.get(key)?.at(-1)?.since ?? 0;
    this.#comesToBeKnown(key, { since: Math.max(this.#writtenAt, last), record: null });
  }

  /** The answers are those behind this event. */
  committed(head: bigint): void {
    this.answered.set(head, this.#now);
  }

  /** What was known at a moment: of a feed without versions what it says today, if it was known then. */
  knownAt(at: Date): readonly AnyRecord[] {
    if (this.#feed.versions === 'correction' || this.#feed.versions === 'untold')
      return [...this.#now.values()].filter((record) => (record.known_from as Date) <= at); // every record has one
    return [...this.#versions.values()].flatMap((versions) => {
      const known = versions.findLast(({ since }) => since <= at.getTime());
      return known?.record ? [known.record] : [];
    });
  }

  /** What a record said over time, the oldest first; as it was said again behind a removal, twice. */
  statesOf(key: string): AnyRecord[] {
    const states = [...this.answered.values()].map((rows) => rows.get(key) ?? null);
    return states.filter((state, index): state is AnyRecord => state !== null && state !== states[index - 1]);
  }

  /** What the record says; empty where there is none any more. */
  stateNow(key: string): readonly AnyRecord[] {
    const record = this.#now.get(key);
    return record ? [record] : [];
  }

  /** Every moment at which something came to be known. */
  moments(): readonly Date[] {
    return [...this.#versions.values()].flat().map(({ since }) => new Date(since));
  }

  #keyOf(record: AnyRecord): string {
    return String(valueAt(record, this.#feed.key));
  }

  #comesToBeKnown(key: string, version: Version): void {
    const earlier = this.#versions.get(key)?.filter(({ since }) => since < version.since) ?? [];
    this.#versions.set(key, [...earlier, version]);
  }

  #knownSince(record: AnyRecord): number {
    const { versions, shelfLife } = this.#feed;
    const known = (record.known_from as Date).getTime(); // every record has one
    if (versions === 'written') return Math.max(known, this.#writtenAt);
    const of = shelfLife && valueAt(record, shelfLife.from);
    return of instanceof Date ? Math.max(known, of.getTime()) : known;
  }
}

/** A view of another time, that hides nothing else. */
export const viewOfThen = (asOf: Date): View => ({
  from: null,
  until: asOf,
  now: asOf,
  asOf,
  stale: true,
  replaced: true,
});

export const viewOfAnswers = (feed: Feed, head: bigint): View => ({
  from: null,
  until: null,
  now: new Date(0),
  stale: true,
  replaced: true,
  heads: new Map([[feed.module, head]]),
});
