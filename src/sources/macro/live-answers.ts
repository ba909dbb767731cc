import { scorecardPoints } from '../../feeds/scorecards/feed.ts';
import { captureMark, jsonEntry } from '../captured.ts';
import { type EntryParser, type EntryPlace, entryParser } from '../entry-parser.ts';
import { type Item, type Parser, SourceError } from '../format.ts';
import { newestDay, type Reading, type ReadingOptions, toItems } from './observations.ts';

/** A JSON answer of a provider and where it came from. */
export interface Answer {
  readonly json: string;
  /** URL, for messages and rejections. */
  readonly url: string;
}

/**
 * `https://api.coingecko.com/api/v3/global` as inputs about the day of its `updated_at`, captured at that second: of
 * several captures in a day the last one counts.
 */
export function parseCoingeckoGlobal({ json, url }: Answer): readonly Item[] {
  const data = valueIn(parse(json, url), 'data');
  return [...globalParser.parse(url, [{ at: 'data', raw: data }])];
}

const globalParser: EntryParser = entryParser({
  name: 'coingecko-global-answer',
  version: 1,
  feed: scorecardPoints,
  captures: 'events',
  read: globalItems,
});

function globalItems(data: unknown, { file: url }: EntryPlace): readonly Item[] {
  const capturedAt = instantOf(valueIn(data, 'updated_at'));
  if (capturedAt === undefined) throw new SourceError(`${url}: has no data.updated_at`);
  return Object.entries(GLOBAL_FIELDS).flatMap(([series, path]) => {
    const reading = { at: path.join('.'), day: capturedAt.slice(0, 10), raw: data };
    const value = textOf(path.reduce(valueIn, data));
    const fields = { day: 'updated_at', value: path.join('.') };
    // A number that is missing altogether is a changed format, not a holiday.
    return toItems([{ ...reading, value: value ?? 'missing' }], { file: url, series, fields, capturedAt });
  });
}

const GLOBAL_FIELDS: Readonly<Record<string, readonly string[]>> = {
  'COINGECKO:btc_dominance': ['market_cap_percentage', 'btc'],
  'COINGECKO:crypto_market_cap': ['total_market_cap', 'usd'],
  'COINGECKO:crypto_volume': ['total_volume', 'usd'],
  'COINGECKO:active_cryptoassets': ['active_cryptocurrencies'],
};

/**
 * `https://api.exchange.coinbase.com/products/BTC-USD/candles?granularity=86400`: rows
 * `[start in s, low, high, open, close, volume]`, at most 300. Pass today as `before`: its close is still to come.
 */
export function parseCoinbaseCandles(
  answer: Answer,
  product: 'btcusd' | 'ethusd',
  before: string,
): readonly Item[] {
  return rowsToItems(answer, { series: `COINBASE:${product}`, day: '0', value: ['4'], before });
}

/** `https://api.llama.fi/v2/historicalChainTvl`: rows `{ date, tvl }` in seconds and USD. `before` as above. */
export function parseLlamaTvl(answer: Answer, before: string): readonly Item[] {
  return rowsToItems(answer, { series: 'DEFILLAMA:defi_tvl', day: 'date', value: ['tvl'], before });
}

/**
 * `https://stablecoins.llama.fi/stablecoincharts/all`: rows `{ date, totalCirculatingUSD: { peggedUSD, … } }`. Counted
 * are the coins pegged to the dollar. `before` as above.
 */
export function parseLlamaStablecoins(answer: Answer, before: string): readonly Item[] {
  const value = ['totalCirculatingUSD', 'peggedUSD'];
  return rowsToItems(answer, { series: 'DEFILLAMA:stablecoin_supply', day: 'date', value, before });
}

interface RowFormat {
  readonly series: string;
  readonly day: string;
  readonly value: readonly string[];
  readonly before: string;
}

function rowsToItems({ json, url }: Answer, { series, day, value, before }: RowFormat): readonly Item[] {
  const rows = parse(json, url);
  if (!Array.isArray(rows)) throw new SourceError(`${url}: must be a JSON array`);
  const fields = { day, value: value.join('.') };
  const readings = rows.map((row: unknown, index): Reading => readingOf(row, `record ${index + 1}`, fields));
  return readRows(readings, { file: url, series, fields, before, capturedAt: newestDay(readings) });
}

/** Rows of one answer, each behind its mark. */
function readRows(readings: readonly Reading[], options: ReadingOptions): readonly Item[] {
  const { file, series, fields, before = null, capturedAt } = options;
  const items = toItems(readings, options);
  const read = readings.flatMap(({ at, raw }, index) => [jsonEntry(at, raw), items[index] as Item]); // one each
  return [captureMark(ROWS, file, { series, ...fields, before, capturedAt }), ...read];
}

const readingOf = (row: unknown, at: string, { day, value }: ReadingOptions['fields']): Reading => ({
  at,
  day: instantOf(valueIn(row, day))?.slice(0, 10),
  value: textOf(value.split('.').reduce(valueIn, row)) ?? 'missing',
  raw: row,
});

const ROWS = { name: 'macro-rows', version: 1, captures: 'events' } as const;

const rowParser: Parser = {
  ...ROWS,
  feed: scorecardPoints,
  async *reread({ place: file, context, entries }) {
    const { series, before, capturedAt } = context;
    const fields = { day: String(context.day), value: String(context.value) };
    const readings: Reading[] = [];
    for await (const { at, content } of entries) readings.push(readingOf(JSON.parse(content), at, fields));
    yield* readRows(readings, {
      file,
      series: String(series),
      fields,
      before: typeof before === 'string' ? before : undefined,
      capturedAt: String(capturedAt),
    });
  },
};

/** What reads live answers again. */
export const answerParsers: readonly Parser[] = [globalParser, rowParser];

function parse(json: string, url: string): unknown {
  try {
    return JSON.parse(json);
  } catch (error) {
    throw new SourceError(`${url}: not JSON (${String(error)})`, { cause: error });
  }
}

/** A member of an object or an array; undefined when there is none. */
function valueIn(container: unknown, name: string): unknown {
  if (typeof container !== 'object' || container === null || !Object.hasOwn(container, name))
    return undefined;
  return (container as Readonly<Record<string, unknown>>)[name]; // arrays have their indexes as names
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'number' || typeof value === 'string' ? String(value) : undefined;
}

/** Seconds since 1970, as a number or a text, in ISO 8601; undefined when it is no time. */
function instantOf(seconds: unknown): string | undefined {
  const text = textOf(seconds) ?? '';
  const at = new Date(/^\d{9,11}$/.test(text) ? Number(text) * 1000 : Number.NaN);
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}
