import { type InsiderFiling, insiderFilings } from '../../feeds/insider/feed.ts';
import { type Signal, signals } from '../../feeds/trade-feed/feed.ts';
import { NO_EXECUTION } from '../../feeds/trade-feed/no-execution.ts';
import { type Engine, recordKind } from '../engine.ts';

/** Smaller purchases say little. */
const MIN_PURCHASE_USD = 100_000;

/**
 * Insider purchases as signals. A group is a filing record, so that a million of them stay a million small steps.
 * No provider here sells prices of stocks, and no filing says that a purchase ended: they stay open, without price.
 */
export const insiderSignals: Engine = {
  name: 'signals-insider',
  feed: signals,
  kinds: [recordKind(insiderFilings)],
  groupOf: ({ series }) => series,
  originOf: ({ source, source_detail: filing }) =>
    source === 'insider' ? { kind: recordKind(insiderFilings), series: String(filing) } : null,
  async derive(key, inputs) {
    const record = await inputs.record(insiderFilings, key);
    const signal = record && signalOfFiling(record as InsiderFiling); // a stored record of this feed
    return signal ? [signal] : [];
  },
};

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
