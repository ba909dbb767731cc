import { isObject } from '../../feed/json.ts';
import { MARKET_BAR, marketBarSeries } from '../../feed/market-bars.ts';
import { predictionMarkets } from '../../feeds/prediction/feed.ts';
import { type EntryPlace, entryParser, numbered } from '../entry-parser.ts';
import { type Format, type Item, SourceError } from '../format.ts';
import { readJson } from '../ohlcv/read-json.ts';
import { readEach } from '../sec/read-each.ts';

const candleParser = entryParser({
  name: 'kalshi-candlesticks',
  version: 1,
  feed: predictionMarkets,
  captures: 'state',
  read: (raw, place) => [candleItem(raw, place)],
});

/**
 * Price history of Kalshi, `https://api.elections.kalshi.com/trade-api/v2`, without a key: `GET /series/{series}/markets/{ticker}/candlesticks`
 * with `{ticker, candlesticks}`, and `GET /series/{series}/events/{event}/candlesticks` with `{market_tickers, market_candlesticks}`, a
 * list for each ticker. A candle ends at `end_period_ts`, in seconds; its `price` is of the trades of Yes, in cents of 2025 and in cents
 * or dollars as text since; without a trade it has `previous` alone, and is left out: nothing was traded, so there is no bar. The
 * answer does not say the `period_interval` that was asked for: it is the least distance of two candles, a minute, an hour or a day.
 */
export const kalshiCandlesticks: Format = {
  name: 'kalshi-candlesticks',
  description: 'Kalshi /candlesticks of a market or an event as JSON',
  feed: predictionMarkets,
  read: (files) => readEach(files, (file) => file, readCandles),
  parsers: [candleParser],
};

async function* readCandles(file: string): AsyncGenerator<Item> {
  yield* parseKalshiCandlesticks(await readJson(file), file);
}

/** The bars of an answer. `file`: where it came from, for faults. */
export function* parseKalshiCandlesticks(json: unknown, file: string): Generator<Item> {
  for (const { ticker, candles } of listsOf(json, file)) {
    if (candles.length === 0) continue;
    const interval = intervalOfCandles(candles, file);
    const entries = numbered(`${ticker} candle`, candles);
    yield* candleParser.parse(file, entries, {
      series: marketBarSeries(`kalshi:${ticker}`, interval),
      interval,
    });
  }
}

function listsOf(json: unknown, file: string) {
  if (isObject(json) && typeof json.ticker === 'string' && Array.isArray(json.candlesticks))
    return [{ ticker: json.ticker, candles: json.candlesticks as readonly unknown[] }];
  const { market_tickers: tickers, market_candlesticks: lists } = isObject(json) ? json : {};
  if (
    !Array.isArray(tickers) ||
    !Array.isArray(lists) ||
    tickers.length !== lists.length ||
    !lists.every(Array.isArray)
  )
    throw new SourceError(`${file}: no candlesticks of Kalshi: must be {"ticker": …, "candlesticks": […]}`);
  return tickers.map((ticker, index) => ({
    ticker: String(ticker),
    candles: lists[index] as readonly unknown[],
  }));
}

const LENGTHS: Readonly<Record<number, string>> = { 60: '1m', 3600: '1h', 86400: '1d' };

function intervalOfCandles(candles: readonly unknown[], file: string): string {
  const ends = candles.flatMap((one) =>
    isObject(one) && typeof one.end_period_ts === 'number' ? [one.end_period_ts] : [],
  );
  const distances = ends
    .toSorted((a, b) => a - b)
    .map((end, index, all) => end - (all[index - 1] ?? Number.NaN));
  const least = Math.min(...distances.filter((distance) => distance > 0));
  const interval = LENGTHS[least];
  if (interval === undefined)
    throw new SourceError(
      `${file}: the length of its candles is not told by two that follow each other by a minute, an hour or a day`,
    );
  return interval;
}

const PRICES = [
  ['o', 'open'],
  ['h', 'high'],
  ['l', 'low'],
  ['c', 'close'],
] as const;

function candleItem(raw: unknown, { file, at, context }: EntryPlace): Item {
  const reject = (field: string | null, reason: string): Item => ({
    kind: 'rejected',
    file,
    at,
    field,
    reason,
    raw,
  });
  if (!isObject(raw) || !isObject(raw.price)) return reject(null, 'not a candle');
  const { end_period_ts: end, price, volume, open_interest: openInterest } = raw;
  if (typeof end !== 'number' || !(end > 0 && end < LAST_S)) return reject('end_period_ts', 'not a time');
  if (PRICES.every(([, name]) => probabilityOf(price, name) === null))
    return { kind: 'skipped', reason: 'period without trades' };
  const data: Record<string, number> = {};
  for (const [short, name] of PRICES) {
    const value = probabilityOf(price, name);
    if (value === null) return reject(`price.${name}`, 'not a number');
    if (value < 0 || value > 1) return reject(`price.${name}`, 'no probability');
    data[short] = value;
  }
  const traded = amountOf(volume ?? raw.volume_fp);
  if (traded === null) return reject('volume', 'not a number');
  data.v = traded;
  const open = amountOf(openInterest ?? raw.open_interest_fp);
  if (open !== null) data.oi = open;
  const seconds = Number(Object.keys(LENGTHS).find((length) => LENGTHS[Number(length)] === context.interval));
  const key = new Date((end - seconds) * 1000).toISOString();
  return { kind: 'input', input: { kind: MARKET_BAR, series: String(context.series), key, data } };
}

const LAST_S = Date.UTC(2100, 0, 1) / 1000;

/** In dollars, which is a probability; cents where no text in dollars stands beside. */
function probabilityOf(price: Readonly<Record<string, unknown>>, name: string): number | null {
  const dollars = amountOf(price[`${name}_dollars`]);
  if (dollars !== null) return dollars;
  const cents = amountOf(price[name]);
  return cents === null ? null : cents / 100;
}

function amountOf(value: unknown): number | null {
  if (typeof value === 'string' && !/^-?\d+(?:\.\d+)?$/.test(value)) return null;
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  return Number(value);
}
