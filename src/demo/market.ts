import type { AnyRecord, Feed } from '../feed/feed.ts';
import { simulateCongressTrades } from './congress-trades.ts';
import { simulateInsiderFilings } from './insider-filings.ts';
import { simulateOutperformers } from './outperformers.ts';
import { simulatePredictionMarkets } from './prediction-markets.ts';
import { createPrices } from './prices.ts';
import { simulateReversals } from './reversals.ts';
import { simulateScorecards } from './scorecards.ts';
import { simulateSignals } from './signals.ts';
import type { Simulation } from './simulation.ts';
import { simulateStrategies } from './strategies.ts';
import { simulateWhaleActivity } from './whale-activity.ts';

/** Complete records of one feed, internal fields included, each id once. */
export interface Batch {
  readonly feed: Feed;
  readonly records: readonly AnyRecord[];
}

/** A simulated market. Every id starts with `demo-`; people, whales and political events are invented. */
export interface Market {
  /** What the store starts with: every feed, up to the `now` the market was made with. The same at every call. */
  initial(): readonly Batch[];
  /**
   * What happened since the last call (or since the start), up to `now`: the few records that are new or changed;
   * never nothing. A `now` that lies before the last one counts as the last one.
   */
  tick(now: Date): readonly Batch[];
}

/**
 * The market is a function of the seed and of absolute time, not a sequence of steps: prices are paths one can enter
 * at any moment, and every event has a place on a grid of absolute time (slot n of its kind), from which its id and
 * content follow. So a market made later with the same seed tells the same past: written over a store that an earlier
 * one has filled, it leaves older events as they are, brings current state up to date in place and adds what is new.
 * Of the events that only tick by (dense grids, see `simulateEvents`) it knows those of the last hours.
 */
export function createMarket(options: { readonly seed: number; readonly now: Date }): Market {
  const { seed } = options;
  const startMs = options.now.getTime();
  const prices = createPrices(seed);
  const simulations: readonly Simulation[] = [
    simulateSignals(seed, prices),
    simulateStrategies(seed),
    simulateWhaleActivity(seed, prices),
    simulateCongressTrades(seed),
    simulateInsiderFilings(seed, prices),
    simulateOutperformers(prices),
    simulateReversals(prices),
    simulatePredictionMarkets(seed, prices),
    simulateScorecards(seed, prices),
  ];
  let lastMs = startMs;
  return {
    initial: () => simulations.map(({ feed, initial }) => ({ feed, records: initial(startMs) })),
    tick: (now) => {
      const nowMs = Math.max(lastMs, now.getTime());
      const batches = simulations.map(({ feed, since }) => ({ feed, records: since(lastMs, nowMs) }));
      lastMs = nowMs;
      return batches.filter(({ records }) => records.length > 0);
    },
  };
}
