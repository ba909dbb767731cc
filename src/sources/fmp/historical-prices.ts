import { isObject } from '../../feed/json.ts';
import { numbered } from '../entry-parser.ts';
import { SourceError } from '../format.ts';
import { jsonOf } from '../stock-bars/native-file.ts';
import { fetchedAt, stockBarFormat } from '../stock-bars/stock-bar-format.ts';

/**
 * Financial Modeling Prep, `GET https://financialmodelingprep.com/api/v3/historical-price-full/{symbol}` with `{symbol, historical:
 * [{date, open, high, low, close, adjClose, volume, unadjustedVolume, change, vwap, …}]}`, in either order of days. Prices
 * and volume are adjusted for splits, `adjClose` for dividends too, up to the day of the request
 * (site.financialmodelingprep.com: "Non split adjusted" and "Dividend adjusted" are charts of their own there).
 */
export const fmpPrices = stockBarFormat({
  name: 'fmp-prices',
  description: 'Financial Modeling Prep /historical-price-full as JSON',
  open(file, text, options) {
    const json = jsonOf(file, text);
    if (!isObject(json) || typeof json.symbol !== 'string' || !Array.isArray(json.historical))
      throw new SourceError(`${file}: no prices of FMP: must be {"symbol": …, "historical": […]}`);
    return {
      context: { provider: 'fmp', basis: 'splits+total', symbol: json.symbol, ...fetchedAt(options) },
      entries: numbered('record', json.historical as unknown[]), // checked above
    };
  },
  day(raw) {
    if (!isObject(raw)) return null;
    const { date, open, high, low, close, adjClose: adjustedClose, volume, vwap: averagePrice } = raw;
    const day = typeof date === 'string' ? date : null;
    return { day, open, high, low, close, volume, adjustedClose, averagePrice };
  },
});
