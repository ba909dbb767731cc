import { knownExactly } from '../../feed/known.ts';
import { type Signal, signals } from '../../feeds/trade-feed/feed.ts';
import type { Input } from '../../sources/format.ts';
import type { Backtest, BacktestTrade } from '../../sources/freqtrade/backtest.ts';
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
  feed: signals,
  kinds: ['backtest', ...PRICE_KINDS],
  groupOf: (changed) => (changed.kind === 'backtest' ? `strategy:${changed.series}` : priceGroupOf(changed)),
  async derive(group, inputs) {
    if (group.startsWith('strategy:')) return signalsOf(group.slice('strategy:'.length), inputs);
    const asset = await assetOfGroup(group, inputs);
    return asset === null ? [] : signalsLeftOpen(asset, inputs);
  },
};

async function signalsOf(slug: string, inputs: InputReader, only?: ReadonlySet<string>): Promise<Signal[]> {
  const run = listedRun(await inputs.list('backtest', slug));
  const trades = run?.trades.filter(({ id }) => only?.has(id) ?? true) ?? [];
  if (!run || trades.length === 0) return [];
  const findPrice = trades.some((trade) => trade.is_open) ? await priceFinder(inputs) : () => null;
  return trades.map((trade) => signalOfTrade(slug, run, trade, findPrice));
}

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
  findPrice: FindPrice,
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
    ...knownExactly(new Date(trade.opened_at)),
    available_at: null,
    superseded_at: null,
  };
}
