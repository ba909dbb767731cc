import { Readable } from 'node:stream';
import type { Changed } from '../engines/engine.ts';
import { benchmarkHistory, isBenchmark, unneededCoins } from '../engines/signals/signals-outperformance.ts';
import { type DeriveServices, derive, inputReader } from '../ingestion/derive.ts';
import { changedBy, type ImportServices, importTarget } from '../ingestion/import-target.ts';
import { pruneInputs } from '../ingestion/prune-inputs.ts';
import { importItems } from '../sources/import-run.ts';
import type { ImportTarget } from '../sources/import-sink.ts';
import { completions } from '../sources/index.ts';
import { MARKET_KIND } from '../sources/prediction/market.ts';
import { barsFrom } from './bars.ts';
import { markedEngine, markedItem } from './marked.ts';
import type { SimulatedSource } from './simulation.ts';
import { stale } from './stale.ts';

/** The services of a store of the simulated market: whatever is derived in it, from alerts too, is marked in its id. */
export const markedAsSimulated = <S extends Pick<DeriveServices, 'engines'>>(services: S): S => ({
  ...services,
  engines: services.engines.map(markedEngine),
});

/** Imports what the providers of a market answered in `(sinceMs, nowMs]`, and derives once from all of it. */
export async function importAnswers(
  services: ImportServices,
  market: readonly SimulatedSource[],
  sinceMs: number,
  nowMs: number,
): Promise<void> {
  const changed: Changed[] = [];
  const target: ImportTarget = {
    ...importTarget(services, 'demo', async ({ file, at, field, reason }) => {
      throw new Error(
        `the simulated answer of ${file} is rejected: ${at}, ${field ?? 'all of it'}: ${reason}`,
      );
    }),
    // What is simulated comes again from its seed, and there is far too much of it.
    captures: {
      open: (head) => ({ head: { ...head, source: 'demo', runAt: new Date(nowMs) } }),
      keep: async () => undefined,
    },
    async derive(by) {
      changed.push(...changedBy(by));
      return { created: 0, updated: 0, removed: 0 };
    },
  };
  for (const { feed, items } of market) {
    const answers = [...items(sinceMs, nowMs)].map((item) => markedItem(feed, item));
    if (answers.length > 0) await importItems({ feed }, Readable.from(answers), { target, completions });
  }
  await derive(services, changed);
  // Whenever a price moves there is another capture of its market.
  const markets = changed.filter(({ kind }) => kind === MARKET_KIND).map(({ series }) => series);
  await pruneInputs(services, new Map([[MARKET_KIND, new Set(markets)]]));
}

/** Forgets the inputs that nothing needs any more. */
export async function removeStale(services: ImportServices, nowMs: number): Promise<void> {
  const { inputs } = services;
  for (const { kind, after, before } of stale(nowMs)) await inputs.forgetBetween(kind, after, before);
  await forgetScans(services);
  for (const series of await inputs.series('bar')) {
    const before = barsFrom(series, nowMs);
    if (before !== null) await inputs.forget(await inputs.between('bar', series, '', before));
  }
}

/**
 * Forgets captures of coins that nothing follows from: a scan every 20 s would soon be too many. Those of benchmarks too, unless what
 * is kept of another coin is scored against them.
 */
async function forgetScans(services: ImportServices): Promise<void> {
  const { inputs } = services;
  const benchmarksAt = await benchmarkHistory(inputReader(services));
  const captures = await inputs.lists('coin', await inputs.series('coin'));
  const unneeded = new Set(
    [...Map.groupBy(captures, ({ series }) => series).values()].flatMap((coins) =>
      unneededCoins(coins, benchmarksAt),
    ),
  );
  const scored = new Set(captures.filter((one) => !unneeded.has(one)).map(({ key }) => key));
  await inputs.forget([...unneeded].filter(({ series, key }) => !isBenchmark(series) || !scored.has(key)));
}
