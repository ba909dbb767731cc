import { CRYPTO_EXCHANGES, splitExchange, US_EXCHANGES } from './exchanges.ts';
import { coinSymbol, currencyPair, kindOfPair, marketBase } from './pair-symbol.ts';
import { securitySymbol } from './security-symbol.ts';

/** Classes of instrument as feeds name them; kinds of asset are fewer, since a fund is listed as a stock is. */
export const ASSET_CLASSES = ['crypto', 'stock', 'etf', 'index', 'forex', 'commodity'] as const;
export type AssetClass = (typeof ASSET_CLASSES)[number];

/** Kinds of asset, in the order in which a bare symbol is looked up. Whatever a company or fund lists is a `stock`. */
export const ASSET_KINDS = ['stock', 'crypto', 'forex', 'commodity'] as const;
export type AssetKind = (typeof ASSET_KINDS)[number];

/**
 * What rows of all feeds are joined by. The same symbol in two kinds is two assets: `META` is a company and a coin. One
 * symbol of one kind is one asset, whatever each feed calls it.
 */
export interface Asset {
  readonly kind: AssetKind;
  /** Its one spelling: `BRK.B`, `BTC`, `EUR/USD`. */
  readonly symbol: string;
}

/** Both in one text, which rows carry: `stock:META`, `crypto:META`. */
export const assetKey = ({ kind, symbol }: Asset): string => `${kind}:${symbol}`;

/** The inverse of `assetKey`; null for another text. */
export function assetOfKey(key: string): Asset | null {
  const at = key.indexOf(':');
  const kind = ASSET_KINDS.find((one) => one === key.slice(0, at));
  const symbol = key.slice(at + 1);
  return kind === undefined || symbol === '' ? null : { kind, symbol };
}

/** The symbol in a key: `META` of `stock:META`. */
export const symbolOfKey = (key: string): string => key.slice(key.indexOf(':') + 1);

/**
 * The asset that a symbol names in any spelling; null for a text that names none. Where the kind is not known the symbol
 * decides (`kindIn`), and a bare one is taken as a stock's: a coin is never joined with a company by its letters.
 */
export function assetOf(symbol: string | null, kind: AssetKind | null): Asset | null {
  if (symbol === null) return null;
  const known = kind ?? kindIn(symbol) ?? 'stock';
  const spelled = SPELLING[known](symbol);
  return spelled === null ? null : { kind: known, symbol: spelled };
}

/** The key of the company or fund that a ticker names; null for a text that names none. */
export function stockKey(ticker: string): string | null {
  const stock = assetOf(ticker, 'stock');
  return stock && assetKey(stock);
}

/** A coin by its own symbol, as a directory of coins gives it; null for a text that is none. */
export function coinOf(symbol: string | null): Asset | null {
  const spelled = symbol === null ? null : coinSymbol(symbol);
  return spelled === null ? null : { kind: 'crypto', symbol: spelled };
}

/**
 * Keys of the assets that a symbol may mean, the likeliest first: those of the kind that is asked for; else of the kind
 * that the symbol states; else a stock before a coin.
 */
export function meanings(symbol: string, kind: AssetKind | null): readonly string[] {
  const stated = kind ?? kindIn(symbol);
  const { exchange } = splitExchange(symbol.trim());
  // No coin trades at an exchange that is none for coins: `ASX:CRN` is no coin CRN.
  const isCoin = exchange === null || CRYPTO_EXCHANGES.has(exchange);
  const kinds = stated === null ? ASSET_KINDS.filter((one) => isCoin || one !== 'crypto') : [stated];
  const assets = kinds.flatMap((one) => [
    one === 'crypto' ? coinOf(symbol) : null, // by its own symbol, which may look like a pair
    assetOf(symbol, one),
  ]);
  return [...new Set(assets.flatMap((asset) => (asset === null ? [] : [assetKey(asset)])))];
}

/** Whether a text is written as names are and symbols are not: `Bitcoin`, `Apple Inc.`; there is a coin `BITCOIN`, too. */
export const isWrittenAsName = (text: string): boolean => /^\s*\p{Lu}\p{Ll}/u.test(text);

const SPELLING: Readonly<Record<AssetKind, (symbol: string) => string | null>> = {
  stock: securitySymbol,
  crypto: marketBase,
  forex: (symbol) => currencyPair(symbol) ?? pairOrBase(marketBase(symbol)),
  commodity: marketBase,
};

/** What is left of a market may be a pair itself: of `EURUSDUSDT` it is `EURUSD`, which is `EUR/USD`. */
const pairOrBase = (base: string | null): string | null => base && (currencyPair(base) ?? base);

/**
 * The kind that a symbol states itself, by its exchange or because it is a pair: `NASDAQ:AAPL` is a stock, `BTC/USDT`,
 * `BTCUSDT` and `BINANCE:BTC` a coin, `EUR/USD` a currency; null for a bare one.
 */
export function kindIn(symbol: string): AssetKind | null {
  const { exchange } = splitExchange(symbol.trim());
  if (exchange !== null && CRYPTO_EXCHANGES.has(exchange)) return 'crypto';
  if (exchange !== null && US_EXCHANGES.has(exchange)) return 'stock';
  return kindOfPair(symbol);
}

/**
 * The kind that a word of a source means: `crypto`, `Cryptocurrency`, `etf`, `Stock Option`; null for another word and for
 * none. What a company owes (bonds) and what is derived of its stock counts with the company.
 */
export function kindOfWord(word: string | null): AssetKind | null {
  const [, kind] = WORDS.find(([pattern]) => pattern.test(word ?? '')) ?? [];
  return kind ?? null;
}

const WORDS: readonly (readonly [RegExp, AssetKind])[] = [
  [/crypto|\bcoins?\b|\btokens?\b/i, 'crypto'],
  [/forex|\bfx\b|currenc/i, 'forex'],
  [/commodit|\bmetals?\b/i, 'commodity'],
  [/stock|equit|\betfs?\b|\betns?\b|\bfunds?\b|\badrs?\b|shares?\b/i, 'stock'],
];
