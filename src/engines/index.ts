import type { Engine } from './engine.ts';
import { outperformance } from './outperformance/outperformance-engine.ts';
import { predictionMarketsEngine } from './prediction-markets.ts';
import { reversalsOfBars } from './reversals/reversals-engine.ts';
import { scorecards } from './scorecards/scorecards.ts';
import { alertSignals } from './signals/signals-alerts.ts';
import { backtestSignals } from './signals/signals-backtests.ts';
import { insiderSignals } from './signals/signals-insider.ts';
import { outperformanceSignals } from './signals/signals-outperformance.ts';
import { sentSignals } from './signals/signals-sent.ts';
import { strategyListings } from './strategies/strategies.ts';
import { createWhaleActivity, type WhaleActivityOptions } from './whales/whale-activity.ts';

/** Every engine, each after those it derives from. */
export const createEngines = (
  options: { readonly whales?: WhaleActivityOptions } = {},
): readonly Engine[] => [
  outperformance,
  reversalsOfBars,
  createWhaleActivity(options.whales),
  ...scorecards,
  predictionMarketsEngine,
  strategyListings,
  backtestSignals,
  alertSignals,
  sentSignals,
  insiderSignals,
  outperformanceSignals,
];
