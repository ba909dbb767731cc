import { importAnswers, markedAsSimulated, removeStale } from '../../src/demo/import-simulated.ts';
import { createMarket } from '../../src/demo/market.ts';
import { type AnyRecord, type Feed, type FeedRecord, valueAt } from '../../src/feed/feed.ts';
import { registry } from '../../src/feeds/index.ts';
import { type Change, createMemoryServices } from './memory-services.ts';

export const SECOND = 1_000;
export const HOUR = 3_600 * SECOND;
export const DAY = 24 * HOUR;

export const SEED = 7;
export const NOW = new Date('2026-03-11T14:30:00.000Z');

export const later = (at: Date, ms: number): Date => new Date(at.getTime() + ms);

/** A demo without PostgreSQL: the answers of the simulated providers, imported and derived from as in the real one. */
export interface MemoryDemo {
  /** What a tick, or the first one of a restart, brings. */
  tick(at: Date): Promise<readonly Change[]>;
  /** Imports all that the providers have, whatever is there already. */
  importAll(at: Date): Promise<readonly Change[]>;
  /** The records of one feed, typed as its declaration says. */
  of<F extends Feed>(feed: F): readonly FeedRecord<F>[];
  /** Every record by module and key. */
  byKey(): ReadonlyMap<string, AnyRecord>;
  inputCount(): number;
}

export async function startMemoryDemo(now: Date, seed = SEED): Promise<MemoryDemo> {
  const services = markedAsSimulated(createMemoryServices());
  const market = createMarket(seed);
  let lastMs = now.getTime();
  const importSince = async (sinceMs: number, at: Date) => {
    await importAnswers(services, market, sinceMs, at.getTime());
    await removeStale(services, at.getTime());
    lastMs = at.getTime();
    return services.changes();
  };
  await importSince(Number.NEGATIVE_INFINITY, now);
  return {
    tick: (at) => importSince(lastMs, at),
    importAll: (at) => importSince(Number.NEGATIVE_INFINITY, at),
    of: <F extends Feed>(feed: F) => services.all(feed) as readonly unknown[] as readonly FeedRecord<F>[], // records.test.ts holds them against it
    byKey: () =>
      new Map(
        registry.flatMap(({ feed }) =>
          services
            .all(feed)
            .map((record) => [`${feed.module}/${valueAt(record, feed.key)}`, record] as const),
        ),
      ),
    inputCount: services.inputCount,
  };
}

export const keyOf = ({ feed, record }: Pick<Change, 'feed' | 'record'>): string =>
  `${feed.module}/${valueAt(record, feed.key)}`;
