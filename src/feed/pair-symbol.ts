import { splitExchange } from './exchanges.ts';

/** A pair as markets write it. */
export interface Pair {
  readonly base: string;
  readonly quote: string;
}

/** Currencies of states. */
const FIAT = ['USD', 'EUR', 'GBP', 'JPY', 'CHF', 'AUD', 'CAD', 'NZD', 'TRY', 'BRL', 'KRW'] as const;
/** Tokens that stand for a dollar; longer ones before those that end them. Unmistakable without a separator. */
const STABLE = ['FDUSD', 'USDT', 'USDC', 'BUSD', 'TUSD'] as const;
const QUOTES: ReadonlySet<string> = new Set([...FIAT, ...STABLE, 'BTC', 'ETH', 'BNB', 'PERP']);
const FIATS: ReadonlySet<string> = new Set(FIAT);
const METALS: ReadonlySet<string> = new Set(['XAU', 'XAG', 'XPT', 'XPD']);

/** The pair of `BTC/USDT`, `BTC-USD`, `BTC_USDT`: a known quote behind a separator; null without. Upper case comes in. */
export function pairOf(symbol: string): Pair | null {
  const at = symbol.search(/[-/_]/);
  const quote = symbol.slice(at + 1);
  return at > 0 && QUOTES.has(quote) ? { base: symbol.slice(0, at), quote } : null;
}

/**
 * What trades in a market, as exchanges write it: `BTC` of `BINANCE:BTCUSDT`, `BTC/USDT`, `BTC/USDT:USDT`, `BTCUSDT.P` and
 * `BTC-USD`; null for what names none. `USD`, `BTC` and `ETH` count as a quote behind a separator alone, for they end
 * names of coins as well.
 */
export function marketBase(text: string): string | null {
  const bare = bareMarket(text);
  const symbol = pairOf(bare)?.base;
  if (symbol !== undefined) return coinSymbol(symbol);
  const stripped = withoutStable(bare);
  return coinSymbol(pairOf(stripped)?.base ?? stripped);
}

/** A coin by its own symbol, which is no pair: `btc` is `BTC`, `steakUSDC` is `STEAKUSDC`; null for what is none. */
export function coinSymbol(text: string): string | null {
  const symbol = text.trim().toUpperCase();
  return /^[\p{L}\p{N}$][\p{L}\p{M}\p{N}.\-_$/+]{0,39}$/u.test(symbol) ? symbol : null;
}

/** `EUR/USD` of `FX:EURUSD`, `EUR-USD`, `EURUSD=X`; null for what is no pair of two currencies. */
export function currencyPair(text: string): string | null {
  const bare = bareMarket(text).replace(/=X$/, '');
  const [, base, quote] = /^([A-Z]{3})[-/_]?([A-Z]{3})$/.exec(bare) ?? [];
  return base === undefined ? null : `${base}/${quote}`;
}

/** Upper case, without exchange in front and settlement or perpetual behind. */
function bareMarket(text: string): string {
  const { rest } = splitExchange(text.trim().toUpperCase());
  return rest.replace(/:.*$/, '').replace(/\.P$/, '');
}

function withoutStable(symbol: string): string {
  const glued = STABLE.find((quote) => symbol.length > quote.length + 1 && symbol.endsWith(quote));
  return glued === undefined ? symbol : withoutStable(symbol.slice(0, -glued.length));
}

/** What a pair says of its kind: of two currencies, of a metal, else of a coin; null for a symbol that is no pair. */
export function kindOfPair(text: string): 'forex' | 'commodity' | 'crypto' | null {
  const bare = bareMarket(text);
  const pair = pairOf(bare);
  if (pair === null) return withoutStable(bare) === bare && !/\.P$/i.test(text.trim()) ? null : 'crypto';
  if (METALS.has(pair.base)) return 'commodity';
  return FIATS.has(pair.base) && FIATS.has(pair.quote) ? 'forex' : 'crypto';
}
