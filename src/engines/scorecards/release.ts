import { addWorkingDays, type Day } from './day.ts';

/** When observations of a series become known, and how long the newest one stands for the present. */
export interface Release {
  /** The day by whose end (UTC) the observation of a day is published. Never decreases. */
  knownOn(day: Day): Day;
  /** Days after it became known for which an observation may be carried; about two intervals of the series. */
  readonly carryDays: number;
}

const daysLater = (days: number, carryDays: number): Release => ({ knownOn: (day) => day + days, carryDays });
const nextWorkingDay: Release = { knownOn: (day) => addWorkingDays(day, 1), carryDays: 7 };
const sameDay: Release = { knownOn: (day) => day, carryDays: 3 };

/**
 * Release lags, on the late side of each publisher's schedule, so that a holiday does not make a value known too early:
 * - VIXCLS, T10Y2Y and DGS10 (H.15), BAMLH0A0HYM2, SOFR, RRPONTSYD: on FRED by the next working day.
 * - DTWEXBGS (H.10): the days of a week come out on the Monday after it, at the latest 8 days after the day.
 * - WALCL, WTREGEN (H.4.1): dated Wednesday, out on Thursday 16:30 New York, on Friday after a holiday.
 * - STLFSI4: dated Friday, out on the Thursday after, a day later after a holiday.
 * - FEDFUNDS: dated the first of the month it averages, out in the first working days of the next.
 * - M2SL, WM2NS (H.6): dated the first of the month (a Monday), out on the fourth Tuesday of the month after.
 * - CoinGecko, DefiLlama, Coinbase: captured on the day itself. Gaps of up to three days are in the samples.
 */
const RELEASES: Readonly<Record<string, Release>> = {
  'FRED:VIXCLS': nextWorkingDay,
  'FRED:T10Y2Y': nextWorkingDay,
  'FRED:DGS10': nextWorkingDay,
  'FRED:BAMLH0A0HYM2': nextWorkingDay,
  'FRED:SOFR': nextWorkingDay,
  'FRED:RRPONTSYD': nextWorkingDay,
  'FRED:DTWEXBGS': daysLater(8, 7),
  'FRED:WALCL': daysLater(2, 14),
  'FRED:WTREGEN': daysLater(2, 14),
  'FRED:STLFSI4': daysLater(7, 14),
  'FRED:FEDFUNDS': daysLater(36, 45),
  'FRED:M2SL': daysLater(60, 45),
  'FRED:WM2NS': daysLater(60, 45),
};

export const releaseOf = (series: string): Release => RELEASES[series] ?? sameDay;
