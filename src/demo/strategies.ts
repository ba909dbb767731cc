import { slugOf } from '../sources/freqtrade/backtest.ts';
import { COINS, type Instrument } from './instruments.ts';
import { cycle } from './random.ts';
import { type Grid, type Slot, slotsBetween } from './simulation.ts';
import { DAY, HOUR } from './time.ts';

const published: Grid = { name: 'strategy', periodMs: 15 * DAY, historyMs: 360 * DAY };

/** How a strategy trades: one position a period, flat at its ends. */
export interface Pace {
  readonly periodMs: number;
  /** How long it was tested for. */
  readonly testedMs: number;
  /** How far back its alerts are known. */
  readonly historyMs: number;
  readonly timeframes: readonly ('15m' | '1h' | '4h')[];
}

/** Two days of the quick ones, so that a restart within them closes every position that was open before. */
const PACES: readonly Pace[] = [
  { periodMs: 2 * DAY, testedMs: 90 * DAY, historyMs: 90 * DAY, timeframes: ['1h', '4h'] },
  { periodMs: 6 * HOUR, testedMs: 60 * DAY, historyMs: 2 * DAY, timeframes: ['15m'] },
];

const paceOf = (n: number): Pace => cycle(PACES, n);

/** A strategy of the simulated market: backtested once, and some of them send alerts since. */
export interface DemoStrategy {
  /** Class name as freqtrade has it. */
  readonly name: string;
  /** What `mte` lists it under. */
  readonly slug: string;
  readonly n: number;
  readonly coin: Instrument;
  readonly timeframe: '15m' | '1h' | '4h';
  readonly pace: Pace;
  readonly publishedMs: number;
}

/** Strategies published in `(sinceMs, nowMs]`, at most a year back, oldest first. */
export const strategiesBetween = (seed: number, sinceMs: number, nowMs: number): readonly DemoStrategy[] =>
  slotsBetween(seed, published, sinceMs, nowMs).map(strategyOf);

const MOODS = ['Patient', 'Restless', 'Quiet', 'Northern', 'Amber', 'Lucid', 'Oblique', 'Steady'];
const STYLES = ['MomentumDrift', 'MeanReversion', 'RangeBreakout', 'TrendLadder', 'GridHarvest'];

/** Of the strategies listed at a time no two have the same name, and none of one pace trades the coin of another. */
function strategyOf({ n, atMs }: Slot): DemoStrategy {
  const pace = paceOf(n);
  const place = Math.floor(n / PACES.length);
  const coin = cycle(COINS.slice(0, 12), place);
  const timeframe = cycle(pace.timeframes, place);
  const style = cycle(STYLES, Math.floor(n / MOODS.length));
  const name = `Demo${cycle(MOODS, n)}${style}_${coin.symbol}_${timeframe}`;
  return { name, slug: slugOf(name), n, coin, timeframe, pace, publishedMs: atMs };
}
