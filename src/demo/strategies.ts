import { slugOf } from '../sources/freqtrade/backtest.ts';
import { COINS, type Instrument } from './instruments.ts';
import { cycle, streamOf, uniformAt } from './random.ts';
import { type Grid, type Slot, slotsBetween } from './simulation.ts';
import { DAY, HOUR } from './time.ts';

const published: Grid = { name: 'strategy', periodMs: 15 * DAY, historyMs: 360 * DAY };

/** How a strategy trades: at most one position a period, flat at its ends. */
export interface Pace {
  /** How long it was tested for. */
  readonly testedMs: number;
  /** How far back its alerts are known. */
  readonly historyMs: number;
  /** The lengths of bars that it trades on, each with its period: the shorter the bars, the more trades. */
  readonly frames: readonly Frame[];
  /** Sharpe ratios that its strategies go round, so that good and bad ones are listed at any time: none is beyond what few funds reach. */
  readonly ratios: readonly number[];
}

interface Frame {
  readonly timeframe: '15m' | '1h' | '4h';
  readonly periodMs: number;
}

/**
 * Slow ones are tested for a year: a good Sharpe ratio of less proves too little for a good grade. Two days of the quick ones, so that
 * a restart within them closes every position that was open before.
 */
const PACES: readonly Pace[] = [
  {
    testedMs: 360 * DAY,
    historyMs: 90 * DAY,
    frames: [
      { timeframe: '1h', periodMs: 3 * DAY },
      { timeframe: '4h', periodMs: 5 * DAY },
    ],
    ratios: [2.9, 1.9, 0.3, 1.45, -0.6, 2.6, 1.1, 1.8, 1.4, 0.9, 2.1, -0.9],
  },
  {
    testedMs: 60 * DAY,
    historyMs: 2 * DAY,
    frames: [{ timeframe: '15m', periodMs: 6 * HOUR }],
    ratios: [2.7, 0.8, 1.9, 2.3, -0.5, 2, 2.8, 1.2, 2.2, 0.2, 1.8, 2.5],
  },
];

const paceOf = (n: number): Pace => cycle(PACES, n);

/** A strategy of the simulated market: backtested once, and some of them send alerts since. */
export interface DemoStrategy extends Frame {
  /** Class name as freqtrade has it. */
  readonly name: string;
  /** What `mte` lists it under. */
  readonly slug: string;
  readonly n: number;
  /** Sharpe ratio of its backtest, about. */
  readonly ratio: number;
  readonly coin: Instrument;
  /** Share of the periods in which it finds a trade: some strategies wait for more than others. */
  readonly share: number;
  readonly pace: Pace;
  readonly publishedMs: number;
}

/** Strategies published in `(sinceMs, nowMs]`, at most a year back, oldest first. */
export const strategiesBetween = (seed: number, sinceMs: number, nowMs: number): readonly DemoStrategy[] =>
  slotsBetween(seed, published, sinceMs, nowMs).map((slot) => strategyOf(seed, slot));

const LEAST_SHARE = 0.72;
const MOST_SHARE = 0.98;

const MOODS = ['Patient', 'Restless', 'Quiet', 'Northern', 'Amber', 'Lucid', 'Oblique', 'Steady'];
const STYLES = ['MomentumDrift', 'MeanReversion', 'RangeBreakout', 'TrendLadder', 'GridHarvest'];

/** Of the strategies listed at a time no two have the same name, and none of one pace trades the coin of another. */
function strategyOf(seed: number, { n, atMs }: Slot): DemoStrategy {
  const pace = paceOf(n);
  const place = Math.floor(n / PACES.length);
  const coin = cycle(COINS.slice(0, 12), place);
  const frame = cycle(pace.frames, place);
  const share = LEAST_SHARE + (MOST_SHARE - LEAST_SHARE) * uniformAt(streamOf(seed, 'strategy/share'), n);
  const style = cycle(STYLES, Math.floor(n / MOODS.length));
  const ratio = cycle(pace.ratios, place);
  const name = `Demo${cycle(MOODS, n)}${style}_${coin.symbol}_${frame.timeframe}`;
  return { ...frame, name, slug: slugOf(name), n, ratio, coin, share, pace, publishedMs: atMs };
}

/** What a backtest is of: the time until the day on which a strategy is published. */
export function testedSpan({ pace, publishedMs }: DemoStrategy): {
  readonly startMs: number;
  readonly endMs: number;
} {
  const endMs = Math.floor(publishedMs / DAY) * DAY;
  return { startMs: endMs - pace.testedMs, endMs };
}

/** Whether it trades in a period: its trades are spread evenly, so that alerts come as often as trades of the backtest. */
export const isTraded = ({ share }: DemoStrategy, period: number): boolean =>
  Math.floor((period + 1) * share) > Math.floor(period * share);

/** The periods that lie in what was tested whole, and in which it traded. */
export function testedPeriods(strategy: DemoStrategy): readonly number[] {
  const { startMs, endMs } = testedSpan(strategy);
  const { periodMs } = strategy;
  const first = Math.ceil(startMs / periodMs);
  const periods = Array.from({ length: Math.floor(endMs / periodMs) - first }, (_, index) => first + index);
  return periods.filter((period) => isTraded(strategy, period));
}
