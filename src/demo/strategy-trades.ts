import { intervalMs } from '../feed/interval.ts';
import type { Prices } from './prices.ts';
import { cycle, type Random, randomAt, streamOf, uniformAt } from './random.ts';
import { roundPrice } from './rounding.ts';
import { type DemoStrategy, testedPeriods } from './strategies.ts';
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

/** Ways in which a strategy of a skill may have fared; the one nearest to its ratio is what happened. */
const WAYS = 96;

/** Of each side, as Binance takes of a maker in futures. */
export const FEE = 0.0002;

/** The trades of the strategies of a market: the one trade in the n-th period of a strategy, of those in which it trades. */
export type StrategyTrades = (strategy: DemoStrategy, n: number) => StrategyTrade;

/**
 * The backtest of a strategy and its alerts have the same trades, so that it goes on at the pace and with the skill that were tested,
 * though not with the same luck: what is listed are the runs that were worth a listing.
 */
export function strategyTrades(seed: number, prices: Prices): StrategyTrades {
  /** How each strategy fared, by its number. */
  const fortunes = new Map<number, Fortune>();
  const fortuneOf = (strategy: DemoStrategy): Fortune => {
    const known = fortunes.get(strategy.n) ?? nearestFortune(seed, prices, strategy);
    fortunes.set(strategy.n, known);
    return known;
  };
  return (strategy, n) => {
    const move = moveOf(seed, prices, strategy, n);
    return { ...move, isShort: move.closeRate < move.openRate === fortuneOf(strategy)(n) };
  };
}

/** A trade without its side. They open and close with bars of the strategy. */
function moveOf(
  seed: number,
  prices: Prices,
  { n: strategy, coin, timeframe, periodMs }: DemoStrategy,
  n: number,
) {
  const random = randomAt(streamOf(seed, `trade/${strategy}`), n);
  const barMs = intervalMs(timeframe);
  const bars = periodMs / barMs;
  const early = random.whole(0, Math.floor(0.4 * bars));
  // Slow strategies open on full hours, quick ones beside them: two signals of one coin and moment would look like one.
  const opening = barMs < HOUR && early % (HOUR / barMs) === 0 ? early + 1 : early;
  const openMs = n * periodMs + opening * barMs;
  const closeMs = openMs + lengthOf(random, bars) * barMs;
  const rateAt = (ms: number) => roundPrice(prices.at(coin, ms));
  return {
    openMs,
    closeMs,
    openRate: rateAt(openMs),
    closeRate: rateAt(closeMs),
    reason: random.pick(REASONS),
  };
}

const lengthOf = (random: Random, bars: number): number =>
  random.whole(Math.ceil(0.1 * bars), Math.floor(0.5 * bars));

/** Whether the trade of a period was on the right side. */
type Fortune = (n: number) => boolean;

/** Of many trades a small edge makes the ratio that a larger edge makes of few. */
function fortune(seed: number, { n: number, periodMs, share, ratio }: DemoStrategy, way: number): Fortune {
  const skill = 0.5 + (ratio / 22) * Math.sqrt(periodMs / share / (2 * DAY));
  const stream = streamOf(seed, `fortune/${number}/${way}`);
  return (n) => uniformAt(stream, n) < skill;
}

function nearestFortune(seed: number, prices: Prices, strategy: DemoStrategy): Fortune {
  const tested = testedPeriods(strategy).map((n) => {
    const { openRate, closeRate, closeMs } = moveOf(seed, prices, strategy, n);
    return { n, day: Math.floor(closeMs / DAY), move: Math.abs(closeRate / openRate - 1) };
  });
  const fortunes = Array.from({ length: WAYS }, (_, way) => fortune(seed, strategy, way));
  const misses = fortunes.map((isRight) => {
    const profits = new Map<number, number>();
    for (const { n, day, move } of tested) {
      const profit = (isRight(n) ? move : -move) - 2 * FEE;
      profits.set(day, (profits.get(day) ?? 0) + profit);
    }
    return Math.abs(sharpeOf([...profits.values()], strategy.pace.testedMs / DAY) - strategy.ratio);
  });
  return cycle(fortunes, misses.indexOf(Math.min(...misses)));
}

/** A year's ratio of daily profits, of days without any too. */
function sharpeOf(profits: readonly number[], days: number): number {
  const mean = profits.reduce((sum, one) => sum + one, 0) / days;
  const square = profits.reduce((sum, one) => sum + one ** 2, 0) / days;
  return (mean / Math.sqrt(square - mean ** 2)) * Math.sqrt(365);
}
