import { isObject } from '../../feed/json.ts';
import { dayBeginningAt } from '../../feed/trading-day.ts';
import { numbered } from '../entry-parser.ts';
import { SourceError } from '../format.ts';
import { jsonOf } from '../stock-bars/native-file.ts';
import { fetchedAt, stockBarFormat } from '../stock-bars/stock-bar-format.ts';

/**
 * Polygon (now Massive), `GET https://api.polygon.io/v2/aggs/ticker/{ticker}/range/1/day/{from}/{to}` with `{ticker, adjusted,
 * results: [{t, o, h, l, c, v, n, vw}]}`, and `/v2/aggs/grouped/locale/us/market/stocks/{date}`, whose results have their
 * ticker in `T`. `t` is midnight in New York, in ms; the grouped answer of a day has its close there. `adjusted: true`, the
 * default, is adjusted for splits up to the day of the request and not for dividends; `false` is as traded
 * (massive.com/docs, Custom bars).
 */
export const polygonAggregates = stockBarFormat({
  name: 'polygon-aggregates',
  description: 'Polygon (Massive) /v2/aggs: daily bars of a ticker, or of all tickers of a day, as JSON',
  open(file, text, options) {
    const json = jsonOf(file, text);
    if (!isObject(json) || typeof json.adjusted !== 'boolean' || !Array.isArray(json.results ?? []))
      throw new SourceError(`${file}: no aggregates of Polygon: must be {"adjusted": …, "results": […]}`);
    const { ticker, adjusted, results } = json;
    const symbol = typeof ticker === 'string' ? { symbol: ticker } : {};
    const basis = adjusted ? ('splits' as const) : ('raw' as const);
    return {
      context: { provider: 'polygon', basis, ...symbol, ...fetchedAt(options) },
      entries: numbered('result', (results ?? []) as unknown[]), // checked above
    };
  },
  day(raw) {
    if (!isObject(raw)) return null;
    const { t, T: symbol, o: open, h: high, l: low, c: close, v: volume, n: trades, vw: averagePrice } = raw;
    const day = typeof t === 'number' ? dayOf(t, symbol !== undefined) : null;
    return { day, symbol, open, high, low, close, volume, trades, averagePrice };
  },
});

const HOUR_MS = 3_600_000;

/** The answer for all tickers of a day is stamped with 16:00 of New York. */
const dayOf = (ms: number, isGrouped: boolean): string | null =>
  dayBeginningAt(new Date(ms)) ?? (isGrouped ? dayBeginningAt(new Date(ms - 16 * HOUR_MS)) : null);
