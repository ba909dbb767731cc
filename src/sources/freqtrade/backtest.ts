import type { TRADING_MODES } from '../../feeds/mte/feed.ts';

/**
 * One run of one strategy as it is kept: the JSON of an input of kind `backtest`, whose series is the strategy's slug
 * and whose key begins with the time of the run. Amounts are in the stake currency.
 */
export interface Backtest {
  /** Class name of the strategy, e.g. `DailyBuyStrategy`. */
  readonly name: string;
  readonly timeframe: string | null;
  /** Pairs the run was given; where the file does not say, those it traded. */
  readonly pairs: readonly string[];
  readonly starting_balance: number;
  /** Bounds of the tested market data, ISO 8601. */
  readonly from: string;
  readonly to: string;
  readonly ran_at: string;
  readonly trades: readonly BacktestTrade[];
  /** Absent in what earlier versions stored; importing the file again adds it, as of every other optional member. */
  readonly settings?: BacktestSettings;
  /** What freqtrade states itself, as it states it. */
  readonly reported?: ReportedFigures;
}

/** How the run was set up, as far as figures depend on it. */
export interface BacktestSettings {
  /** Currency of balance, stakes and profits: `USDT`. */
  readonly currency: string | null;
  /** Stake of a trade; null where it is a share of the balance (`unlimited`). */
  readonly stake: number | null;
  readonly max_open_trades: number | null;
  /** Loss that ends a trade, a negative fraction; with leverage of the stake. */
  readonly stop_loss: number | null;
  /** `spot`, `margin`, `futures`. */
  readonly trading_mode: (typeof TRADING_MODES)[number] | null;
  /** `isolated`, `cross`. */
  readonly margin_mode: string | null;
}

/**
 * Figures of `generate_strategy_stats` (freqtrade/optimize/optimize_reports/optimize_reports.py) and
 * freqtrade/data/metrics.py: fractions, not percent. Its ratios set the mean profit of a day, on the starting balance,
 * against the deviation of single trades, and say -100 where that is zero; its drawdowns know closed trades alone.
 */
export interface ReportedFigures {
  readonly sharpe: number | null;
  readonly sortino: number | null;
  readonly calmar: number | null;
  readonly cagr: number | null;
  readonly profit_factor: number | null;
  readonly expectancy: number | null;
  readonly max_drawdown_account: number | null;
  readonly max_relative_drawdown: number | null;
  /** Mean change of all pairs from the first close of the tested period to the last. */
  readonly market_change: number | null;
}

export interface BacktestTrade {
  /** Stable over runs: strategy, pair, side and opening time. */
  readonly id: string;
  /** `BTC/USDT`, of futures too. */
  readonly pair: string;
  readonly is_short: boolean;
  readonly is_open: boolean;
  readonly opened_at: string;
  /** Null while open. */
  readonly closed_at: string | null;
  readonly open_rate: number;
  readonly close_rate: number | null;
  /** After fees. */
  readonly profit_abs: number;
  /** Whether it won, by the profit ratio, as freqtrade counts. */
  readonly is_win: boolean;
  readonly enter_tag: string | null;
  readonly exit_reason: string | null;
  readonly execution?: TradeExecution;
}

/** The rest of what freqtrade says of a trade. */
export interface TradeExecution {
  /** In the base currency, what is bought with leverage included: amount × open rate = stake × leverage. */
  readonly amount: number | null;
  readonly stake: number | null;
  /** What all entries cost together, leverage included. */
  readonly max_stake: number | null;
  readonly leverage: number;
  /** Fractions of the value of each side; 0 where the file does not say. */
  readonly fee_open: number;
  readonly fee_close: number;
  /** Received when positive, paid when negative; contained in `profit_abs`. */
  readonly funding_fees: number | null;
  /** Profit after fees over what the entries cost, times leverage. */
  readonly profit_ratio: number | null;
  /** Lowest low and highest high of the bars through which it was open, that of its exit included (`adjust_min_max_rates`). */
  readonly lowest_rate: number | null;
  readonly highest_rate: number | null;
  readonly initial_stop_rate: number | null;
  /** Last price of the stop. */
  readonly stop_rate: number | null;
  readonly duration_minutes: number | null;
  /** Filled orders, oldest first. */
  readonly orders: readonly TradeOrder[];
}

export interface TradeOrder {
  readonly filled_at: string | null;
  readonly is_entry: boolean;
  readonly amount: number;
  readonly rate: number;
  readonly tag: string | null;
}

/** Configurations that were tried before the one of a run was chosen: an input of kind `trials`, series of the strategy, key of the run. */
export interface Trials {
  readonly trials: number;
}

/** Trades a run left open in one asset: an input of kind `open-trade`, series `ASSET|slug`, key of the run. */
export interface OpenTrades {
  /** Ids of the trades. */
  readonly ids: readonly string[];
}

/**
 * Identity of a strategy: its class name in kebab-case. Parameter variants are classes of their own (GeneTrader writes
 * `DailyBuy_gen1_20240905_213651_6138`) and so strategies of their own; runs of one class are runs of one strategy.
 */
export function slugOf(name: string): string {
  return name
    .replace(/([a-z])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 100);
}
