import { basename } from 'node:path';
import { intervalOf } from './interval.ts';

/** What bars are of. */
export interface BarSeries {
  /** Pair with its exchange, as TradingView writes it: `BINANCE:BTCUSDT`; a Hyperliquid coin is `HYPERLIQUID:KPEPE`. */
  readonly ticker: string;
  /** As `intervalOf` spells it: `4h`. */
  readonly interval: string;
}

/** Series of the inputs of kind `bar`: `BINANCE:BTCUSDT|1h`. */
export const barSeriesName = ({ ticker, interval }: BarSeries): string => `${ticker}|${interval}`;

/** The inverse of `barSeriesName`; null for another text. */
export function barSeriesOf(name: string): BarSeries | null {
  const [ticker, interval, ...rest] = name.split('|');
  if (!ticker || interval === undefined || rest.length > 0 || intervalOf(interval) !== interval) return null;
  return { ticker, interval };
}

/** The series of a symbol as exchanges and libraries write it (`BTC_USDT`, `SOL/USDT`, `kPEPE`); null where it is none. */
export function barSeries(exchange: string, symbol: unknown, interval: unknown): BarSeries | null {
  const length = typeof interval === 'string' ? intervalOf(interval) : null;
  if (typeof symbol !== 'string' || length === null) return null;
  const pair = symbol.replace(/[/_-]/g, '').toUpperCase();
  return /^[A-Z0-9@][A-Z0-9@.:]{0,40}$/.test(pair)
    ? { ticker: `${exchange}:${pair}`, interval: length }
    : null;
}

/**
 * What the name of a file says: `SOL_USDT-4h.json.gz`, `ADABTC-1m-2021-11-27.csv`, `BTCUSDT-1h-ohlc.csv.gz`. Pair first,
 * then the interval; what follows is of no account.
 */
export function seriesOfFileName(file: string, exchange: string): BarSeries | null {
  const name = basename(file).replace(/\.(?:csv|json)(?:\.gz)?$/i, '');
  const [, pair, interval] = /^([A-Za-z0-9.]+(?:[_-][A-Za-z0-9]+)?)-(\d+[a-zA-Z]+)(?:-.*)?$/.exec(name) ?? [];
  return barSeries(exchange, pair, interval);
}

/** `BTC/USDT` of `BINANCE:BTCUSDT`; without a known quote currency the symbol alone. */
export function displayOf(ticker: string): string {
  const pair = ticker.slice(ticker.indexOf(':') + 1);
  const quote = QUOTES.find((suffix) => pair.length > suffix.length + 1 && pair.endsWith(suffix));
  return quote === undefined ? pair : `${pair.slice(0, -quote.length)}/${quote}`;
}

/** Longer ones before those that end them. */
const QUOTES = [
  'FDUSD',
  'TUSD',
  'BUSD',
  'USDT',
  'USDC',
  'USD',
  'EUR',
  'GBP',
  'TRY',
  'JPY',
  'BTC',
  'ETH',
  'BNB',
];
