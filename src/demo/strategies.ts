import { slugOf } from '../sources/freqtrade/backtest.ts';
import { COINS, type Instrument } from './instruments.ts';
import { randomAt, streamOf } from './random.ts';
import { type Grid, type Slot, slotsBetween } from './simulation.ts';
import { DAY } from './time.ts';

const published: Grid = { name: 'strategy', periodMs: 15 * DAY, historyMs: 360 * DAY };

/** A strategy of the simulated market: backtested once, and some of them send alerts since. */
export interface DemoStrategy {
  /** Class name as freqtrade has it. */
  readonly name: string;
  /** What `mte` lists it under. */
  readonly slug: string;
  readonly n: number;
  readonly coin: Instrument;
  readonly timeframe: '15m' | '1h' | '4h';
  readonly publishedMs: number;
}

/** Strategies published in `(sinceMs, nowMs]`, at most a year back, oldest first. */
export const strategiesBetween = (seed: number, sinceMs: number, nowMs: number): readonly DemoStrategy[] =>
  slotsBetween(seed, published, sinceMs, nowMs).map((slot) => strategyOf(seed, slot));

const MOODS = ['Patient', 'Restless', 'Quiet', 'Northern', 'Amber', 'Lucid', 'Oblique', 'Steady'];
const STYLES = ['MomentumDrift', 'MeanReversion', 'RangeBreakout', 'TrendLadder', 'GridHarvest'];
const TIMEFRAMES = ['15m', '1h', '4h'] as const;

function strategyOf(seed: number, { n, atMs }: Slot): DemoStrategy {
  const random = randomAt(streamOf(seed, 'strategy'), n);
  const coin = random.pick(COINS.slice(0, 12));
  const timeframe = random.pick(TIMEFRAMES);
  const name = `Demo${random.pick(MOODS)}${random.pick(STYLES)}_${coin.symbol}_${timeframe}_${n}`;
  return { name, slug: slugOf(name), n, coin, timeframe, publishedMs: atMs };
}
