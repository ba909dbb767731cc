import { closeOfBar } from '../../feed/interval.ts';
import {
  ADJUSTMENTS_OF,
  factorsAt,
  type PriceAdjustment,
  type PriceEvent,
} from '../../feed/price-adjustment.ts';
import { type PriceBasis, STOCK_BAR, type StockBarData, stockSeriesOf } from '../../feed/stock-series.ts';
import { sessionOf } from '../../feed/trading-day.ts';
import type { View } from '../access/view.ts';
import type { Bar, PriceSeries, PriceSource, StoredBar } from './price-ports.ts';

/** Data of a bar of any kind, as its source made it. */
interface BarData extends Omit<StockBarData, 'cur' | 'tz' | 'v'> {
  /** Prices alone are known of some prediction markets. */
  readonly v?: number;
  /** Of crypto markets: volume in the quote currency, and what takers bought of the volume. */
  readonly q?: number;
  readonly tb?: number;
  readonly cur?: string | null;
  readonly tz?: string;
}

/** Null of markets whose prices are never adjusted. */
export const basisOf = ({ kind, series }: Pick<PriceSeries, 'kind' | 'series'>): PriceBasis | null =>
  kind === STOCK_BAR ? (stockSeriesOf(series)?.basis ?? null) : null;

/** What the bars of a series can be shown as, by preference; null: as they are, whatever is asked for. */
export function adjustmentsOf(series: PriceSeries): readonly PriceAdjustment[] | null {
  const basis = basisOf(series);
  return basis && ADJUSTMENTS_OF[basis];
}

/** When a stored bar began and when its close was known. */
export function timesOf(
  { kind, interval }: Pick<PriceSeries, 'kind' | 'interval'>,
  { key, data }: StoredBar,
) {
  if (kind === STOCK_BAR) return sessionOf(key, (data as Pick<BarData, 'tz'>).tz ?? null);
  const openAt = new Date(key);
  return { openAt, closeAt: closeOfBar(openAt, interval) };
}

/** The newest bars of a series may not be over yet: as many are read beyond those that are shown. */
export const SPARE = 3;

/** Whether a bar was over by the now of a view: its close is known from then on. */
export const isOver = (
  series: Pick<PriceSeries, 'kind' | 'interval'>,
  bar: StoredBar,
  { now }: View,
): boolean => timesOf(series, bar).closeAt <= now;

/** Whether the prices of a series were known on their scale: those adjusted later have splits and dividends in them that came later. */
export function isKnown({ kind, series }: Pick<PriceSeries, 'kind' | 'series'>, { now }: View): boolean {
  const asOf = kind === STOCK_BAR ? (stockSeriesOf(series)?.asOf ?? null) : null;
  return asOf === null || asOf <= now.toISOString().slice(0, 10);
}

/**
 * A source as it is shown.
 * @param newest the newest bar that is known, up to whose day splits and dividends are known that bars tell
 */
export function sourceOf(
  series: PriceSeries,
  adjusted: PriceAdjustment | null,
  newest: StoredBar,
): PriceSource {
  const { provider, market, interval } = series;
  const { cur: currency = series.currency } = newest.data as Pick<BarData, 'cur'>;
  const asOf = series.kind === STOCK_BAR ? (stockSeriesOf(series.series)?.asOf ?? newest.key) : null;
  return {
    provider,
    market,
    interval,
    currency,
    adjusted,
    adjustedAsOf: adjusted === null || adjusted === 'RAW' ? null : asOf,
  };
}

/** The split and dividend that a bar tells. */
export const eventOf = ({ key, data }: StoredBar): PriceEvent => {
  const { s: split = 1, d: dividend = 0, c: close } = data as Pick<StockBarData, 's' | 'd' | 'c'>;
  return { day: key, split, dividend, close };
};

/**
 * A stored bar as it was asked for.
 *
 * @param events those of the series behind the bar
 */
export function shownBar(
  series: PriceSeries,
  bar: StoredBar,
  adjusted: PriceAdjustment | null,
  events: readonly PriceEvent[],
): Bar {
  const data = bar.data as unknown as BarData; // checked when it was read
  const { openAt, closeAt } = timesOf(series, bar);
  const factors = factorsOf(basisOf(series), bar.key, data, adjusted, events);
  const price = (value: number) => withoutNoise(value * factors.price);
  return {
    key: bar.key,
    openAt,
    closeAt,
    day: series.kind === STOCK_BAR ? bar.key : null,
    open: price(data.o),
    high: price(data.h),
    low: price(data.l),
    close: price(data.c),
    volume: withoutNoise((data.v ?? 0) * factors.volume),
    quoteVolume: data.q ?? null,
    takerBuyVolume: data.tb ?? null,
    trades: data.n ?? null,
    averagePrice: data.vw === undefined ? null : price(data.vw),
    split: data.s ?? null,
    dividend: data.d ?? null,
  };
}

function factorsOf(
  basis: PriceBasis | null,
  day: string,
  { c, ac }: BarData,
  adjusted: PriceAdjustment | null,
  events: readonly PriceEvent[],
) {
  if (basis === 'raw+events' && adjusted !== null) return factorsAt(day, events, adjusted);
  if (basis === 'splits+total' && adjusted === 'SPLITS_AND_DIVIDENDS' && ac !== undefined)
    return { price: ac / c, volume: 1 };
  return { price: 1, volume: 1 };
}

/** Twelve digits: products of binary fractions have noise behind them, and no price has as many. */
const withoutNoise = (value: number): number => Number(value.toPrecision(12));
