import { createHash } from 'node:crypto';
import { isObject } from '../../feed/json.ts';
import type { BacktestTrade } from './backtest.ts';
import { finite, pair as pairOf, positive, text, time } from './native-value.ts';
import { executionOf } from './trade-execution.ts';

export type TradeResult =
  | { readonly ok: true; readonly trade: BacktestTrade }
  | { readonly ok: false; readonly field: string | null; readonly reason: string };

/**
 * Reads an entry of `trades` of a run of that time, ISO 8601. A backtest is made of bars that there were, so no trade of it
 * opens or closes later. Before 2022 exits were called `sell_reason`, tags `buy_tag`, and nothing was short.
 */
export function readTrade(slug: string, ranAt: string, raw: unknown): TradeResult {
  if (!isObject(raw)) return fail(null, 'not an object');
  const isOpen = raw.is_open === true;
  const isShort = raw.is_short === true;
  const pair = pairOf(raw.pair);
  if (pair === null) return fail('pair', 'no pair');
  const openedAt = time(raw.open_date) ?? time(raw.open_timestamp);
  if (openedAt === null) return fail('open_date', 'opening time is not a time');
  const closedAt = isOpen ? null : (time(raw.close_date) ?? time(raw.close_timestamp));
  if (closedAt === null && !isOpen) return fail('close_date', 'closing time is not a time');
  if (closedAt !== null && closedAt < openedAt) return fail('close_date', 'closed before it opened');
  if (openedAt > ranAt) return fail('open_date', 'opened after the run');
  if (closedAt !== null && closedAt > ranAt) return fail('close_date', 'closed after the run');
  const openRate = positive(raw.open_rate);
  if (openRate === null) return fail('open_rate', 'opening rate is not a positive number');
  const closeRate = isOpen ? null : positive(raw.close_rate);
  if (closeRate === null && !isOpen) return fail('close_rate', 'closing rate is not a positive number');
  const profit = finite(raw.profit_abs);
  if (profit === null && !isOpen) return fail('profit_abs', 'profit is not a number');
  return {
    ok: true,
    trade: {
      id: idOf(slug, pair, isShort, openedAt),
      pair,
      is_short: isShort,
      is_open: isOpen,
      opened_at: openedAt,
      closed_at: closedAt,
      open_rate: openRate,
      close_rate: closeRate,
      profit_abs: profit ?? 0,
      is_win: !isOpen && (finite(raw.profit_ratio) ?? profit ?? 0) > 0,
      enter_tag: text(raw.enter_tag ?? raw.buy_tag),
      exit_reason: isOpen ? null : text(raw.exit_reason ?? raw.sell_reason),
      execution: executionOf(raw),
    },
  };
}

function fail(field: string | null, reason: string): TradeResult {
  return { ok: false, field, reason };
}

/** freqtrade holds one trade a pair at a time, so pair and opening time identify a trade. */
function idOf(slug: string, pair: string, isShort: boolean, openedAt: string): string {
  const identity = JSON.stringify([slug, pair, isShort ? 'short' : 'long', openedAt]);
  return createHash('sha256').update(identity).digest('hex').slice(0, 20);
}
