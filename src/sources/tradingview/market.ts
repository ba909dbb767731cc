import { assetOf } from '../../feed/asset.ts';

/** What a ticker of TradingView names. */
export interface Market {
  /** As the signal feed shows it: `BTC/USDT`, `AAPL`. */
  readonly symbol: string;
  /** Canonical symbol, see `assetOf`. */
  readonly asset: string;
  /** Null where the ticker does not say: `COMP` is a coin and a company. */
  readonly type: 'crypto' | 'stock' | null;
  /** A perpetual future: its price is not that of the pair's spot market. */
  readonly isPerpetual: boolean;
}

const STOCK_EXCHANGES = new Set(['NASDAQ', 'NYSE', 'AMEX', 'ARCA', 'NYSEARCA', 'BATS', 'CBOE', 'OTC']);
const CRYPTO_EXCHANGES = new Set([
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
/** Quotes of a pair written in one word on an exchange for crypto; longer ones first. */
const QUOTES = ['FDUSD', 'USDT', 'USDC', 'BUSD', 'TUSD', 'USD', 'EUR', 'GBP', 'BTC', 'ETH'];
/** These end no ticker of a company. */
const STABLE = ['FDUSD', 'USDT', 'USDC', 'BUSD', 'TUSD'];

/**
 * `BINANCE:BTCUSDT`, `BTCUSDT.P`, `BTC/USDT`, `COINBASE:BTCUSD`, `NASDAQ:AAPL`; null for what names no instrument. Perpetual futures
 * end in `.P` (TradingView) or name their settlement currency (`BTC/USDT:USDT`, ccxt and freqtrade); a coin of Hyperliquid
 * without a quote is one.
 */
export function marketOf(ticker: string): Market | null {
  const upper = ticker.trim().toUpperCase();
  const exchange = /^([^:/]+):/.exec(upper)?.[1] ?? null;
  const named = upper.slice(exchange === null ? 0 : exchange.length + 1);
  const bare = named.replace(/:.*$/, '').replace(/\.P$/, '');
  if (exchange !== null && STOCK_EXCHANGES.has(exchange)) return market(bare, 'stock', false);
  const isPerpetual = bare !== named || (exchange === 'HYPERLIQUID' && !/[@/]/.test(bare));
  const isCrypto = exchange !== null && CRYPTO_EXCHANGES.has(exchange);
  const [base, quote, ...more] = bare.split(/[-/_]/);
  if (base && quote && more.length === 0 && (isCrypto || assetOf(bare) === base)) {
    return market(`${base}/${quote}`, 'crypto', isPerpetual);
  }
  const glued = (isCrypto ? QUOTES : STABLE).find(
    (end) => bare.endsWith(end) && bare.length > end.length + 1,
  );
  if (glued !== undefined) {
    return market(`${bare.slice(0, -glued.length)}/${glued}`, 'crypto', isPerpetual);
  }
  return market(bare, isCrypto ? 'crypto' : null, isPerpetual);
}

function market(symbol: string, type: Market['type'], isPerpetual: boolean): Market | null {
  const asset = assetOf(symbol);
  return asset === null ? null : { symbol, asset, type, isPerpetual };
}

/** `60` minutes, `1h`, `D`, `1W` as bar lengths are written elsewhere: `1h`, `1d`, `1w`; null for anything else. */
export function timeframeOf(interval: string): string | null {
  const match = /^(\d{1,4})?\s*(S|MIN|H|D|W|M|mo|m|s|min|h|d|w)?$/.exec(interval.trim());
  if (!match || interval.trim() === '') return null;
  const count = Number(match[1] ?? 1);
  const unit = match[2] ?? 'm';
  if (count === 0) return null;
  if (unit === 'M' || unit === 'mo') return `${count}mo`;
  const letter = unit.charAt(0).toLowerCase();
  if (letter !== 'm') return `${count}${letter}`;
  if (count % 1440 === 0) return `${count / 1440}d`;
  return count % 60 === 0 ? `${count / 60}h` : `${count}m`;
}
