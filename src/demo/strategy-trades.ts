import { intervalMs } from '../feed/interval.ts';
import type { Prices } from './prices.ts';
import { randomAt, streamOf } from './random.ts';
import { roundPrice } from './rounding.ts';
import type { DemoStrategy } from './strategies.ts';
import { DAY, HOUR } from './time.ts';

/** A trade of a strategy; prices in USDT. */
export interface StrategyTrade {
  readonly openMs: number;
  readonly closeMs: number;
  readonly isShort: boolean;
  readonly openRate: number;
  readonly closeRate: number;
  /** Why it was opened. */
  readonly reason: string;
}

const REASONS = [
  'break of a range that held for weeks',
  'retest of the former high',
  'volume dried up into support',
  'failed breakout, trade back to the middle',
];

/**
 * The one trade of a strategy in the n-th period of its pace. Its backtest and its alerts have the same trades, so that it goes on at
 * the pace and with the skill that were tested. They open and close with bars of the strategy.
 */
export function strategyTrade(
  seed: number,
  prices: Prices,
  { n: strategy, coin, timeframe, pace }: DemoStrategy,
  n: number,
): StrategyTrade {
  // Of many trades a small edge makes the Sharpe ratio of a large edge of few: between about -3 and 7.
  const edge = randomAt(streamOf(seed, 'skill'), strategy).between(-0.05, 0.26);
  const skill = 0.5 + edge * Math.sqrt(pace.periodMs / (2 * DAY));
  const random = randomAt(streamOf(seed, `trade/${strategy}`), n);
  const barMs = intervalMs(timeframe);
  const bars = pace.periodMs / barMs;
  const early = random.whole(0, Math.floor(0.4 * bars));
  // Slow strategies open on full hours, quick ones beside them: two signals of one coin and moment would look like one.
  const opening = barMs < HOUR && early % (HOUR / barMs) === 0 ? early + 1 : early;
  const length = random.whole(Math.ceil(0.1 * bars), Math.floor(0.5 * bars));
  const openMs = n * pace.periodMs + opening * barMs;
  const closeMs = openMs + length * barMs;
  const [openRate, closeRate] = [openMs, closeMs].map((ms) => roundPrice(prices.at(coin, ms))) as [
    number,
    number,
  ];
  const isRight = random.chance(skill);
  return {
    openMs,
    closeMs,
    isShort: closeRate < openRate === isRight,
    openRate,
    closeRate,
    reason: random.pick(REASONS),
  };
}
