import type { PriceBasis } from './stock-series.ts';

/** What prices can be asked for: as they were traded, adjusted for splits, or for splits and dividends. */
export const PRICE_ADJUSTMENTS = ['RAW', 'SPLITS', 'SPLITS_AND_DIVIDENDS'] as const;
export type PriceAdjustment = (typeof PRICE_ADJUSTMENTS)[number];

/** What the bars of a series can be shown as, the one that is shown unless asked otherwise first. */
export const ADJUSTMENTS_OF: Readonly<Record<PriceBasis, readonly PriceAdjustment[]>> = {
  raw: ['RAW'],
  'raw+events': ['SPLITS', 'SPLITS_AND_DIVIDENDS', 'RAW'],
  splits: ['SPLITS'],
  'splits+total': ['SPLITS', 'SPLITS_AND_DIVIDENDS'],
  total: ['SPLITS_AND_DIVIDENDS'],
};

/** A split or a dividend of a series, or both, at the first trading day whose price is without them. */
export interface PriceEvent {
  /** `YYYY-MM-DD`. */
  readonly day: string;
  /** New shares for an old one; 1: no split. */
  readonly split: number;
  /** Paid for each share of that day, after the split; 0: none. */
  readonly dividend: number;
  /** Close of that day, as it was traded. */
  readonly close: number;
}

/** What prices and volume of a day are multiplied by. */
export interface Factors {
  readonly price: number;
  readonly volume: number;
}

/**
 * Back-adjustment as CRSP defines it (CRSP Calculations: cumulative adjustment factor, total return), with the newest event as the
 * base, so that the newest prices are those that were traded. A price of day t is multiplied, for every event of a later day e, by
 *
 *     1 / split(e)                              for the split, and the volume by split(e)
 *     close(e) / (close(e) + dividend(e))       for the dividend, of prices alone
 *
 * with the close of day e as it was traded. The ratio of two adjusted closes is then the return of who held the share and bought
 * more of it for each dividend at the close of its day. Tiingo, Alpha Vantage and Quandl compute theirs so, to the last digit;
 * Yahoo takes 1 - dividend(e) / close(e - 1), which differs by up to some hundredths of a percent a dividend.
 *
 * Worked example: AAPL, 4-for-1 on 31 August 2020, 0.82 on 7 August, which closed at 444.45. The close of 6 August, 455.61, is
 * 455.61 / 4 = 113.9025 for splits, and 113.9025 * 444.45 / (444.45 + 0.82) = 113.6927 with the dividend.
 *
 * @param events of one series, in any order
 */
export function factorsAt(day: string, events: readonly PriceEvent[], adjustment: PriceAdjustment): Factors {
  let [price, volume] = [1, 1];
  if (adjustment === 'RAW') return { price, volume };
  for (const { day: exDay, split, dividend, close } of events) {
    if (exDay <= day) continue;
    price /= split;
    volume *= split;
    if (adjustment === 'SPLITS_AND_DIVIDENDS') price *= close / (close + dividend);
  }
  return { price, volume };
}

/** Shares now for one of `day`, by the splits since. */
export const sharesSince = (day: string, events: readonly PriceEvent[]): number =>
  factorsAt(day, events, 'SPLITS').volume;
