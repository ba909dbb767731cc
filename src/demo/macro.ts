import { isOfficeDay, isTradingDay } from '../feed/us-calendar.ts';
import type { Item } from '../sources/format.ts';
import { fred, parseFredCsv } from '../sources/macro/fred.ts';
import {
  parseCoinbaseCandles,
  parseCoingeckoGlobal,
  parseLlamaStablecoins,
  parseLlamaTvl,
} from '../sources/macro/live-answers.ts';
import { dominanceAt, marketCapAt } from './coingecko.ts';
import { COINS, instrumentOf } from './instruments.ts';
import { type Prices, walk } from './prices.ts';
import { streamOf } from './random.ts';
import { round } from './rounding.ts';
import { multiplesBetween, type SimulatedSource } from './simulation.ts';
import { DAY, isoDay, MINUTE, SECOND } from './time.ts';

/** For 120 days of points: a year of observations before them, and before these the longest change, 13 weeks. */
const DAILY_HISTORY_MS = 470 * DAY;
/** Three years of changes over twelve months, and their release lags. */
const LONG_HISTORY_MS = 1_700 * DAY;
const GLOBAL_HISTORY_MS = 120 * DAY;
/** How often the running day is captured. */
export const GLOBAL_MS = 10 * MINUTE;

type Days = (midnightMs: number) => boolean;
const weekdayIs =
  (weekday: number): Days =>
  (ms) =>
    new Date(ms).getUTCDay() === weekday;
const isFirstOfMonth: Days = (ms) => new Date(ms).getUTCDate() === 1;
const WEDNESDAY = weekdayIs(3);
const FRIDAY = weekdayIs(5);

interface FredSeries {
  readonly id: string;
  readonly isObserved: Days;
  /** What the series wanders around, in its own unit, and how far: a factor `e ** (spread × walk)`. */
  readonly base: number;
  readonly spread: number;
  /** Added instead of multiplied: a rate, which may be negative. */
  readonly isAdded?: true;
}

const FRED_SERIES: readonly FredSeries[] = [
  { id: 'VIXCLS', isObserved: isTradingDay, base: 17, spread: 0.03 },
  { id: 'BAMLH0A0HYM2', isObserved: isOfficeDay, base: 3.6, spread: 0.02 },
  { id: 'T10Y2Y', isObserved: isOfficeDay, base: 0.4, spread: 0.06, isAdded: true },
  { id: 'DTWEXBGS', isObserved: isOfficeDay, base: 121, spread: 0.003 },
  { id: 'WALCL', isObserved: WEDNESDAY, base: 6_800_000, spread: 0.003 },
  { id: 'WTREGEN', isObserved: WEDNESDAY, base: 700_000, spread: 0.02 },
  { id: 'RRPONTSYD', isObserved: WEDNESDAY, base: 250, spread: 0.03 },
  { id: 'STLFSI4', isObserved: FRIDAY, base: -0.3, spread: 0.08, isAdded: true },
  { id: 'M2SL', isObserved: isFirstOfMonth, base: 21_800, spread: 0.002 },
  { id: 'FEDFUNDS', isObserved: isFirstOfMonth, base: 4.3, spread: 0.01 },
];

/**
 * What the publishers of daily numbers answer. Every observation comes in an answer of its own on the midnight after its
 * day, so that it is the same capture whenever one asks; what was published only later counts from then on, which the
 * scorecards see to.
 */
export function simulateMacro(seed: number, prices: Prices): SimulatedSource {
  const published = (sinceMs: number, nowMs: number, historyMs: number) =>
    multiplesBetween(DAY, sinceMs, nowMs, historyMs).map((nextMs) => nextMs - DAY);
  return {
    feed: fred.feed,
    *items(sinceMs, nowMs) {
      for (const series of FRED_SERIES) {
        const isDaily = series.isObserved === isTradingDay || series.isObserved === isOfficeDay;
        const historyMs = isDaily ? DAILY_HISTORY_MS : LONG_HISTORY_MS;
        const days = published(sinceMs, nowMs, historyMs).filter(series.isObserved);
        for (const day of days) yield* fredAnswer(seed, series, day);
      }
      for (const day of published(sinceMs, nowMs, DAILY_HISTORY_MS)) yield* totalsOf(seed, prices, day);
      const days = published(sinceMs, nowMs, GLOBAL_HISTORY_MS).map((day) => day + DAY - SECOND);
      const running = multiplesBetween(GLOBAL_MS, sinceMs, nowMs, GLOBAL_MS);
      for (const ms of [...days, ...running]) yield* globalAnswer(prices, ms);
    },
  };
}

const wander = (seed: number, name: string, spread: number, ms: number): number =>
  spread * walk(streamOf(seed, `macro/${name}`), ms);

function fredAnswer(seed: number, { id, base, spread, isAdded }: FredSeries, day: number): readonly Item[] {
  const moved = wander(seed, id, spread, day);
  const value = isAdded ? base + moved : base * Math.exp(moved);
  const csv = `observation_date,${id}\n${isoDay(day)},${round(value, 4)}\n`;
  return parseFredCsv(csv, { file: '/graph/fredgraph.csv', seriesId: id });
}

const PRODUCTS = [
  ['btcusd', instrumentOf('BTC')],
  ['ethusd', instrumentOf('ETH')],
] as const;

/** Closes and totals of a day: Coinbase and DefiLlama. */
function* totalsOf(seed: number, prices: Prices, day: number): Generator<Item> {
  const seconds = day / 1_000;
  const today = isoDay(day + DAY);
  for (const [product, coin] of PRODUCTS) {
    const close = round(prices.at(coin, day + DAY));
    const candle = [seconds, close, close, close, close, 1_000];
    yield* parseCoinbaseCandles({ json: JSON.stringify([candle]), url: '/candles' }, product, today);
  }
  const tvl = 0.03 * marketCapAt(prices, day) * Math.exp(wander(seed, 'tvl', 0.01, day));
  const supply = 210e9 * Math.exp(wander(seed, 'stablecoins', 0.004, day));
  const tvls = [{ date: seconds, tvl: Math.round(tvl) }];
  const supplies = [{ date: seconds, totalCirculatingUSD: { peggedUSD: Math.round(supply) } }];
  yield* parseLlamaTvl({ json: JSON.stringify(tvls), url: '/v2/historicalChainTvl' }, today);
  yield* parseLlamaStablecoins({ json: JSON.stringify(supplies), url: '/stablecoincharts/all' }, today);
}

/** `/global` of CoinGecko. */
function globalAnswer(prices: Prices, ms: number): readonly Item[] {
  const cap = marketCapAt(prices, ms);
  const data = {
    active_cryptocurrencies: COINS.length,
    total_market_cap: { usd: Math.round(cap) },
    total_volume: { usd: Math.round(cap * 0.04) },
    market_cap_percentage: { btc: round(dominanceAt(prices, ms), 4) },
    updated_at: ms / 1_000,
  };
  return parseCoingeckoGlobal({ json: JSON.stringify({ data }), url: '/global' });
}
