import { type Asset, assetOf } from '../../feed/asset.ts';
import type { AnyRecord } from '../../feed/feed.ts';
import { coinNamedIn } from '../../feed/named-coin.ts';

/** A title that can be a symbol: `BTC`, `ETH-PERP`, `kPEPE-PERP`. */
const SYMBOL = /^k?[$]?[A-Z0-9]+(?:[-/_.:][A-Z0-9]+)*$/;

/** Hyperliquid's contract `kPEPE` is a thousand of the coin PEPE. */
const THOUSAND = /^k(?=[A-Z]{3})/;

/**
 * What a position is about: the coin of a perpetual or a spot market, or the one that the question names. Of an event that was sent
 * without an instrument the title tells which.
 */
export function assetOfActivity(record: AnyRecord): Asset | null {
  const { instrument, source, title } = record as Readonly<Record<string, string>>; // texts of the feed
  if (title === undefined) return null;
  const isQuestion = instrument ? instrument === 'OUTCOME' : !SYMBOL.test(title.trim());
  if (isQuestion) return coinNamedIn(title);
  // `xyz:NVDA-PERP` is of a market that others run on Hyperliquid, of whatever they chose.
  if (title.includes(':')) return null;
  return assetOf(source === 'hyperliquid' ? title.replace(THOUSAND, '') : title, 'crypto');
}
