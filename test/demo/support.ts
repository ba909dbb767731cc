import { type Batch, createMarket } from '../../src/demo/market.ts';
import { type AnyRecord, type Feed, type FeedRecord, valueAt } from '../../src/feed/feed.ts';

export const SECOND = 1_000;
export const HOUR = 3_600 * SECOND;
export const DAY = 24 * HOUR;

export const SEED = 7;
export const NOW = new Date('2026-03-11T14:30:00.000Z');

export const marketAt = (now: Date, seed = SEED) => createMarket({ seed, now });

export const later = (at: Date, ms: number): Date => new Date(at.getTime() + ms);

export const keyOf = (feed: Feed, record: AnyRecord): string => String(valueAt(record, feed.key));

/** The records of one feed, typed as its declaration says. */
export function recordsOf<F extends Feed>(batches: readonly Batch[], feed: F): readonly FeedRecord<F>[] {
  const records = batches.filter((batch) => batch.feed === feed).flatMap((batch) => batch.records);
  return records as readonly unknown[] as readonly FeedRecord<F>[]; // records.test.ts holds them against it
}

/** Every record by feed and key; throws where a key comes twice in one batch. */
export function byKey(batches: readonly Batch[]): Map<string, AnyRecord> {
  const found = new Map<string, AnyRecord>();
  for (const { feed, records } of batches) {
    for (const record of records) {
      const key = `${feed.module}/${keyOf(feed, record)}`;
      if (found.has(key)) throw new Error(`${key} comes twice`);
      found.set(key, record);
    }
  }
  return found;
}
