import type { Engine } from './engine.ts';
import { outperformance } from './outperformance-engine.ts';
import { predictionMarketsEngine } from './prediction-markets.ts';
import { reversalsOfBars } from './reversals-engine.ts';
import { scorecards } from './scorecards/scorecards.ts';
import { createWhaleActivity } from './whale-activity.ts';

/** Every engine, each after those it derives from. */
export const engines: readonly Engine[] = [
  outperformance,
  reversalsOfBars,
  createWhaleActivity(),
  scorecards,
];
