import { intervalOf } from './interval.ts';

/** Kind of the inputs that hold prices of prediction markets over a stretch of time, as their platform has them. */
export const MARKET_BAR = 'market_bar';

/** Series of the inputs: `kalshi:KXELONMARS-99|1d`, the id of the market and the length of its bars. */
export const marketBarSeries = (market: string, interval: string): string => `${market}|${interval}`;

/** The inverse of `marketBarSeries`; null for another text. */
export function marketOfBars(series: string): { readonly market: string; readonly interval: string } | null {
  const at = series.lastIndexOf('|');
  const [market, interval] = [series.slice(0, at), series.slice(at + 1)];
  return at > 0 && intervalOf(interval) === interval ? { market, interval } : null;
}
