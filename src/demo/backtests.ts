import { freqtradeBacktest } from '../sources/freqtrade/freqtrade-backtest.ts';
import { strategiesOf, strategyParser } from '../sources/freqtrade/strategy-result.ts';
import { pairOf } from './instruments.ts';
import type { Prices } from './prices.ts';
import { randomAt, streamOf } from './random.ts';
import { round, roundPrice } from './rounding.ts';
import type { SimulatedSource } from './simulation.ts';
import { type DemoStrategy, strategiesBetween } from './strategies.ts';
import { DAY } from './time.ts';

const TESTED_MS = 90 * DAY;
const STARTING_BALANCE = 10_000;
const STAKE = 2_500;
/** Of each side. */
const FEE = 0.001;
/** How often a trade is looked at for its lowest and highest rate, its two ends apart. */
const LOOKS = 12;

/** Backtest results of freqtrade, each with the trades that its strategy would have made on the simulated prices. */
export const simulateBacktests = (seed: number, prices: Prices): SimulatedSource => ({
  feed: freqtradeBacktest.feed,
  *items(sinceMs, nowMs) {
    for (const strategy of strategiesBetween(seed, sinceMs, nowMs)) {
      const results = { [strategy.name]: resultOf(seed, prices, strategy) };
      yield* strategyParser.parse(
        'backtest-result.json',
        strategiesOf({ strategies: results, metadata: {} }),
      );
    }
  },
});

function resultOf(seed: number, prices: Prices, strategy: DemoStrategy) {
  const endMs = Math.floor(strategy.publishedMs / DAY) * DAY;
  const startMs = endMs - TESTED_MS;
  const random = randomAt(streamOf(seed, 'backtest'), strategy.n);
  const count = random.whole(30, 60);
  const skill = random.between(0.5, 0.8);
  const everyMs = TESTED_MS / count;
  const trades = Array.from({ length: count }, (_, index) => {
    const openMs = startMs + Math.floor((index + random.between(0, 0.3)) * everyMs);
    const closeMs = openMs + Math.floor(random.between(0.1, 0.65) * everyMs);
    const seen = Array.from({ length: LOOKS + 1 }, (_, look) =>
      roundPrice(prices.at(strategy.coin, openMs + (look / LOOKS) * (closeMs - openMs))),
    );
    return tradeOf(strategy, { openMs, closeMs, seen, isRight: random.chance(skill) });
  });
  return {
    timeframe: strategy.timeframe,
    pairlist: [pairOf(strategy.coin)],
    starting_balance: STARTING_BALANCE,
    stake_currency: 'USDT',
    stake_amount: STAKE,
    max_open_trades: 1,
    trading_mode: 'futures',
    backtest_start: isoSeconds(startMs),
    backtest_end: isoSeconds(endMs),
    backtest_run_start_ts: Math.floor(strategy.publishedMs / 1_000),
    total_trades: count,
    trades,
  };
}

interface Outcome {
  readonly openMs: number;
  readonly closeMs: number;
  /** Rates from the opening to the closing. */
  readonly seen: readonly number[];
  /** Whether the strategy took the side that the price went to. */
  readonly isRight: boolean;
}

function tradeOf({ coin }: DemoStrategy, { openMs, closeMs, seen, isRight }: Outcome) {
  const [open = 0, close = 0] = [seen[0], seen.at(-1)];
  const isShort = close < open === isRight;
  const amount = STAKE / open;
  // As freqtrade computes it: fees on the value of each side.
  const profit = isShort
    ? amount * (open * (1 - FEE) - close * (1 + FEE))
    : amount * (close * (1 - FEE) - open * (1 + FEE));
  return {
    pair: pairOf(coin),
    is_short: isShort,
    is_open: false,
    open_date: isoSeconds(openMs),
    close_date: isoSeconds(closeMs),
    open_rate: open,
    close_rate: close,
    min_rate: Math.min(...seen),
    max_rate: Math.max(...seen),
    amount,
    stake_amount: STAKE,
    leverage: 1,
    fee_open: FEE,
    fee_close: FEE,
    trade_duration: Math.floor((closeMs - openMs) / 60_000),
    profit_ratio: round(profit / STAKE, 8),
    profit_abs: round(profit, 8),
    enter_tag: 'simulated',
    exit_reason: profit > 0 ? 'exit_signal' : 'stop_loss',
  };
}

/** `2026-03-11 14:30:00+00:00`, as pandas writes it. */
const isoSeconds = (ms: number): string =>
  `${new Date(ms).toISOString().slice(0, 19).replace('T', ' ')}+00:00`;
