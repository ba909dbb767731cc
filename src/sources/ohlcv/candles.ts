import type { CaptureContext } from '../../core/capture/capture-store.ts';
import { isObject } from '../../feed/json.ts';
import { reversals } from '../../feeds/mre/feed.ts';
import { type EntryParser, type EntryPlace, entryParser, numbered } from '../entry-parser.ts';
import { type Item, type Parser, SourceError } from '../format.ts';
import { type BarPlace, barItem } from './bar.ts';
import { type BarSeries, barSeries, barSeriesName, barSeriesOf } from './bar-series.ts';

export interface ParseContext {
  /** What rejections name: the file or the URL. */
  readonly source: string;
  /** When the answer was fetched; the newest bar of a live answer is still open and is left out. */
  readonly asOf?: Date;
}

/**
 * Bars as arrays `[open time, open, high, low, close, volume, …]`, numbers or texts: Binance's
 * `GET https://api.binance.com/api/v3/klines?symbol=BTCUSDT&interval=1h&startTime=…&limit=1000` (oldest first; the next page
 * starts at the open time of the last bar plus 1 ms, a page with fewer bars than `limit` is the last; a bar has 12 members),
 * and what ccxt and freqtrade store (6 members). The answer does not say of what it is, so the caller does.
 * Throws `SourceError` for another answer, e.g. Binance's `{"code":-1121,"msg":"Invalid symbol."}`.
 */
export function parseKlines(json: unknown, series: BarSeries, { source, asOf }: ParseContext): Item[] {
  if (!Array.isArray(json) || (json.length > 0 && !json.some(Array.isArray))) {
    const message = isObject(json) && typeof json.msg === 'string' ? json.msg : 'must be an array of arrays';
    throw new SourceError(`${source}: no klines: ${message}`);
  }
  return [...klineParser.parse(source, numbered('record', json), contextOf(asOf, series))];
}

const klineParser: EntryParser = entryParser({
  name: 'klines',
  version: 1,
  feed: reversals,
  captures: 'state',
  read(raw, place) {
    const bar = barPlace(place, raw);
    const series = barSeriesOf(String(place.context.series));
    if (!Array.isArray(raw) || raw.length < 6 || series === null) {
      return [{ kind: 'rejected', field: null, reason: 'not a bar of six or more members', ...bar }];
    }
    const [openTime, open, high, low, close, volume, , quoteVolume, trades, takerBuyVolume] =
      raw as unknown[];
    const native = { openTime, open, high, low, close, volume, quoteVolume, trades, takerBuyVolume };
    return [barItem(native, series, bar)];
  },
});

/** Exchange of the candles with short names. */
export const HYPERLIQUID = 'HYPERLIQUID';

/**
 * Candles `{ t, T, s, i, o, c, h, l, v, n }` of Hyperliquid: `POST https://api.hyperliquid.xyz/info` with
 * `{"type":"candleSnapshot","req":{"coin":"BTC","interval":"1h","startTime":ms,"endTime":ms}}`. At most 5,000 of the newest
 * bars exist and come in one answer, oldest first. Coin and interval are in each candle. Throws `SourceError` for another
 * answer.
 */
export function parseCandles(json: unknown, { source, asOf }: ParseContext): Item[] {
  if (!Array.isArray(json) || (json.length > 0 && !json.some(isObject))) {
    throw new SourceError(`${source}: no candles: must be an array of objects`);
  }
  return [...candleParser.parse(source, numbered('record', json), contextOf(asOf))];
}

const candleParser: EntryParser = entryParser({
  name: 'candles',
  version: 1,
  feed: reversals,
  captures: 'state',
  read: (raw, place) => [candleItem(raw, barPlace(place, raw))],
});

/** What reads bars of JSON again. */
export const barParsers: readonly Parser[] = [klineParser, candleParser];

/** One candle with short names, from JSON or a line of a table. */
export function candleItem(raw: unknown, place: BarPlace): Item {
  const { asOf, ...rest } = place;
  if (!isObject(raw)) return { kind: 'rejected', field: null, reason: 'not an object', ...rest };
  const series = barSeries(HYPERLIQUID, raw.s, raw.i);
  if (series === null) return { kind: 'rejected', field: 's', reason: 'no coin or interval', ...rest };
  const { t: openTime, o: open, h: high, l: low, c: close, v: volume, n: trades } = raw;
  return barItem({ openTime, open, high, low, close, volume, trades }, series, place);
}

const contextOf = (asOf: Date | undefined, series?: BarSeries): CaptureContext => ({
  ...(series ? { series: barSeriesName(series) } : {}),
  ...(asOf ? { asOf: asOf.toISOString() } : {}),
});

function barPlace({ file, at, context: { asOf } }: EntryPlace, raw: unknown): BarPlace {
  return { file, at, raw, ...(typeof asOf === 'string' ? { asOf: new Date(asOf) } : {}) };
}
