import type { Engine } from './engine.ts';
import { outperformance } from './outperformance-engine.ts';
import { predictionMarketsEngine } from './prediction-markets.ts';
import { reversalsOfBars } from './reversals-engine.ts';
import { scorecards } from './scorecards/scorecards.ts';
import { alertSignals } from './signals-alerts.ts';
import { backtestSignals } from './signals-backtests.ts';
import { insiderSignals } from './signals-insider.ts';
import { outperformanceSignals } from './signals-outperformance.ts';
import { sentSignals } from './signals-sent.ts';
import { strategyListings } from './strategies.ts';
import { createWhaleActivity, type WhaleActivityOptions } from './whale-activity.ts';

/** Every engine, each after those it derives from. */
export const createEngines = (
  options: { readonly whales?: WhaleActivityOptions } = {},
): readonly Engine[] => [
  outperformance,
  reversalsOfBars,
  createWhaleActivity(options.whales),
  scorecards,
  predictionMarketsEngine,
  strategyListings,
  backtestSignals,
  alertSignals,
  sentSignals,
  insiderSignals,
  outperformanceSignals,
];
