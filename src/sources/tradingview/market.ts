import { type AssetKind, assetKey, assetOf } from '../../feed/asset.ts';
import { CRYPTO_EXCHANGES, splitExchange, US_EXCHANGES } from '../../feed/exchanges.ts';
import { kindOfPair, pairOf } from '../../feed/pair-symbol.ts';

/** What a ticker of TradingView names. */
export interface Market {
  /** As the signal feed shows it: `BTC/USDT`, `AAPL`, `ASX:CRN`. */
  readonly symbol: string;
  /** Key of the asset. */
  readonly asset: string;
  /** Null where the ticker does not say: `COMP` is a coin and a company. */
  readonly type: AssetKind | null;
  /** A perpetual future: its price is not that of the pair's spot market. */
  readonly isPerpetual: boolean;
}

/** Quotes of a pair written in one word on an exchange for crypto; longer ones first. */
const QUOTES = ['FDUSD', 'USDT', 'USDC', 'BUSD', 'TUSD', 'USD', 'EUR', 'GBP', 'BTC', 'ETH'];
/** These end no ticker of a company. */
const STABLE = ['FDUSD', 'USDT', 'USDC', 'BUSD', 'TUSD'];

/**
 * `BINANCE:BTCUSDT`, `BTCUSDT.P`, `BTC/USDT`, `COINBASE:BTCUSD`, `NASDAQ:AAPL`; null for what names no instrument. Perpetual futures
 * end in `.P` (TradingView) or name their settlement currency (`BTC/USDT:USDT`, ccxt and freqtrade); a coin of Hyperliquid
 * without a quote is one. A stock of an exchange outside the United States keeps it in front: `ASX:CRN` is not `CRN` of
 * New York.
 */
export function marketOf(ticker: string): Market | null {
  const upper = ticker.trim().toUpperCase();
  const { exchange, rest } = splitExchange(upper);
  const bare = rest.replace(/:.*$/, '').replace(/\.P$/, '');
  if (exchange !== null && US_EXCHANGES.has(exchange)) return market(bare, 'stock', false);
  const isPerpetual = bare !== rest || (exchange === 'HYPERLIQUID' && !/[@/]/.test(bare));
  const isCrypto = exchange !== null && CRYPTO_EXCHANGES.has(exchange);
  const [base, quote, ...more] = bare.split(/[-/_]/);
  if (base && quote && more.length === 0 && (isCrypto || pairOf(bare) !== null)) {
    return market(`${base}/${quote}`, isCrypto ? 'crypto' : kindOfPair(bare), isPerpetual);
  }
  const glued = (isCrypto ? QUOTES : STABLE).find(
    (end) => bare.endsWith(end) && bare.length > end.length + 1,
  );
  if (glued !== undefined) return market(`${bare.slice(0, -glued.length)}/${glued}`, 'crypto', isPerpetual);
  if (isCrypto) return market(bare, 'crypto', isPerpetual);
  return market(exchange === null ? bare : `${exchange}:${bare}`, null, isPerpetual);
}

function market(symbol: string, type: Market['type'], isPerpetual: boolean): Market | null {
  const asset = assetOf(symbol, type);
  return asset && { symbol, asset: assetKey(asset), type, isPerpetual };
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
