import { isObject, type JsonObject } from '../../feed/json.ts';
import { newYorkDay } from '../../feed/new-york-time.ts';
import { numbered } from '../entry-parser.ts';
import { SourceError } from '../format.ts';
import { jsonOf, namedBy } from '../stock-bars/native-file.ts';
import { fetchedAt, stockBarFormat } from '../stock-bars/stock-bar-format.ts';

const COLUMNS = ['t', 'o', 'h', 'l', 'c', 'v'] as const;

/**
 * Finnhub, `GET https://finnhub.io/api/v1/stock/candle?symbol=…&resolution=D` with parallel arrays `{s: "ok", t, o, h, l, c, v}`,
 * `t` in seconds within the session. Daily candles are adjusted for splits up to the day of the request and not for
 * dividends (finnhub.io/docs/api/stock-candles). The answer names no security: the file does, `candle_NVDA.json`.
 */
export const finnhubCandles = stockBarFormat({
  name: 'finnhub-candles',
  description: 'Finnhub /stock/candle with resolution=D as JSON; the name of the file ends with the symbol',
  open(file, text, options) {
    const json = jsonOf(file, text);
    if (!isObject(json) || !Array.isArray(json.t) || !COLUMNS.every((name) => isAsLong(json, name)))
      throw new SourceError(
        `${file}: no candles of Finnhub: must be arrays of one length ${COLUMNS.join(', ')}`,
      );
    const symbol = namedBy(file, /(?:^|[_-])([A-Za-z][A-Za-z.]{0,9})\.json$/, 'candle_NVDA.json');
    return {
      context: { provider: 'finnhub', basis: 'splits', symbol, ...fetchedAt(options) },
      entries: numbered(
        'candle',
        json.t.map(
          (_, index) => Object.fromEntries(COLUMNS.map((name) => [name, (json[name] as unknown[])[index]])), // checked above
        ),
      ),
    };
  },
  day(raw) {
    if (!isObject(raw)) return null;
    const { t, o: open, h: high, l: low, c: close, v: volume } = raw;
    const day = typeof t === 'number' ? newYorkDay(new Date(t * 1000)) : null;
    return { day, open, high, low, close, volume };
  },
});

function isAsLong(json: JsonObject, name: string): boolean {
  const [times, column] = [json.t, json[name]];
  return Array.isArray(times) && Array.isArray(column) && column.length === times.length;
}
