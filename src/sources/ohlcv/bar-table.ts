import { basename } from 'node:path';
import { pipeline } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import type { CaptureContext } from '../../core/capture/capture-store.ts';
import { reversals } from '../../feeds/mre/feed.ts';
import { captureMark, jsonEntry } from '../captured.ts';
import { type EntryPlace, entryParser } from '../entry-parser.ts';
import { type Item, SourceError } from '../format.ts';
import { openStream } from '../read-file.ts';
import { barItem } from './bar.ts';
import { type BarSeries, seriesOfFileName } from './bar-series.ts';
import { candleItem } from './candles.ts';

interface Line {
  readonly record: readonly string[];
  readonly info: { readonly lines: number };
}

/** Streams the lines of a CSV of bars; the first line shows the layout. Memory is bounded by the longest line. */
export async function* readBarTable(file: string, exchange: string): AsyncGenerator<Item> {
  const parser = parse({ info: true, trim: true, relax_column_count: true, skip_empty_lines: true });
  // The callback is for failures that have no reader; iterating the rows throws the same error.
  const lines = pipeline(openStream(file), parser, () => undefined);
  let layout: Layout | null = null;
  try {
    for await (const line of lines) {
      const { record, info } = line as Line; // what `info` makes of a line
      if (layout === null) {
        layout = layoutOf(record, file, exchange);
        yield captureMark(rowParser, file, layout.context);
        if (layout.hasHeader) continue;
      }
      const at = `line ${info.lines}`;
      const raw = rowOf(record, layout);
      yield jsonEntry(at, raw);
      yield itemOf(raw, { file, at, context: layout.context });
    }
  } catch (error) {
    if (error instanceof CsvError) throw new SourceError(`${file}: ${error.message}`, { cause: error });
    throw error;
  }
  if (layout === null) throw new SourceError(`${file}: is empty`);
}

interface Layout {
  readonly columns: readonly string[];
  readonly hasHeader: boolean;
  /** What a row needs beside its cells: where it does not say itself of what it is, the name of the file and the exchange. */
  readonly context: CaptureContext;
}

/** A row by the names of its columns; one with another number of cells is the cells. */
type Row = Readonly<Record<string, string | undefined>> | readonly string[];

export const rowParser = entryParser<Row>({
  name: 'bar-table',
  version: 1,
  feed: reversals,
  captures: 'state',
  read: (row, place) => [itemOf(row, place)],
});

/**
 * Columns of the klines of data.binance.vision. Its spot files have no header; those of futures have one since May 2022
 * (binance/binance-public-data, issues 246 and 283), so a table with all of these names is of a perpetual future.
 */
const KLINES = [
  'open_time',
  'open',
  'high',
  'low',
  'close',
  'volume',
  'close_time',
  'quote_volume',
  'count',
  'taker_buy_volume',
  'taker_buy_quote_volume',
  'ignore',
];
const NAMED = KLINES.slice(0, 6);
/** Candles of Hyperliquid as a table; the first column, without a name, counts the lines. */
const SHORT = ['t', 's', 'i', 'o', 'c', 'h', 'l', 'v'];

function layoutOf(first: readonly string[], file: string, exchange: string): Layout {
  const has = (names: readonly string[]) => names.every((name) => first.includes(name));
  if (has(SHORT)) return { columns: first, hasHeader: true, context: {} };
  const isHeader = has(NAMED);
  if (!isHeader && !(first.length === KLINES.length && /^\d+$/.test(first[0] ?? ''))) {
    throw new SourceError(
      `${file}: line 1: no bars: neither a header (${NAMED.join(',')} or ${SHORT.join(',')}) nor 12 columns of klines`,
    );
  }
  const context = { file: basename(file), exchange, market: has(KLINES) ? 'perpetual' : 'spot' };
  if (seriesIn(context) === null) {
    throw new SourceError(`${file}: its name must say pair and interval, e.g. BTCUSDT-1h.csv`);
  }
  return { columns: isHeader ? first : KLINES, hasHeader: isHeader, context };
}

function rowOf(cells: readonly string[], { columns }: Layout): Row {
  if (cells.length !== columns.length) return cells;
  return Object.fromEntries(columns.map((name, index) => [name, cells[index]]));
}

const seriesIn = ({ file, exchange, market }: CaptureContext): BarSeries | null =>
  seriesOfFileName(String(file), String(exchange), market === 'perpetual' ? 'perpetual' : 'spot');

function itemOf(raw: Row, { file, at, context }: EntryPlace): Item {
  if (isCells(raw)) {
    return { kind: 'rejected', file, at, field: null, reason: 'wrong number of columns', raw };
  }
  const series = context.file === undefined ? null : seriesIn(context);
  if (series === null) return candleItem(raw, { file, at, raw });
  const { open_time: openTime, open, high, low, close, volume } = raw;
  const { quote_volume: quoteVolume, count: trades, taker_buy_volume: takerBuyVolume } = raw;
  return barItem({ openTime, open, high, low, close, volume, quoteVolume, trades, takerBuyVolume }, series, {
    file,
    at,
    raw,
  });
}

/** `Array.isArray` knows no arrays that are readonly. */
const isCells = (row: Row): row is readonly string[] => Array.isArray(row);
