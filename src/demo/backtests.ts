import { freqtradeBacktest } from '../sources/freqtrade/freqtrade-backtest.ts';
import { strategiesOf, strategyParser } from '../sources/freqtrade/strategy-result.ts';
import { pairOf } from './instruments.ts';
import type { Prices } from './prices.ts';
import { round, roundPrice } from './rounding.ts';
import type { SimulatedSource } from './simulation.ts';
import { type DemoStrategy, strategiesBetween, testedPeriods, testedSpan } from './strategies.ts';
import { FEE, type StrategyTrade, type StrategyTrades } from './strategy-trades.ts';

const STARTING_BALANCE = 10_000;
const STAKE = 2_500;
/** How often a trade is looked at for its lowest and highest rate, its two ends apart. */
const LOOKS = 12;

/** Backtest results of freqtrade, each with the trades that its strategy would have made on the simulated prices. */
export const simulateBacktests = (
  seed: number,
  prices: Prices,
  tradeOf: StrategyTrades,
): SimulatedSource => ({
  feed: freqtradeBacktest.feed,
  *items(sinceMs, nowMs) {
    for (const strategy of strategiesBetween(seed, sinceMs, nowMs)) {
      const results = { [strategy.name]: resultOf(prices, strategy, tradeOf) };
      yield* strategyParser.parse(
        'backtest-result.json',
        strategiesOf({ strategies: results, metadata: {} }),
      );
    }
  },
});

function resultOf(prices: Prices, strategy: DemoStrategy, tradeOf: StrategyTrades) {
  const { startMs, endMs } = testedSpan(strategy);
  const trades = testedPeriods(strategy).map((n) => nativeTrade(prices, strategy, tradeOf(strategy, n)));
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
    total_trades: trades.length,
    trades,
  };
}

function nativeTrade(prices: Prices, { coin }: DemoStrategy, trade: StrategyTrade) {
  const { openMs, closeMs, isShort, openRate: open, closeRate: close } = trade;
  const seen = Array.from({ length: LOOKS - 1 }, (_, look) =>
    roundPrice(prices.at(coin, openMs + ((look + 1) / LOOKS) * (closeMs - openMs))),
  );
  const amount = STAKE / open;
  // As freqtrade computes it: fees on the value of each side.
  const profit = isShort
    ? amount * (open * (1 - FEE) - close * (1 + FEE))
    : amount * (close * (1 - FEE) - open * (1 + FEE));
  const exit = profit > 0 ? 'exit_signal' : 'stop_loss';
  const order = { amount, ft_is_entry: true, ft_order_tag: 'simulated', safe_price: open };
  return {
    pair: pairOf(coin),
    is_short: isShort,
    is_open: false,
    open_date: isoSeconds(openMs),
    close_date: isoSeconds(closeMs),
    open_rate: open,
    close_rate: close,
    min_rate: Math.min(open, close, ...seen),
    max_rate: Math.max(open, close, ...seen),
    amount,
    stake_amount: STAKE,
    leverage: 1,
    fee_open: FEE,
    fee_close: FEE,
    trade_duration: Math.floor((closeMs - openMs) / 60_000),
    profit_ratio: round(profit / STAKE, 8),
    profit_abs: round(profit, 8),
    enter_tag: 'simulated',
    exit_reason: exit,
    orders: [
      { ...order, order_filled_timestamp: openMs },
      {
        ...order,
        order_filled_timestamp: closeMs,
        ft_is_entry: false,
        ft_order_tag: exit,
        safe_price: close,
      },
    ],
  };
}

/** `2026-03-11 14:30:00+00:00`, as pandas writes it. */
const isoSeconds = (ms: number): string =>
  `${new Date(ms).toISOString().slice(0, 19).replace('T', ' ')}+00:00`;
