import { isDay } from './trading-day.ts';

/** Kind of the inputs that hold bars of stocks and funds, one a trading day. */
export const STOCK_BAR = 'stock_bar';

/**
 * What a provider's prices are adjusted for:
 *
 * - `raw`: nothing, and splits and dividends are not told.
 * - `raw+events`: nothing, and every bar tells the split and the dividend of its day, so that any adjustment can be made.
 * - `splits`: prices and volume for splits.
 * - `splits+total`: the same, and a second close for dividends too.
 * - `total`: all prices for splits and dividends.
 */
export const PRICE_BASES = ['raw', 'raw+events', 'splits', 'splits+total', 'total'] as const;
export type PriceBasis = (typeof PRICE_BASES)[number];

/** Whether prices of a basis change with what happens after their day. */
export const isAdjusted = (basis: PriceBasis): boolean => basis !== 'raw' && basis !== 'raw+events';

/**
 * The bars of one security as one provider gives them. Adjusted prices of two days of capture are two series: a split in
 * between puts them on different scales, and no bar says so.
 */
export interface StockSeries {
  /** As assets are spelled: `BRK.B`. */
  readonly symbol: string;
  readonly provider: string;
  readonly basis: PriceBasis;
  /** Day up to which splits and dividends are in the prices, `YYYY-MM-DD`; null of a basis that is not adjusted. */
  readonly asOf: string | null;
}

/** Series of the inputs: `AAPL|tiingo|raw+events`, `AAPL|yahoo|splits+total@2024-03-09`. */
export const stockSeriesName = ({ symbol, provider, basis, asOf }: StockSeries): string =>
  [symbol, provider, asOf === null ? basis : `${basis}@${asOf}`].join('|');

/** The inverse of `stockSeriesName`; null for another text. */
export function stockSeriesOf(name: string): StockSeries | null {
  const [symbol, provider, scale = '', ...rest] = name.split('|');
  const [word, asOf = null, ...more] = scale.split('@');
  const basis = PRICE_BASES.find((one) => one === word);
  if (!symbol || !provider || basis === undefined || rest.length + more.length > 0) return null;
  if (isAdjusted(basis) ? asOf === null || !isDay(asOf) : asOf !== null) return null;
  return { symbol, provider, basis, asOf };
}

/** Data of an input of kind `stock_bar`; its key is the trading day. */
export interface StockBarData {
  readonly o: number;
  readonly h: number;
  readonly l: number;
  readonly c: number;
  /** Shares. */
  readonly v: number;
  /** Close adjusted for splits and dividends, of `splits+total`. */
  readonly ac?: number;
  /** Number of trades. */
  readonly n?: number;
  /** Volume-weighted average price. */
  readonly vw?: number;
  /** New shares for an old one where the day is the first after a split, of `raw+events`; absent: none. */
  readonly s?: number;
  /** Dividend a share where the day is the first without it (ex-date), of `raw+events`; absent: none. */
  readonly d?: number;
  /** Currency where it is not USD; null where the provider does not say. */
  readonly cur?: string | null;
  /** Zone of the exchange where it is not New York. */
  readonly tz?: string;
}
