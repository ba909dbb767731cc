import { type Asset, assetOf } from '../../feed/asset.ts';
import type { AnyRecord } from '../../feed/feed.ts';
import { coinNamedIn } from '../../feed/named-coin.ts';
import { PLATFORMS } from '../prediction/feed.ts';
import type { WhaleActivity } from './feed.ts';

const PREDICTION: ReadonlySet<string> = new Set(PLATFORMS);

/**
 * What a position is about: the coin of a perpetual or a spot market, or the one that the question names. Events that were sent without
 * an instrument are of a question where their platform has no others, or their title is no symbol.
 */
export function assetOfActivity(record: AnyRecord): Asset | null {
  const { instrument, source, title } = record as Pick<WhaleActivity, 'instrument' | 'source' | 'title'>; // of this feed
  const isQuestion = /\s/.test(title.trim()) || PREDICTION.has(source.toLowerCase());
  if (instrument === 'OUTCOME' || (!instrument && isQuestion)) return coinNamedIn(title);
  // `xyz:NVDA-PERP` is of a market that others run on Hyperliquid, of whatever they chose.
  if (title.includes(':')) return null;
  return assetOf(source === 'hyperliquid' ? title.replace(THOUSAND, '') : title, 'crypto');
}

/** Hyperliquid's contract `kPEPE` is a thousand of the coin PEPE. */
const THOUSAND = /^k(?=[A-Z]{3})/;
