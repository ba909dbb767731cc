import { intervalMs } from '../../feed/interval.ts';
import { STOCK_BAR, type StockBarData } from '../../feed/stock-series.ts';
import { DAY_MS } from '../time.ts';
import type { Candidate } from './choose-series.ts';
import type { AssetPrice, SeriesStretch, StoredBar } from './price-ports.ts';
import { basisOf, sourceOf } from './shown-bars.ts';

/** Longer than any exchange in the United States was closed since 1914, and not so long that its change tells of a day. */
const LONGEST_CLOSURE_MS = 8 * DAY_MS;

/**
 * Where the price lies that the newest bar is compared with: the newest bar of its series that was over 24 hours before it,
 * of a stock that of the trading day before. A market that never closes has it within a bar's length, or there is a gap.
 */
export function referenceOf({ series, newest, closeAt }: Candidate, floor: Date | null): SeriesStretch {
  const { kind, interval } = series;
  if (kind === STOCK_BAR) {
    const from = new Date(closeAt.getTime() - LONGEST_CLOSURE_MS);
    return { kind, series: series.series, from: later(from, floor), to: closeAt, before: newest.key };
  }
  const lengthMs = intervalMs(interval);
  const openAtMs = closeAt.getTime() - DAY_MS - lengthMs;
  const from = new Date(openAtMs - lengthMs);
  return { kind, series: series.series, from: later(from, floor), to: new Date(openAtMs + 1) };
}

const later = (one: Date, floor: Date | null): Date => (floor !== null && floor > one ? floor : one);

/**
 * The price of the newest bar: as it was traded, but for series that are adjusted to a later day. It is compared with the bar
 * before on one scale: the close before is divided by a split of this day, and where splits are not told there is no change.
 */
export function priceOf({ series, newest, closeAt }: Candidate, before: StoredBar | null): AssetPrice {
  const basis = basisOf(series);
  const { c: last, s: split = 1 } = newest.data as unknown as StockBarData; // the members of every bar
  const reference =
    before === null || basis === 'raw' ? null : (before.data as unknown as StockBarData).c / split;
  return {
    last,
    at: closeAt,
    changePct24h: reference === null ? null : (100 * (last - reference)) / reference,
    source: sourceOf(series, basis && AS_STORED[basis], newest),
  };
}

/** What the prices of a basis are adjusted for as they are stored. */
const AS_STORED = {
  raw: 'RAW',
  'raw+events': 'RAW',
  splits: 'SPLITS',
  'splits+total': 'SPLITS',
  total: 'SPLITS_AND_DIVIDENDS',
} as const;
