import { basename } from 'node:path';
import { intervalOf } from '../../feed/interval.ts';

/** A pair's spot market and its perpetual future have prices and volumes of their own: two series. */
export type BarMarket = 'spot' | 'perpetual';

/** What bars are of. */
export interface BarSeries {
  /**
   * Pair with its exchange, as TradingView writes it: `BINANCE:BTCUSDT`, `BINANCE:BTCUSDT.P` for the perpetual future. A coin of
   * Hyperliquid is `HYPERLIQUID:KPEPE`, its perpetual: the exchange has no spot market of that name.
   */
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
export function barSeries(
  exchange: string,
  symbol: unknown,
  interval: unknown,
  market: BarMarket = 'spot',
): BarSeries | null {
  const length = typeof interval === 'string' ? intervalOf(interval) : null;
  if (typeof symbol !== 'string' || length === null) return null;
  const pair = symbol.replace(/[/_-]/g, '').toUpperCase();
  return /^[A-Z0-9@][A-Z0-9@.:]{0,40}$/.test(pair)
    ? { ticker: `${exchange}:${pair}${market === 'perpetual' ? PERPETUAL : ''}`, interval: length }
    : null;
}

/** TradingView's suffix of perpetual futures. */
const PERPETUAL = '.P';

/**
 * What the name of a file says: `SOL_USDT-4h.json.gz`, `ADABTC-1m-2021-11-27.csv`, `BTCUSDT-1h-ohlc.csv.gz`. Pair first, then
 * the interval. Perpetual futures are `BTC_USDT_USDT-1h-futures.json` in freqtrade (the settlement currency follows the
 * pair) and `BTCUSD_PERP-1h.csv` at data.binance.vision. Other candles that freqtrade stores, of mark prices and funding
 * rates, are no bars of a market: null, as for a name that says no pair.
 */
export function seriesOfFileName(
  file: string,
  exchange: string,
  market: BarMarket = 'spot',
): BarSeries | null {
  const name = basename(file).replace(/\.(?:csv|json)(?:\.gz)?$/i, '');
  const match = /^([A-Za-z0-9.]+?)(?:[_-]([A-Za-z0-9]+))?(?:_([A-Za-z0-9]+))?-(\d+[a-zA-Z]+)(?:-(.*))?$/.exec(
    name,
  );
  if (!match) return null;
  const [, base = '', quote = '', settlement, interval, rest = ''] = match;
  if (/^(?:mark|funding_rate|premiumIndex)$/i.test(rest)) return null;
  const isContract = quote.toUpperCase() === 'PERP';
  const isPerpetual = isContract || settlement !== undefined || rest === 'futures';
  return barSeries(exchange, isContract ? base : base + quote, interval, isPerpetual ? 'perpetual' : market);
}

/**
 * `BTC/USDT` of `BINANCE:BTCUSDT`, `BTC/USDT.P` of its perpetual future; without a known quote currency the symbol alone.
 */
export function displayOf(ticker: string): string {
  const symbol = ticker.slice(ticker.indexOf(':') + 1);
  const suffix = symbol.endsWith(PERPETUAL) ? PERPETUAL : '';
  const pair = symbol.slice(0, symbol.length - suffix.length);
  const quote = QUOTES.find((end) => pair.length > end.length + 1 && pair.endsWith(end));
  return (quote === undefined ? pair : `${pair.slice(0, -quote.length)}/${quote}`) + suffix;
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
