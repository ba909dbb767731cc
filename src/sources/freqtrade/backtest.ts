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
