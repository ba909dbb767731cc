import type { Signal } from './feed.ts';

/** Of signals that are no trade of a backtest, and open. */
export const NO_EXECUTION: Signal['execution'] = {
  closed_at: null,
  duration_minutes: null,
  amount: null,
  stake: null,
  leverage: null,
  profit: null,
  profit_pct: null,
  fee_open_pct: null,
  fee_close_pct: null,
  funding: null,
  lowest_price: null,
  highest_price: null,
  initial_stop_price: null,
  stop_price: null,
  orders: null,
  fills: null,
};
