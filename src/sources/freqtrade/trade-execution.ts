import { isObject, type JsonObject } from '../../feed/json.ts';
import type { TradeExecution, TradeOrder } from './backtest.ts';
import { finite, positive, text, time } from './native-value.ts';

/**
 * How a trade was executed, by the names of `BT_DATA_COLUMNS` (freqtrade/data/btanalysis.py) and of `LocalTrade.to_json`
 * (freqtrade/persistence/trade_model.py). A member that is missing or no number is null: the trade counts without it.
 */
export function executionOf(raw: JsonObject): TradeExecution {
  return {
    amount: positive(raw.amount),
    stake: positive(raw.stake_amount),
    max_stake: positive(raw.max_stake_amount),
    leverage: positive(raw.leverage) ?? 1,
    fee_open: feeOf(raw.fee_open),
    fee_close: feeOf(raw.fee_close),
    funding_fees: finite(raw.funding_fees),
    profit_ratio: finite(raw.profit_ratio),
    lowest_rate: positive(raw.min_rate),
    highest_rate: positive(raw.max_rate),
    initial_stop_rate: positive(raw.initial_stop_loss_abs),
    stop_rate: positive(raw.stop_loss_abs),
    duration_minutes: finite(raw.trade_duration),
    orders: Array.isArray(raw.orders) ? raw.orders.flatMap(orderOf) : [],
  };
}

/** A fee of a whole side or more is none. */
function feeOf(value: unknown): number {
  const fee = finite(value) ?? 0;
  return fee < 1 ? fee : 0;
}

function orderOf(raw: unknown): readonly TradeOrder[] {
  if (!isObject(raw)) return [];
  const amount = positive(raw.amount);
  const rate = positive(raw.safe_price);
  if (amount === null || rate === null) return [];
  return [
    {
      filled_at: time(raw.order_filled_timestamp),
      is_entry: raw.ft_is_entry === true,
      amount,
      rate,
      tag: text(raw.ft_order_tag),
    },
  ];
}
