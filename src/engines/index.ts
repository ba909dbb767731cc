import type { Engine } from './engine.ts';
import { outperformance } from './outperformance-engine.ts';
import { reversalsOfBars } from './reversals-engine.ts';
import { createWhaleActivity } from './whale-activity.ts';

/** Every engine, each after those it derives from. */
export const engines: readonly Engine[] = [outperformance, reversalsOfBars, createWhaleActivity()];
