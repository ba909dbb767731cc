import { isObject } from '../../feed/json.ts';
import { numbered } from '../entry-parser.ts';
import { SourceError } from '../format.ts';
import { jsonOf, namedBy, rowsOf } from '../stock-bars/native-file.ts';
import { fetchedAt, stockBarFormat } from '../stock-bars/stock-bar-format.ts';

/**
 * Tiingo, `GET https://api.tiingo.com/tiingo/daily/{ticker}/prices`, JSON or `format=csv`: a day with `open`, `high`, `low`, `close`
 * and `volume` as traded, `divCash` and `splitFactor` at the ex-date, and all prices once more as `adj…` "by the standard method
 * set forth by CRSP" (api.tiingo.com/documentation/end-of-day). Those are left out: they change with every dividend, and
 * follow from the rest. The answer names no security: the file does, `AAPL_daily_2018.csv`.
 */
export const tiingoDaily = stockBarFormat({
  name: 'tiingo-daily',
  description:
    'Tiingo /tiingo/daily/{ticker}/prices as JSON or CSV; the name of the file begins with the symbol',
  open(file, text, options) {
    const symbol = namedBy(file, /^([A-Za-z][A-Za-z0-9.-]{0,9})(?:_.*)?\.(?:json|csv)$/, 'AAPL_daily.csv');
    const context = { provider: 'tiingo', basis: 'raw+events' as const, symbol, ...fetchedAt(options) };
    if (!/^\s*[[{]/.test(text)) {
      return { context, entries: rowsOf(file, text, ['date', 'close', 'divcash', 'splitfactor']) };
    }
    const json = jsonOf(file, text);
    if (!Array.isArray(json) || !json.every((one) => isObject(one) && Object.hasOwn(one, 'splitFactor')))
      throw new SourceError(`${file}: no daily prices of Tiingo: must be an array of days with splitFactor`);
    return { context, entries: numbered('record', json) };
  },
  day(raw) {
    if (!isObject(raw)) return null;
    const { date, open, high, low, close, volume, divCash, divcash, splitFactor, splitfactor } = raw;
    const day = typeof date === 'string' ? date : null;
    const [dividend, split] = [divCash ?? divcash, splitFactor ?? splitfactor];
    return { day, open, high, low, close, volume, dividend, split };
  },
});
