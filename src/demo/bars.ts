import { intervalMs } from '../feed/interval.ts';
import { type BarSeries, barSeries, barSeriesOf } from '../sources/ohlcv/bar-series.ts';
import { parseKlines } from '../sources/ohlcv/candles.ts';
import { ohlcv } from '../sources/ohlcv/ohlcv.ts';
import { COINS, type Instrument } from './instruments.ts';
import type { Prices } from './prices.ts';
import { roundPrice } from './rounding.ts';
import { multiplesBetween, type SimulatedSource } from './simulation.ts';
import { MINUTE } from './time.ts';

/** Coins of all intervals; the others have candles of hours and days alone, for their pages. */
const MOST_TRADED = COINS.slice(0, 16);
const INTERVALS = ['15m', '1h', '4h', '1d'];
const intervalsOf = (coin: Instrument) => (MOST_TRADED.includes(coin) ? INTERVALS : ['1h', '1d']);
/** With some twenty reversals in each series: with none before it, every score would be 50. */
const HISTORY_BARS = 800;
/** The days whose hours are known as well: a month for the pages, and too few for reversals, none of which would have one before it. */
const HISTORY_DAYS = 33;
const historyBarsOf = (interval: string): number => (interval === '1d' ? HISTORY_DAYS : HISTORY_BARS);

/** Each pair and interval answers within a minute after a bar closed, not all of them in the same second. */
const SPREAD_MS = 1_000;
const SPREADS = 60;

/** Klines of Binance. */
export function simulateBars(prices: Prices): SimulatedSource {
  const tables = COINS.flatMap((coin) => intervalsOf(coin).map((interval) => ({ coin, interval }))).map(
    ({ coin, interval }, index) => ({
      coin,
      series: seriesOf(coin, interval),
      barMs: intervalMs(interval),
      delayMs: (index % SPREADS) * SPREAD_MS,
    }),
  );
  const byCoin = Map.groupBy(tables, ({ coin }) => coin);
  return {
    feed: ohlcv.feed,
    *items(sinceMs, nowMs) {
      for (const [coin, own] of byCoin) {
        const priceAt = seenOnce((look) => roundPrice(prices.at(coin, look * LOOK_MS)));
        for (const { series, barMs, delayMs } of own) {
          const historyMs = historyBarsOf(series.interval) * barMs;
          const closes = multiplesBetween(barMs, sinceMs - delayMs, nowMs - delayMs, historyMs);
          if (closes.length === 0) continue;
          const klines = closes.map((closeMs) => klineOf(priceAt, closeMs - barMs, barMs));
          yield* parseKlines(klines, series, { source: '/api/v3/klines', asOf: new Date(nowMs) });
        }
      }
    },
  };
}

/** Bars of all lengths look at the same moments, and a price is costly to make. Looks are counted: small numbers are found sooner. */
function seenOnce(priceAt: (look: number) => number): (look: number) => number {
  const seen = new Map<number, number>();
  return (look) => {
    const known = seen.get(look);
    if (known !== undefined) return known;
    const price = priceAt(look);
    seen.set(look, price);
    return price;
  };
}

/** A time before the oldest bar of a series that is kept, ISO 8601: as old as those a demo starts with. */
export function barsFrom(series: string, nowMs: number): string | null {
  const interval = barSeriesOf(series)?.interval;
  return interval === undefined
    ? null
    : new Date(nowMs - (historyBarsOf(interval) + 1) * intervalMs(interval) - 1).toISOString();
}

function seriesOf({ symbol }: Instrument, interval: string): BarSeries {
  const series = barSeries('BINANCE', `${symbol}USDT`, interval);
  if (series === null) throw new RangeError(`${symbol} ${interval} is no series of bars`);
  return series;
}

/** The price of a bar is looked at that often, so that four bars of 15 minutes have the range of their hour, and hours that of their day. */
const LOOK_MS = 5 * MINUTE;

/** `[open time, open, high, low, close, volume, close time]`, prices as texts. */
function klineOf(priceAt: (look: number) => number, openMs: number, barMs: number) {
  const seen = Array.from({ length: barMs / LOOK_MS + 1 }, (_, look) => priceAt(openMs / LOOK_MS + look));
  const shown = [seen[0], Math.max(...seen), Math.min(...seen), seen.at(-1)].map(String);
  return [openMs, ...shown, '1000', openMs + barMs - 1];
}
