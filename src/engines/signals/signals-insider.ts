import { assetKey, assetOf } from '../../feed/asset.ts';
import { STOCK_BAR, stockSeriesOf } from '../../feed/stock-series.ts';
import { type InsiderFiling, insiderFilings } from '../../feeds/insider/feed.ts';
import { type Signal, signals } from '../../feeds/trade-feed/feed.ts';
import { NO_EXECUTION } from '../../feeds/trade-feed/no-execution.ts';
import { type Engine, type InputReader, recordKind } from '../engine.ts';
import { pnlPct } from './signal-pnl.ts';
import { stockPriceSince } from './stock-price.ts';

/** Smaller purchases say little. */
const MIN_PURCHASE_USD = 100_000;

/**
 * Insider purchases as signals. A group is a filing record, so that a million of them stay a million small steps; bars of a stock
 * concern those of its filings that raised a signal. No filing says that a purchase ended: they stay open, at the newest price known.
 */
export const insiderSignals: Engine = {
  name: 'signals-insider',
  version: 4,
  feed: signals,
  kinds: [recordKind(insiderFilings), STOCK_BAR],
  groupOf: ({ kind, series }) => (kind === STOCK_BAR ? null : series),
  async groupsIn(changes, inputs) {
    const bars = changes.filter(({ kind }) => kind === STOCK_BAR);
    const symbols = new Set(bars.flatMap(({ series }) => stockSeriesOf(series)?.symbol ?? []));
    const raised = await Promise.all(
      [...symbols].map((symbol) => inputs.recordsOf(signals, assetKey({ kind: 'stock', symbol }))),
    );
    return (raised.flat() as unknown as readonly Signal[]) // stored records of this feed
      .flatMap(({ source, source_detail: filing }) =>
        source === 'insider' && filing !== null ? [filing] : [],
      );
  },
  originOf: ({ source, source_detail: filing }) =>
    source === 'insider' ? { kind: recordKind(insiderFilings), series: String(filing) } : null,
  async derive(key, inputs) {
    const record = (await inputs.record(insiderFilings, key)) as InsiderFiling | null; // a stored record of this feed
    const signal = record && signalOfFiling(record);
    return signal ? [await atItsPrice(signal, record, inputs)] : [];
  },
};

/**
 * A signal at the newest close after the filing became public; closes before that do not count, since a reader of the signal could not
 * trade at them. Profit or loss is the return of a share bought at the price of the filing on its day, splits since counted and dividends not, so it is the one of the price alone as long as there was
 * no split. Without a price that can be compared, or without the day or price of the purchase, both are null.
 *
 * Worked example: bought at 500 in July, 4-for-1 in August, now at 130: a share became four worth 520, 4 %.
 */
async function atItsPrice(
  signal: Signal,
  { trade_date }: InsiderFiling,
  inputs: InputReader,
): Promise<Signal> {
  const { entry_price: entry, symbol: ticker } = signal;
  const stock = assetOf(ticker, 'stock');
  if (entry === null || entry <= 0 || trade_date === null || stock === null) return signal;
  // A day, which filings tell without a zone.
  const day = trade_date.toISOString().slice(0, 10);
  const now = await stockPriceSince({ symbol: stock.symbol, day, price: entry }, inputs);
  if (now === null || now.atMs <= signal.timestamp.getTime()) return signal;
  return { ...signal, current_price: now.price, pnl_pct: pnlPct('LONG', entry, now.price * now.shares) };
}

/**
 * LONG for an open-market purchase (code P) of at least 100,000 USD in the stock that the ticker quotes; null for any other
 * filing, purchases of preferred stock and of other classes of common stock among them, and for a line of an amendment that may
 * replace one of several: their signals stand. Raised when the filing became public, and seen as long as it: no key sees
 * the signal before the filing, nor when an amendment that the key sees replaced it. That of a line that is part of another
 * filing's record is hidden, and its id leads to the signal of the record. Strength: 50 at 100,000 USD and 25 more for
 * every tenfold, at most 100.
 */
export function signalOfFiling(filing: InsiderFiling): Signal | null {
  const { value, shares, price_per_share } = filing;
  const symbol = filing.asset_symbol ?? filing.ticker;
  if (filing.transaction_direction !== 'buy' || filing.is_quoted === false || filing.provisional) return null;
  if (symbol === null || value === null || value < MIN_PURCHASE_USD) return null;
  const { known_from: publicAt, known_precision } = filing;
  const who = [filing.insider_name, filing.insider_title ? `(${filing.insider_title})` : null];
  return {
    id: `insider-${filing.id}`,
    source: 'insider',
    source_detail: filing.id,
    symbol,
    direction: 'LONG',
    entry_price: price_per_share ?? (shares !== null && shares > 0 ? value / shares : null),
    current_price: null,
    status: 'OPEN',
    pnl_pct: null,
    signal_strength: Math.min(100, 50 + 25 * Math.log10(value / MIN_PURCHASE_USD)),
    asset_type: 'stock',
    timeframe: null,
    notes: `Insider purchase: ${who.filter((part) => part !== null).join(' ') || 'name not stated'}`,
    timestamp: publicAt,
    known_from: publicAt,
    known_precision,
    execution: NO_EXECUTION,
    available_at: publicAt,
    superseded_at: filing.superseded_at,
    trade: filing.trade === null ? null : `insider-${filing.trade}`,
  };
}
