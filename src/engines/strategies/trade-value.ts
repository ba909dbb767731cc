import type { Backtest, BacktestTrade, TradeExecution } from '../../sources/freqtrade/backtest.ts';

/**
 * What closing a trade at a rate makes, after the fees of both sides, in the currency of the balance (`calculate_profit`,
 * freqtrade/persistence/trade_model.py): for a long amount × rate × (1 - close fee) - amount × open rate × (1 + open fee),
 * for a short the opposite with the fees turned; with funding as the whole trade received or paid it. Leverage is in the
 * amount. Null where neither amount nor stake is known.
 */
export function valueAt(trade: BacktestTrade, rate: number): number | null {
  const { execution } = trade;
  const amount = execution && amountOf(trade, execution);
  if (!execution || amount === null || amount === undefined) return null;
  const { fee_open: feeOpen, fee_close: feeClose, funding_fees: funding } = execution;
  const value = trade.is_short
    ? amount * (trade.open_rate * (1 - feeOpen) - rate * (1 + feeClose))
    : amount * (rate * (1 - feeClose) - trade.open_rate * (1 + feeOpen));
  return value + (funding ?? 0);
}

/**
 * The same at a moment: of the orders that were filled by then, what was paid and received, and what the rest would bring. Where
 * the file does not say its orders and their times, as if it had held everything from its opening.
 */
export function valueWhileOpen(trade: BacktestTrade, at: Date, rate: number): number | null {
  const { execution, is_short: isShort } = trade;
  const orders = execution?.orders ?? [];
  if (!execution || orders.length === 0 || orders.some(({ filled_at }) => filled_at === null))
    return valueAt(trade, rate);
  const side = isShort ? -1 : 1;
  const { fee_open: feeOpen, fee_close: feeClose, funding_fees: funding } = execution;
  let held = 0;
  let cash = funding ?? 0;
  for (const order of orders) {
    if (Date.parse(order.filled_at ?? '') > at.getTime()) continue;
    const amount = order.is_entry ? order.amount : -order.amount;
    held += amount;
    cash -= side * amount * order.rate * (1 + side * (order.is_entry ? feeOpen : -feeClose));
  }
  return cash + side * held * rate * (1 - side * feeClose);
}

/**
 * What closing it at its worst moment would have made, 0 or negative: at the lowest rate of a long, at the highest of a
 * short, while it held the most. Of funding only what was paid counts, for it may have been received later. A position
 * with isolated margin is liquidated before it loses more than its margin and the fee of its entry. Null where the file does
 * not say the rate, the amount or the stake.
 */
export function worstOf(trade: BacktestTrade, { settings }: Pick<Backtest, 'settings'>): number | null {
  const { execution } = trade;
  const rate = trade.is_short ? execution?.highest_rate : execution?.lowest_rate;
  if (!execution || rate === null || rate === undefined) return null;
  const atWorst = valueAt(trade, rate);
  if (atWorst === null) return null;
  const withoutGains = atWorst - Math.max(0, execution.funding_fees ?? 0);
  const loss =
    settings?.margin_mode === 'isolated' ? Math.max(withoutGains, -marginOf(execution)) : withoutGains;
  // A trade that closed stood where it closed.
  return Math.min(0, loss, trade.is_open ? 0 : trade.profit_abs);
}

/** What an isolated position can lose: its stake, at most all that went into its entries, with the fee on what they bought. */
function marginOf({ stake, max_stake: maxStake, leverage, fee_open: fee }: TradeExecution): number {
  const margin = Math.max(stake ?? 0, maxStake ?? 0);
  return margin === 0 ? Number.POSITIVE_INFINITY : margin * (1 + leverage * fee);
}

/** The most that was held at once, by the filled orders where they are known: partial exits leave less in `amount`. */
function amountOf(trade: BacktestTrade, execution: TradeExecution): number | null {
  const { amount, stake, leverage, orders } = execution;
  let held = 0;
  let most = 0;
  for (const order of orders) {
    held += order.is_entry ? order.amount : -order.amount;
    most = Math.max(most, held);
  }
  const stated = amount ?? (stake === null ? null : (stake * leverage) / trade.open_rate);
  return most > 0 ? Math.max(most, stated ?? 0) : stated;
}
