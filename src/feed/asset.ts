/**
 * Canonical symbol of an instrument, so that `BINANCE:BTCUSDT`, `BTC/USDT` and `btc` are one asset `BTC`:
 * upper case, without exchange prefix, settlement suffix and quote currency; share classes with a dot (`BRK.B`).
 * Null for what names no instrument.
 */
export function assetOf(symbol: string | null): string | null {
  if (symbol === null) return null;
  const bare = symbol
    .trim()
    .toUpperCase()
    .replace(/^[^:/]*:/, '')
    .replace(/:.*$/, '')
    .replace(/\.P$/, '');
  if (!/^[A-Z0-9^$][A-Z0-9.\-/_^$=]*$/.test(bare)) return null;
  const [base, quote] = splitPair(bare);
  if (quote !== undefined && QUOTES.has(quote)) return base;
  const glued = GLUED_QUOTES.find((suffix) => bare.length > suffix.length + 1 && bare.endsWith(suffix));
  if (glued !== undefined && quote === undefined) return bare.slice(0, -glued.length);
  return bare.replace(/[-/]([A-Z])$/, '.$1');
}

/** Quote currencies behind a separator. */
const QUOTES = new Set([
  'USDT',
  'USDC',
  'BUSD',
  'FDUSD',
  'TUSD',
  'USD',
  'EUR',
  'GBP',
  'JPY',
  'BTC',
  'ETH',
  'BNB',
  'PERP',
]);
/** Quotes that are unmistakable without a separator; `USD`, `BTC` and `ETH` are not (they end real tickers). */
const GLUED_QUOTES = ['FDUSD', 'USDT', 'USDC', 'BUSD', 'TUSD'];

function splitPair(symbol: string): [string, string | undefined] {
  const at = symbol.search(/[-/_]/);
  return at <= 0 ? [symbol, undefined] : [symbol.slice(0, at), symbol.slice(at + 1)];
}
