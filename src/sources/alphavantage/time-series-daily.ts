import { isObject, type JsonObject } from '../../feed/json.ts';
import { SourceError } from '../format.ts';
import { jsonOf, namedBy, rowsOf } from '../stock-bars/native-file.ts';
import { fetchedAt, stockBarFormat } from '../stock-bars/stock-bar-format.ts';

const SERIES = 'Time Series (Daily)';
const ADJUSTED = [
  'timestamp',
  'open',
  'high',
  'low',
  'close',
  'volume',
  'dividend_amount',
  'split_coefficient',
];

/**
 * Alpha Vantage, `GET https://www.alphavantage.co/query?function=TIME_SERIES_DAILY` and `…_ADJUSTED`, JSON or `datatype=csv`, newest day
 * first, numbers as text. Both give prices and volume as traded ("raw (as-traded)", alphavantage.co/documentation); the adjusted
 * one tells besides the dividend and the split coefficient of each day, and a close for both, which is left out: it changes
 * with every dividend, and follows from the rest. JSON names the security, of a table the file does: `daily_adjusted_AAPL.csv`.
 */
export const alphaVantageDaily = stockBarFormat({
  name: 'alphavantage-daily',
  description: 'Alpha Vantage TIME_SERIES_DAILY and TIME_SERIES_DAILY_ADJUSTED as JSON or CSV',
  open(file, text, options) {
    const about = { provider: 'alphavantage', ...fetchedAt(options) };
    if (!/^\s*\{/.test(text)) {
      const symbol = namedBy(file, /(?:^|[_-])([A-Za-z][A-Za-z0-9.-]{0,9})\.csv$/, 'daily_adjusted_AAPL.csv');
      const isAdjusted = text.slice(0, 200).includes('split_coefficient');
      const entries = rowsOf(file, text, isAdjusted ? ADJUSTED : ADJUSTED.slice(0, 6));
      return { context: { ...about, symbol, basis: isAdjusted ? 'raw+events' : 'raw' }, entries };
    }
    const json = jsonOf(file, text);
    const meta = isObject(json) ? json['Meta Data'] : undefined;
    const days = isObject(json) ? json[SERIES] : undefined;
    const symbol = isObject(meta) ? meta['2. Symbol'] : undefined;
    if (typeof symbol !== 'string' || !isObject(days)) {
      // Over the limit of calls it answers with a text: {"Note": "…"} or {"Information": "…"}.
      const said = isObject(json)
        ? Object.values(json).find((value) => typeof value === 'string')
        : undefined;
      throw new SourceError(`${file}: no ${SERIES} of Alpha Vantage${said === undefined ? '' : `: ${said}`}`);
    }
    const list = Object.entries(days).map(([timestamp, day]) => ({
      at: timestamp,
      raw: plain(timestamp, day),
    }));
    const isAdjusted = list.some(({ raw }) => Object.hasOwn(raw, 'split_coefficient'));
    return { context: { ...about, symbol, basis: isAdjusted ? 'raw+events' : 'raw' }, entries: list };
  },
  day(raw) {
    if (!isObject(raw)) return null;
    const { timestamp, open, high, low, close, volume } = raw;
    const { dividend_amount: dividend, split_coefficient } = raw;
    const split = split_coefficient === undefined ? undefined : ratioOf(split_coefficient);
    return { day: String(timestamp), open, high, low, close, volume, dividend, split };
  },
});

/** Some splits are written as the inverse of a rounded fraction: 7-for-1 as 7.00000700001, which is 1 / 0.142857. */
function ratioOf(coefficient: unknown): unknown {
  const number = Number(coefficient);
  for (let old = 1; old <= MOST_OLD_SHARES; old += 1) {
    const simple = Math.round(number * old) / old;
    if (simple > 0 && Math.abs(simple / number - 1) < ROUNDING) return simple;
  }
  return coefficient;
}

const MOST_OLD_SHARES = 20;
const ROUNDING = 2e-6;

/** `4. close` of JSON as `close` of a table: the numbers differ by function, the words do not. */
const plain = (timestamp: string, day: unknown): JsonObject => ({
  timestamp,
  ...Object.fromEntries(
    Object.entries(isObject(day) ? day : {}).map(([name, value]) => [
      name.replace(/^\d+\. /, '').replaceAll(' ', '_'),
      value,
    ]),
  ),
});
