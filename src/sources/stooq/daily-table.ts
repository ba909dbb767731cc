import { isObject } from '../../feed/json.ts';
import { namedBy, rowsOf } from '../stock-bars/native-file.ts';
import { fetchedAt, stockBarFormat } from '../stock-bars/stock-bar-format.ts';

/**
 * Stooq, `https://stooq.com/q/d/l/?s=aapl.us&i=d`: a table Date,Open,High,Low,Close,Volume, downloaded as `aapl_us_d.csv`. Prices
 * are adjusted for splits and dividends in all columns up to the day of the download, volume for splits, which makes it
 * fractional. Files of exchanges in the United States alone are read (`_us_d`): of others the currency is not known.
 */
export const stooqDaily = stockBarFormat({
  name: 'stooq-daily',
  description: 'Stooq daily CSV, named as it is downloaded (aapl_us_d.csv)',
  open(file, text, options) {
    const entries = rowsOf(file, text, ['date', 'open', 'high', 'low', 'close', 'volume']);
    const symbol = namedBy(file, /^([a-z0-9.-]+)_us_d\.csv$/i, 'aapl_us_d.csv');
    return { context: { provider: 'stooq', basis: 'total', symbol, ...fetchedAt(options) }, entries };
  },
  day(raw) {
    if (!isObject(raw)) return null;
    const { date, open, high, low, close, volume } = raw;
    return { day: String(date), open, high, low, close, volume };
  },
});
