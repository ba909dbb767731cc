import { isObject } from '../../feed/json.ts';
import { reversals } from '../../feeds/mre/feed.ts';
import { type Format, type Item, SourceError } from '../format.ts';
import { openStream } from '../read-file.ts';
import { readEach } from '../sec/read-each.ts';
import { seriesOfFileName } from './bar-series.ts';
import { readBarTable, rowParser } from './bar-table.ts';
import { barParsers, parseCandles, parseKlines } from './candles.ts';
import { readJson } from './read-json.ts';

/** Of bars that do not name their exchange. */
const EXCHANGE = 'BINANCE';

/**
 * Bars in every layout of the samples. Pair and interval come from the bars where they say it (Hyperliquid), else from the
 * name of the file (`BTCUSDT-1h.csv`). A file is taken to hold closed bars only.
 */
export const ohlcv: Format = {
  name: 'ohlcv',
  description:
    'OHLCV bars: Binance klines (CSV, JSON arrays as ccxt stores them), Hyperliquid candles (CSV, JSON)',
  feed: reversals,
  read: (files) => readEach(files, (file) => file, readBars),
  parsers: [rowParser, ...barParsers],
};

async function* readBars(file: string): AsyncGenerator<Item> {
  if (!(await startsAsJson(file))) {
    yield* readBarTable(file, EXCHANGE);
    return;
  }
  const json = await readJson(file);
  const context = { source: file };
  if (Array.isArray(json) && isObject(json[0])) {
    yield* parseCandles(json, context);
    return;
  }
  const series = seriesOfFileName(file, EXCHANGE);
  if (series === null) {
    throw new SourceError(`${file}: its name must say pair and interval, e.g. BTC_USDT-1h.json`);
  }
  yield* parseKlines(json, series, context);
}

/** By its first character, for names lie. */
async function startsAsJson(file: string): Promise<boolean> {
  for await (const block of openStream(file)) {
    const start = String(block).trimStart();
    if (start !== '') return start.startsWith('[') || start.startsWith('{');
  }
  return false;
}
