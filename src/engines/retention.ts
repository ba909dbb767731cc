import type { Input } from '../sources/format.ts';
import { MARKET_KIND } from '../sources/prediction/market.ts';
import type { InputReader } from './engine.ts';
import { unneededCaptures } from './prediction-markets.ts';
import { benchmarkHistory, isBenchmark, unneededCoins } from './signals/signals-outperformance.ts';
import { unneededPositions } from './whales/whale-activity.ts';

/** Of the inputs of one series, oldest first, those that nothing follows from any more. */
export type Unneeded = (inputs: readonly Input[]) => readonly Input[] | Promise<readonly Input[]>;

/**
 * How much of a kind is kept: captures of the same thing again and again, of which engines need few. What every engine
 * derives is the same with and without the others, also when more is captured later. Kinds that are not named hold
 * what happened once (a fill, a bar, an observation) and are kept whole.
 */
export const retention: Readonly<Record<string, (store: InputReader) => Promise<Unneeded>>> = {
  [MARKET_KIND]: async () => unneededCaptures,
  scan: async () => (scans) => scans.slice(0, -1),
  coin: async (store) => {
    const benchmarksAt = await benchmarkHistory(store);
    // Benchmarks are kept whole: what is kept of the others is scored against them.
    return (coins) => (isBenchmark(coins[0]?.series ?? '') ? [] : unneededCoins(coins, benchmarksAt));
  },
  position: async (store) => (positions) => unneededPositions(positions, store),
};
