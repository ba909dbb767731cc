import { basename } from 'node:path';
import { isObject } from '../../feed/json.ts';
import { MARKET_BAR, marketBarSeries } from '../../feed/market-bars.ts';
import { predictionMarkets } from '../../feeds/prediction/feed.ts';
import { captureMark, jsonEntry } from '../captured.ts';
import { listParser, numbered } from '../entry-parser.ts';
import { type Format, type Item, type Rejection, SourceError } from '../format.ts';
import { readJson } from '../ohlcv/read-json.ts';
import { readEach } from '../sec/read-each.ts';

const HISTORY = { name: 'polymarket-price-history', version: 1, captures: 'state' } as const;

/** Which market an answer is of, and where it came from. */
export interface HistoryRequest {
  /** Its condition id. */
  readonly market: string;
  /** Or URL. */
  readonly file: string;
}

/**
 * Price history of the order book service, without a key:
 * `GET https://clob.polymarket.com/prices-history?market=<token>&interval=max&fidelity=1440` with `{history: [{t, p}]}`, oldest first
 * (https://docs.polymarket.com/api-reference/markets/get-prices-history). `market` is the token of one outcome, which Gamma states in
 * `clobTokenIds` in the order of `outcomes`; `fidelity` is the distance of the points in minutes. The answer names neither: of one in a
 * file, the name of the file is the condition id of the market, and the token that of Yes.
 *
 * `p` is the price of the token at the moment `t` in seconds; whether of a trade or of the middle of the book is not documented. Points
 * a day apart are of the first minute of a day in UTC: all 24,908 of 84 tokens that were collected from 2022 to 2026. The newest point
 * may be of any time: it is the price now.
 *
 * A point is no candle. So the bar of a day in UTC closes at the point within ten minutes after its end, and opens at that within ten
 * minutes after its start or, without one, at the first point that is known of it; high and low are the extremes of its points. A day
 * without a point at its end has no bar, which leaves out the day that is under way.
 *
 * Worked example: 0.40 on 2 May 00:00:08, 0.46 on 3 May 00:00:09 and 0.44 at 15:20 make two bars. That of 1 May is 0.40 throughout, that
 * of 2 May opens at 0.40 and closes at 0.46.
 */
export const polymarketPriceHistory: Format = {
  name: 'polymarket-price-history',
  description: 'Polymarket CLOB /prices-history of Yes as JSON, named by the condition id (0x….json)',
  feed: predictionMarkets,
  read: (files) => readEach(files, (file) => file, readHistory),
  parsers: [
    listParser({ ...HISTORY, feed: predictionMarkets }, (points, { place, context }) =>
      itemsOf(points, { market: String(context.market), file: place }),
    ),
  ],
};

async function* readHistory(file: string): AsyncGenerator<Item> {
  const market = /^(0x[0-9a-f]{64})\.json(?:\.gz)?$/.exec(basename(file))?.[1];
  if (market === undefined)
    throw new SourceError(`${file}: its name must be the condition id of the market: 0x….json`);
  yield* parsePolymarketPriceHistory(await readJson(file), { market, file });
}

/** The bars of an answer. */
export function parsePolymarketPriceHistory(json: unknown, request: HistoryRequest): Generator<Item> {
  const points = isObject(json) ? json.history : null;
  if (!Array.isArray(points))
    throw new SourceError(`${request.file}: no price history of Polymarket: must be {"history": […]}`);
  return itemsOf(points, request);
}

const DAY_S = 86_400;
/** How late the point of a midnight may be. */
const LATE_S = 600;
const LAST_S = Date.UTC(2100, 0, 1) / 1000;

interface Point {
  /** Seconds since 1970. */
  readonly t: number;
  readonly p: number;
}

function* itemsOf(points: readonly unknown[], { market, file }: HistoryRequest): Generator<Item> {
  yield captureMark(HISTORY, file, { market });
  const series = marketBarSeries(`polymarket:${market}`, '1d');
  let known: readonly Point[] = [];
  for (const { at, raw } of numbered('point', points)) {
    yield jsonEntry(at, raw);
    const point = pointOf(raw, known.at(-1));
    if ('reason' in point) {
      yield { kind: 'rejected', file, at, raw, ...point };
      continue;
    }
    const day = dayOf(point);
    const isEnd = point.t % DAY_S < LATE_S && !known.some((one) => dayOf(one) === day);
    if (isEnd) {
      const prices = [...known.filter((one) => dayOf(one) === day - 1), point].map(({ p }) => p);
      const key = new Date((day - 1) * DAY_S * 1000).toISOString();
      yield { kind: 'input', input: { kind: MARKET_BAR, series, key, data: barOf(prices) } };
    } else yield { kind: 'skipped', reason: 'price within a day' };
    known = [...known.filter((one) => dayOf(one) === day), point];
  }
}

const dayOf = ({ t }: Point): number => Math.floor(t / DAY_S);

function pointOf(raw: unknown, before: Point | undefined): Point | Pick<Rejection, 'field' | 'reason'> {
  if (!isObject(raw)) return { field: null, reason: 'not a point' };
  const { t, p } = raw;
  if (typeof t !== 'number' || !(t > 0 && t < LAST_S)) return { field: 't', reason: 'not a time' };
  if (before && t <= before.t) return { field: 't', reason: 'not after the point before' };
  if (typeof p !== 'number') return { field: 'p', reason: 'not a number' };
  return p >= 0 && p <= 1 ? { t, p } : { field: 'p', reason: 'no probability' };
}

/** Without a volume: the answer has none. */
const barOf = (prices: readonly number[]) => ({
  o: prices[0],
  h: Math.max(...prices),
  l: Math.min(...prices),
  c: prices.at(-1),
});
