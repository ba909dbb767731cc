import { isObject } from '../../feed/json.ts';
import { dayBeginningAt } from '../../feed/trading-day.ts';
import { numbered } from '../entry-parser.ts';
import { SourceError } from '../format.ts';
import { jsonOf } from '../stock-bars/native-file.ts';
import { fetchedAt, stockBarFormat } from '../stock-bars/stock-bar-format.ts';

/**
 * Alpaca, `GET https://data.alpaca.markets/v2/stocks/bars?symbols=…&timeframe=1Day` with
 * `{bars: {KO: [{t, o, h, l, c, v, n, vw}]}, next_page_token}`. `t` is midnight in New York. The answer does not say which
 * `adjustment` was asked for; `raw`, Alpaca's own default, is taken (docs.alpaca.markets, Historical bars), so prices and volume
 * are as traded and splits are not told. Files of another adjustment are not to be imported.
 */
export const alpacaBars = stockBarFormat({
  name: 'alpaca-bars',
  description: 'Alpaca /v2/stocks/bars with timeframe=1Day and adjustment=raw as JSON',
  open(file, text, options) {
    const json = jsonOf(file, text);
    const bars = isObject(json) && isObject(json.bars) ? Object.entries(json.bars) : [];
    if (bars.length === 0 || !bars.every(([, list]) => Array.isArray(list)))
      throw new SourceError(`${file}: no bars of Alpaca: must be {"bars": {"<symbol>": […]}}`);
    return bars.map(([symbol, list]) => ({
      context: { provider: 'alpaca', basis: 'raw' as const, symbol, ...fetchedAt(options) },
      entries: numbered(`${symbol} bar`, list as unknown[]), // checked above
    }));
  },
  day(raw) {
    if (!isObject(raw)) return null;
    const { t, o: open, h: high, l: low, c: close, v: volume, n: trades, vw: averagePrice } = raw;
    return {
      day: typeof t === 'string' ? dayBeginningAt(new Date(t)) : null,
      open,
      high,
      low,
      close,
      volume,
      trades,
      averagePrice,
    };
  },
});
