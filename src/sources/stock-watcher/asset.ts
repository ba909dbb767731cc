import type { CongressTrade } from '../../feeds/congress/feed.ts';
import { isTradable, kindInName } from './asset-kind.ts';
import type { AssetText } from './asset-text.ts';
import type { NativeTrade } from './native-trade.ts';
import { plainText, stated, tidy } from './plain-text.ts';
import { tickerInside, tickerOf } from './ticker.ts';

/** What was traded. */
export interface Asset extends Pick<CongressTrade, 'asset_name' | 'asset_type' | 'ticker' | 'is_tradable'> {
  readonly notes: readonly string[];
}

/** `text` is what the description says of the asset, `comment` what the filer says of it besides. */
export function assetOf(native: NativeTrade, text: AssetText, comment: string | null): Asset {
  const name = stated(text.name);
  const type = stated(tidy(native.asset_type ?? '')) ?? kindInName(name, comment);
  const given = stated(plainText(native.ticker ?? ''));
  const ticker = given === null ? null : tickerOf(given);
  // Bonds and private companies have no ticker of their own, whatever stands in brackets behind their name.
  const inside =
    given === null && name !== null && (type === null || NAMED.has(type)) ? tickerInside(name) : null;
  const notes = [
    given !== null && ticker === null ? 'ticker is not one' : null,
    text.owner === null ? null : 'owner taken from the asset description',
    text.name === null ? 'asset name cannot be told from text of the row before' : null,
  ].filter((note) => note !== null);
  return {
    asset_name: name,
    asset_type: type,
    ticker: ticker ?? inside,
    is_tradable: isTradable(ticker ?? inside, type, name, comment),
    notes,
  };
}

/** Kinds of asset whose name may have the ticker in brackets; of an option it is that of what it is on. */
const NAMED: ReadonlySet<string> = new Set([
  'Stock',
  'Stock Option',
  'Other Securities',
  'Exchange Traded Fund',
  'Mutual Fund',
]);
