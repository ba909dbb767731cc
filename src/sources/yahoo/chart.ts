import { isObject, type JsonObject } from '../../feed/json.ts';
import { NEW_YORK } from '../../feed/trading-day.ts';
import { numbered } from '../entry-parser.ts';
import { SourceError } from '../format.ts';
import { jsonOf } from '../stock-bars/native-file.ts';
import { stockBarFormat } from '../stock-bars/stock-bar-format.ts';

const COLUMNS = ['open', 'high', 'low', 'close', 'volume'] as const;

/**
 * Yahoo Finance, `GET https://query1.finance.yahoo.com/v8/finance/chart/{symbol}?interval=1d` with parallel arrays. `quote` is adjusted for
 * splits, `adjclose` for dividends too, with "multipliers adhering to CRSP standards" (help.yahoo.com, "What is the adjusted close?"),
 * up to the time of the answer, `meta.regularMarketTime`. `timestamp` is the open of the session in seconds, that of a session
 * that is not over the time of the quote; such a bar is left out. A day without trading has nulls. `events` repeats what
 * the prices contain already.
 */
export const yahooChart = stockBarFormat({
  name: 'yahoo-chart',
  description: 'Yahoo Finance /v8/finance/chart with interval=1d as JSON',
  open(file, text) {
    const json = jsonOf(file, text);
    const chart = isObject(json) && isObject(json.chart) ? json.chart : null;
    const result = Array.isArray(chart?.result) ? chart.result[0] : undefined;
    if (!isObject(result) || !isObject(result.meta))
      throw new SourceError(`${file}: no chart of Yahoo${errorOf(chart)}`);
    const { symbol, currency, exchangeTimezoneName, dataGranularity, regularMarketTime } = result.meta;
    if (dataGranularity !== '1d')
      throw new SourceError(`${file}: bars of ${String(dataGranularity)}, not of a day (1d)`);
    if (
      typeof symbol !== 'string' ||
      typeof regularMarketTime !== 'number' ||
      typeof exchangeTimezoneName !== 'string'
    )
      throw new SourceError(`${file}: meta lacks symbol, regularMarketTime or exchangeTimezoneName`);
    return {
      context: {
        provider: 'yahoo',
        basis: 'splits+total',
        symbol,
        at: new Date(regularMarketTime * 1000).toISOString(),
        ...(currency === 'USD' ? {} : { currency: typeof currency === 'string' ? currency : null }),
        ...(exchangeTimezoneName === NEW_YORK ? {} : { zone: exchangeTimezoneName }),
      },
      entries: numbered('bar', barsOf(file, result)),
    };
  },
  day(raw, { zone }) {
    if (!isObject(raw)) return null;
    const { timestamp, open, high, low, close, volume, adjclose: adjustedClose } = raw;
    const day = typeof timestamp === 'number' ? dayIn(zone ?? NEW_YORK, timestamp) : null;
    return { day, open, high, low, close, volume, adjustedClose };
  },
});

/** The arrays as bars. */
function barsOf(file: string, { timestamp, indicators }: JsonObject): readonly JsonObject[] {
  const [quote, adjusted] = [firstOf(indicators, 'quote'), firstOf(indicators, 'adjclose')];
  const columns: JsonObject = { ...quote, ...(adjusted && { adjclose: adjusted.adjclose }) };
  const times = Array.isArray(timestamp) ? timestamp : [];
  for (const name of Object.keys(columns)) {
    const column = columns[name];
    if (!Array.isArray(column) || column.length !== times.length)
      throw new SourceError(`${file}: ${name} has not as many members as timestamp`);
  }
  const names = [...COLUMNS, ...(adjusted ? ['adjclose'] : [])];
  return times.map((time: unknown, index) => ({
    timestamp: time,
    ...Object.fromEntries(
      names.map((name) => [name, (columns[name] as unknown[] | undefined)?.[index] ?? null]),
    ), // checked above
  }));
}

function firstOf(indicators: unknown, name: string): JsonObject | undefined {
  const list = isObject(indicators) ? indicators[name] : undefined;
  return Array.isArray(list) && isObject(list[0]) ? list[0] : undefined;
}

function errorOf(chart: JsonObject | null): string {
  const error = chart && isObject(chart.error) ? chart.error.description : undefined;
  return typeof error === 'string' ? `: ${error}` : '';
}

function dayIn(timeZone: string, seconds: number): string | null {
  try {
    return new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(
      new Date(seconds * 1000),
    );
  } catch {
    return null; // a zone or a time that is none
  }
}
