import { LISTED_NAMES } from '../../feed/listed-symbols.ts';
import { issuerWords } from '../../feed/search-text.ts';
import { securitySymbol } from '../../feed/security-symbol.ts';
import type { CongressTrade } from '../../feeds/congress/feed.ts';
import type { References } from '../format.ts';
import { DIRECTORY_CAPTURES } from './listing.ts';

/**
 * The symbol by which a trade of Congress is joined, where it is another than the report's. Reports have a symbol and a name, no number
 * of the company; so
 *
 * - a class without its mark is the class that a directory lists: `BRKB` is `BRK.B`;
 * - a symbol that the directories give to wholly different names was another company's when the trade was long before them: `FB.OLD`
 *   is Facebook, for `FB` is a fund since 2025.
 *
 * Worked out anew with each capture of a directory.
 */
export function createTradeSymbols(references: References): (trade: CongressTrade) => CongressTrade {
  const names = listedNames(references);
  const marked = new Map([...names.keys()].flatMap((symbol) => withoutMark(symbol) ?? []));
  const capturedAt = firstCapture(references);
  return (trade) => {
    const own = trade.ticker === null ? null : securitySymbol(trade.ticker);
    if (own === null) return joinedBy(trade, null, null);
    const holders = names.get(own);
    if (holders === undefined) return joinedBy(trade, own, marked.get(own) ?? null);
    const isOther =
      isLongBefore(trade.transaction_date, capturedAt) &&
      holders.every((name) => differ(trade.asset_name, name));
    return joinedBy(trade, own, isOther ? `${own}.OLD` : null);
  };
}

/** The kinds of reference it looks at. */
export const TRADE_SYMBOL_KINDS = [DIRECTORY_CAPTURES, LISTED_NAMES] as const;

function joinedBy(trade: CongressTrade, own: string | null, asset_symbol: string | null): CongressTrade {
  return {
    ...trade,
    asset_symbol,
    filed_symbol: asset_symbol === null ? null : own,
    former_name: asset_symbol?.endsWith('.OLD') ? trade.asset_name : null,
  };
}

/** `BRKB` with the `BRK.B` that it may stand for. */
function withoutMark(symbol: string): readonly [readonly [string, string]] | null {
  const [, stem, series] = /^([A-Z]{1,4})\.([A-Z])$/.exec(symbol) ?? [];
  return stem === undefined || series === undefined ? null : [[stem + series, symbol]];
}

/** When a directory of stocks was first captured; null when none was. */
function firstCapture(references: References): Date | null {
  const captures = [...(references.get(DIRECTORY_CAPTURES)?.keys() ?? [])]
    .map((key) => key.split('|'))
    .filter(([directory]) => directory !== 'coingecko')
    .map(([, at = '']) => at);
  const [first] = captures.sort();
  return first === undefined ? null : new Date(first);
}

function listedNames(references: References): ReadonlyMap<string, readonly string[]> {
  const names = new Map<string, readonly string[]>();
  for (const [symbol, value] of references.get(LISTED_NAMES) ?? []) {
    const spelled = securitySymbol(symbol);
    const own = value as readonly string[]; // as the store reads it out of the listings
    if (spelled !== null) names.set(spelled, [...(names.get(spelled) ?? []), ...own]);
  }
  return names;
}

/** A name that is older than this is not held against today's: companies change theirs, and reports shorten them. */
const YEAR_MS = 365 * 86_400_000;

const isLongBefore = (day: string | null, capturedAt: Date | null): boolean =>
  day !== null &&
  capturedAt !== null &&
  Date.parse(`${day.slice(0, 10)}T00:00:00Z`) < capturedAt.getTime() - YEAR_MS;

/** Whether two names have no word in common, not even the beginning of one: `Wal-Mart Stores` and `Walmart Inc.` have. */
function differ(one: string | null, other: string): boolean {
  const [a, b] = [issuerWords(one ?? ''), issuerWords(other)];
  if (a.length === 0 || b.length === 0) return false;
  return !a.some((x) => b.some((y) => beginAlike(x, y))) && !beginAlike(a.join(''), b.join(''));
}

/** By four letters, or all three of a shorter word. */
function beginAlike(one: string, other: string): boolean {
  const letters = Math.min(4, one.length, other.length);
  return one === other || (letters >= 3 && one.slice(0, letters) === other.slice(0, letters));
}
