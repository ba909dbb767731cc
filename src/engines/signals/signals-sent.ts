import { assetKey, kindIn, kindOfWord } from '../../feed/asset.ts';
import { parseStoredRecord, toJsonRecord } from '../../feed/record.ts';
import { type Signal, signals } from '../../feeds/trade-feed/feed.ts';
import type { Input } from '../../sources/format.ts';
import type { Engine } from '../engine.ts';
import { pnlPct } from './signal-pnl.ts';
import {
  assetGroup,
  assetOfGroup,
  type FindPrice,
  PRICE_KINDS,
  priceFinder,
  priceGroupOf,
} from './signal-prices.ts';

const SENT = 'signal';

/** Open signals that were sent to the API, by hand or by a program, follow prices. A group is an asset, or its coin. */
export const sentSignals: Engine = {
  name: 'signals-sent',
  feed: signals,
  updatesSent: true,
  kinds: [SENT, ...PRICE_KINDS],
  groupOf: (changed) => (changed.kind === SENT ? assetGroup(changed.series) : priceGroupOf(changed)),
  async derive(group, inputs) {
    const asset = await assetOfGroup(group, inputs);
    const sent = asset === null ? [] : await inputs.list(SENT, asset);
    if (sent.length === 0) return [];
    const findPrice = await priceFinder(inputs);
    return sent.map((input) => followPrice(signalIn(input), findPrice));
  },
};

/**
 * An open signal at the newest price known of its instrument, if that is younger than the signal; else as it was sent, so
 * that its own price counts where no other is known. A LONG in BTC/USDT entered at 100 and sent with 101: after a bar
 * that closed at 110 later on, the price is 110 and `pnl_pct` 10.
 */
export function followPrice(signal: Signal, findPrice: FindPrice): Signal {
  if (signal.status !== 'OPEN') return signal;
  const known = findPrice(signal.symbol, kindOfWord(signal.asset_type) ?? kindIn(signal.symbol));
  if (known === null || known.atMs <= signal.timestamp.getTime()) return signal;
  const { direction, entry_price } = signal;
  return { ...signal, current_price: known.price, pnl_pct: pnlPct(direction, entry_price, known.price) };
}

/** A signal as it was sent, kept by its asset as long as it is open; null for a symbol that names no instrument. */
export function sentInput(signal: Signal): Input | null {
  const asset = signals.asset?.of(signal);
  if (!asset) return null;
  const data = { ...toJsonRecord(signals, signal), available_at: signal.available_at?.toISOString() ?? null };
  return { kind: SENT, series: assetKey(asset), key: signal.id, data };
}

function signalIn({ series, key, data }: Input): Signal {
  const parsed = parseStoredRecord(signals, data);
  if (parsed.ok) return parsed.record as Signal; // a record of this feed
  throw new Error(`input ${series} ${key} does not fit the feed; it was checked when it was sent`);
}
