/** Exchanges of the United States as tickers name them in front: a security is the same on all of them. */
export const US_EXCHANGES: ReadonlySet<string> = new Set([
  'NASDAQ',
  'NASDAQGS',
  'NASDAQGM',
  'NASDAQCM',
  'NYSE',
  'NYSEARCA',
  'NYSEAMERICAN',
  'NYSEMKT',
  'AMEX',
  'ARCA',
  'BATS',
  'CBOE',
  'IEX',
  'OTC',
  'OTCBB',
  'OTCMKTS',
  'OTCQB',
  'OTCQX',
  'PINK',
]);

/** Exchanges for coins, and TradingView's indexes of coins (`CRYPTO`). */
export const CRYPTO_EXCHANGES: ReadonlySet<string> = new Set([
  'BINANCE',
  'BINANCEUS',
  'BITFINEX',
  'BITGET',
  'BITMEX',
  'BITSTAMP',
  'BYBIT',
  'COINBASE',
  'CRYPTO',
  'CRYPTOCOM',
  'DERIBIT',
  'GATEIO',
  'GEMINI',
  'HTX',
  'HYPERLIQUID',
  'KRAKEN',
  'KUCOIN',
  'MEXC',
  'OKX',
  'PHEMEX',
  'POLONIEX',
]);

/** The exchange in front of a colon, upper case, and what follows it: `NYSE: GLS` is `NYSE` and `GLS`. */
export function splitExchange(text: string): { readonly exchange: string | null; readonly rest: string } {
  const [, exchange, rest] = /^([A-Za-z0-9]+)\s*:\s*(.*)$/.exec(text) ?? [];
  return exchange === undefined || rest === undefined
    ? { exchange: null, rest: text }
    : { exchange: exchange.toUpperCase(), rest };
}
