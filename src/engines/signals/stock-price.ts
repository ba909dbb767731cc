import { sharesSince } from '../../feed/price-adjustment.ts';
import { STOCK_BAR, type StockBarData, type StockSeries, stockSeriesOf } from '../../feed/stock-series.ts';
import { sessionOf } from '../../feed/trading-day.ts';
import type { Input } from '../../sources/format.ts';
import type { InputReader } from '../engine.ts';

/** The newest close of a stock, and what became of one share of an earlier day. */
export interface StockPrice {
  readonly price: number;
  /** When that session ended. */
  readonly atMs: number;
  /** Shares now for one of the day of entry. */
  readonly shares: number;
}

/** A trade of a stock as it was told: its price is on the scale of its day. */
export interface StockEntry {
  /** As assets are spelled. */
  readonly symbol: string;
  /** Trading day, `YYYY-MM-DD`. */
  readonly day: string;
  readonly price: number;
}

/**
 * The newest price that can be compared with an entry; null where no series has one. Prices of two days are on one scale by their
 * splits alone, so a series counts
 *
 * - that tells the split of every day (`raw+events`) and has bars from the day of entry on: `shares` are its splits since;
 * - that its provider adjusted for splits, where the price of entry lies within the bar of its day: then no split lies between.
 *
 * One that does not tell splits, and one that is adjusted for dividends in every column, do not count. Of those that do, the one
 * with the newest bar; of equally new ones the one that tells splits, then the first by name.
 */
export async function stockPriceSince(entry: StockEntry, inputs: InputReader): Promise<StockPrice | null> {
  const names = await inputs.series(STOCK_BAR, `${entry.symbol}|`);
  const found = await Promise.all(
    names.map(async (name) => {
      const series = stockSeriesOf(name);
      const marks = await inputs.landmarks(STOCK_BAR, name, { from: entry.day, member: 's' });
      const price = series && priceIn(series, entry, marks);
      return price ? [{ ...price, tells: series?.basis === 'raw+events' }] : [];
    }),
  );
  const [best] = found
    .flat() // in the order of the names
    .toSorted((one, other) => other.atMs - one.atMs || Number(other.tells) - Number(one.tells));
  return best ? { price: best.price, atMs: best.atMs, shares: best.shares } : null;
}

/** @param marks the bar of the day of entry or the last before it, those with a split behind it, and the newest */
function priceIn({ basis }: StockSeries, entry: StockEntry, marks: readonly Input[]): StockPrice | null {
  const [first, newest] = [marks[0], marks.at(-1)];
  // Of a series that begins later it is not known what happened before.
  if (!first || !newest || first.key > entry.day) return null;
  const { c: price, tz } = dataOf(newest);
  const known = { price, atMs: sessionOf(newest.key, tz ?? null).closeAt.getTime() };
  if (basis === 'raw+events') return { ...known, shares: sharesSince(entry.day, marks.map(splitOf)) };
  if (basis !== 'splits' && basis !== 'splits+total') return null;
  return first.key === entry.day && isWithin(entry.price, dataOf(first)) ? { ...known, shares: 1 } : null;
}

const dataOf = ({ data }: Input) => data as unknown as StockBarData; // checked when it was read

function splitOf(bar: Input) {
  const { s: split = 1, c: close } = dataOf(bar);
  return { day: bar.key, split, dividend: 0, close };
}

/** Trades told by the cent, of bars that are rounded otherwise. */
const isWithin = (price: number, { l, h }: StockBarData): boolean =>
  price >= l * (1 - ROUNDING) && price <= h * (1 + ROUNDING);

const ROUNDING = 0.005;
