import { MONEY } from '../../feed/bounds.ts';
import { isWithin } from '../../feed/field-bounds.ts';
import { knownExactly } from '../../feed/known.ts';
import { type Signal, signals } from '../../feeds/trade-feed/feed.ts';
import { NO_EXECUTION } from '../../feeds/trade-feed/no-execution.ts';
import type { Input } from '../../sources/format.ts';
import type { Backtest, BacktestTrade, TradeOrder } from '../../sources/freqtrade/backtest.ts';
import type { Engine, InputReader } from '../engine.ts';
import { listedRun } from '../strategies/strategy-listing.ts';
import { pricesOf } from './signal-pnl.ts';
import { assetOfGroup, type FindPrice, PRICE_KINDS, priceFinder, priceGroupOf } from './signal-prices.ts';

/**
 * Every trade of a strategy's listed run is a signal, so `total_trades` of a listing is the number of its closed
 * signals. A group is a strategy; a price touches only the trades of its asset that were open in any run, whether they
 * still are: those are a part of what the strategy's group makes, so both groups may own them.
 */
export const backtestSignals: Engine = {
  name: 'signals-backtests',
  version: 3,
  feed: signals,
  kinds: ['backtest', ...PRICE_KINDS],
  groupOf: (changed) => (changed.kind === 'backtest' ? `strategy:${changed.series}` : priceGroupOf(changed)),
  originOf: ({ id, source_detail: slug }) =>
    String(id).startsWith(`mte-${slug}-`) ? { kind: 'backtest', series: String(slug) } : null,
  async derive(group, inputs) {
    if (group.startsWith('strategy:')) return signalsOf(group.slice('strategy:'.length), inputs);
    const asset = await assetOfGroup(group, inputs);
    return asset === null ? [] : signalsLeftOpen(asset, inputs);
  },
};

async function signalsOf(slug: string, inputs: InputReader, only?: ReadonlySet<string>): Promise<Signal[]> {
  const runs = await inputs.list('backtest', slug);
  const run = listedRun(runs);
  const trades = run?.trades.filter(({ id }) => only?.has(id) ?? true) ?? [];
  if (!run || trades.length === 0) return [];
  const findPrice = trades.some((trade) => trade.is_open) ? await priceFinder(inputs) : () => null;
  const toldAt = firstTold(runs);
  return trades.map((trade) => {
    const knownFrom = new Date(toldAt.get(sameTrade(trade)) ?? run.ran_at);
    return signalOfTrade(slug, run, trade, { findPrice, knownFrom });
  });
}

/**
 * When trades were first told: the time of the earliest run with the same entry and exit, ISO 8601. A backtest is made after its
 * trades, so at the time of a trade nobody knew it; one that a later run closes otherwise is known as it stands from that
 * run on.
 *
 * @param runs of one strategy, oldest first
 */
function firstTold(runs: readonly Input[]): ReadonlyMap<string, string> {
  const toldAt = new Map<string, string>();
  for (const { data } of runs) {
    const { ran_at, trades } = data as unknown as Backtest; // checked when it was read
    for (const key of trades.map(sameTrade)) if (!toldAt.has(key)) toldAt.set(key, ran_at);
  }
  return toldAt;
}

/** What is equal of one trade in several runs: strategy, pair, side and opening are in its id. */
const sameTrade = ({ id, open_rate, closed_at, close_rate }: BacktestTrade): string =>
  JSON.stringify([id, open_rate, closed_at, close_rate]);

async function signalsLeftOpen(asset: string, inputs: InputReader): Promise<Signal[]> {
  const found: Signal[] = [];
  for (const series of await inputs.series('open-trade', `${asset}|`)) {
    const ids = new Set((await inputs.list('open-trade', series)).flatMap(idsOf));
    found.push(...(await signalsOf(series.slice(asset.length + 1), inputs, ids)));
  }
  return found;
}

const idsOf = ({ data }: Input): readonly string[] => data.ids as readonly string[]; // `OpenTrades`, as it was read

/** The signal of a trade. Backtests know no strength; the tag and the reason of the exit are its notes. */
function signalOfTrade(
  slug: string,
  run: Pick<Backtest, 'timeframe'>,
  trade: BacktestTrade,
  { findPrice, knownFrom }: { readonly findPrice: FindPrice; readonly knownFrom: Date },
): Signal {
  const direction = trade.is_short ? 'SHORT' : 'LONG';
  const notes = [
    trade.enter_tag === null ? null : `entry: ${trade.enter_tag}`,
    trade.exit_reason === null ? null : `exit: ${trade.exit_reason}`,
  ].filter((note) => note !== null);
  return {
    id: `mte-${slug}-${trade.id}`,
    source: 'mte',
    source_detail: slug,
    symbol: trade.pair,
    direction,
    ...pricesOf({
      direction,
      entry: trade.open_rate,
      enteredAtMs: Date.parse(trade.opened_at),
      exit: trade.is_open ? null : trade.close_rate,
      known: [trade.is_open ? findPrice(trade.pair, 'crypto') : null],
    }),
    signal_strength: null,
    asset_type: 'crypto',
    timeframe: run.timeframe,
    notes: notes.length === 0 ? null : notes.join('; '),
    timestamp: new Date(trade.opened_at),
    ...knownExactly(knownFrom),
    execution: executionOf(trade),
    available_at: null,
    superseded_at: null,
    trade: null,
  };
}

/** Of a run that an earlier version stored only the closing and the profit are known. */
function executionOf({
  is_open,
  is_short,
  closed_at,
  profit_abs,
  execution,
}: BacktestTrade): Signal['execution'] {
  const closed = {
    closed_at: closed_at === null ? null : new Date(closed_at),
    profit: is_open ? null : profit_abs,
  };
  if (execution === undefined) return { ...NO_EXECUTION, ...closed };
  return {
    ...closed,
    duration_minutes: is_open ? null : execution.duration_minutes,
    amount: execution.amount,
    stake: execution.stake,
    leverage: execution.leverage,
    profit_pct: is_open || execution.profit_ratio === null ? null : execution.profit_ratio * 100,
    fee_open_pct: execution.fee_open * 100,
    fee_close_pct: execution.fee_close * 100,
    funding: execution.funding_fees,
    lowest_price: execution.lowest_rate,
    highest_price: execution.highest_rate,
    initial_stop_price: execution.initial_stop_rate,
    stop_price: execution.stop_rate,
    orders: execution.orders.length,
    fills: fillsOf(execution.orders, is_short),
  };
}

/** A grid strategy can fill more orders in one trade than anyone reads. */
const MAX_FILLS = 100;

/** A trade has at least the order that opened it: of one without any, the result does not list them. */
function fillsOf(orders: readonly TradeOrder[], isShort: boolean): Signal['execution']['fills'] {
  if (orders.length === 0) return null;
  return orders.slice(0, MAX_FILLS).map(({ filled_at, is_entry, amount, rate, tag }) => ({
    at: filled_at,
    side: is_entry === isShort ? 'SELL' : 'BUY',
    amount,
    price: rate,
    value: isWithin(MONEY, amount * rate) ? amount * rate : null,
    tag,
    is_entry,
  }));
}
