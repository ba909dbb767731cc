import { isObject } from '../../feed/json.ts';
import { numbered } from '../entry-parser.ts';
import { SourceError } from '../format.ts';
import { jsonOf, namedBy, rowsOf } from '../stock-bars/native-file.ts';
import { stockBarFormat } from '../stock-bars/stock-bar-format.ts';

const COLUMNS = ['date', 'open', 'high', 'low', 'close', 'volume', 'ex-dividend'];

/**
 * Quandl (now Nasdaq Data Link) WIKI, which ended on 11 April 2018: `WIKI/{ticker}` as CSV or as `{dataset: {column_names, data}}`, and
 * the export of the table `WIKI/PRICES`, whose rows have a `ticker`. Prices and volume are as traded, with `Ex-Dividend` ("non-zero on
 * ex-dividend dates") and `Split Ratio` ("1 on non-split dates"); the `Adj.` columns, "calculated per CRSP" (so its payload says),
 * are left out: they follow from the rest. A table of one ticker names it in the file alone: `WIKI-AAPL.csv`.
 */
export const quandlWiki = stockBarFormat({
  name: 'quandl-wiki',
  description: 'Quandl WIKI: a dataset as CSV or JSON, or an export of WIKI/PRICES',
  open(file, text) {
    const about = { provider: 'quandl', basis: 'raw+events' as const };
    if (/^\s*\{/.test(text)) return datasetOf(file, text, about);
    const entries = rowsOf(file, text, COLUMNS);
    if (/^\s*ticker\s*,/i.test(text)) return { context: about, entries };
    const symbol = namedBy(file, /^WIKI[-_/]([A-Z0-9_]{1,10})\.csv$/i, 'WIKI-AAPL.csv');
    return { context: { ...about, symbol: spelled(symbol) }, entries };
  },
  day(raw) {
    if (!isObject(raw)) return null;
    const { ticker, date, open, high, low, close, volume } = raw;
    const [dividend, split] = [raw['ex-dividend'], raw['split ratio'] ?? raw.split_ratio];
    const symbol = typeof ticker === 'string' ? { symbol: spelled(ticker) } : {};
    return { day: String(date), ...symbol, open, high, low, close, volume, dividend, split };
  },
});

function datasetOf(
  file: string,
  text: string,
  about: { readonly provider: string; readonly basis: 'raw+events' },
) {
  const json = jsonOf(file, text);
  const dataset = isObject(json) ? (json.dataset ?? json) : null;
  const { dataset_code: code, column_names: names, data } = isObject(dataset) ? dataset : {};
  if (typeof code !== 'string' || !Array.isArray(names) || !Array.isArray(data))
    throw new SourceError(
      `${file}: no dataset of Quandl: must be {"dataset": {"column_names": […], "data": […]}}`,
    );
  const columns = names.map((name) => String(name).toLowerCase());
  const rows = data.map((cells: unknown) =>
    Array.isArray(cells) && cells.length === columns.length
      ? Object.fromEntries(columns.map((name, index) => [name, cells[index]]))
      : cells,
  );
  return { context: { ...about, symbol: spelled(code) }, entries: numbered('row', rows) };
}

/** `BRK_A` is `BRK.A`. */
const spelled = (code: string): string => code.replace('_', '.');
