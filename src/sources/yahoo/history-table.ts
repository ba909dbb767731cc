import { isObject } from '../../feed/json.ts';
import { namedBy, rowsOf } from '../stock-bars/native-file.ts';
import { fetchedAt, stockBarFormat } from '../stock-bars/stock-bar-format.ts';

/**
 * Yahoo Finance's download of historical data: a table Date,Open,High,Low,Close,Adj Close,Volume, named `AAPL.csv`. Prices and volume are
 * adjusted for splits, `Adj Close` for dividends too, up to the day of the download, as in its chart. Symbols with the suffix of
 * an exchange (`MUV2.DE`) are left to the chart, which says zone and currency. A day without trading has `null`.
 */
export const yahooHistory = stockBarFormat({
  name: 'yahoo-history',
  description: 'Yahoo Finance history CSV, named as it is downloaded (AAPL.csv)',
  open(file, text, options) {
    const entries = rowsOf(file, text, ['date', 'open', 'high', 'low', 'close', 'adj close', 'volume']);
    const symbol = namedBy(file, /^([A-Z][A-Z0-9-]{0,9})(?:_.*)?\.csv$/, 'AAPL.csv');
    return { context: { provider: 'yahoo', basis: 'splits+total', symbol, ...fetchedAt(options) }, entries };
  },
  day(raw) {
    if (!isObject(raw)) return null;
    const cell = (name: string) => (raw[name] === 'null' ? null : raw[name]);
    const [open, high, low, close] = [cell('open'), cell('high'), cell('low'), cell('close')];
    return {
      day: String(raw.date),
      open,
      high,
      low,
      close,
      volume: cell('volume'),
      adjustedClose: cell('adj close'),
    };
  },
});
