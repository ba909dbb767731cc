import { addWorkingDays, type Day } from './day.ts';

/** When observations of a series become known, and how long the newest one stands for the present. */
export interface Release {
  /** The day by whose end (UTC) the observation of a day is published. Never decreases. */
  knownOn(day: Day): Day;
  /** Days after it became known for which an observation may be carried; about two intervals of the series. */
  readonly carryDays: number;
  /** The publisher changes past values: what a later capture says of a day need not be what was known on it. */
  readonly isRevised?: true;
}

const daysLater = (days: number, carryDays: number): Release => ({ knownOn: (day) => day + days, carryDays });
const revised = (release: Release): Release => ({ ...release, isRevised: true });
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
 *
 * Revised are the money stock (H.6: seasonal factors and benchmarks), the St. Louis Fed's index (estimated anew with each
 * release), the broad dollar (H.10: trade weights of the year) and what DefiLlama adds up over protocols and coins it has
 * come to know. Rates, prices and the Fed's weekly balance sheet stay as they were published.
 */
const RELEASES: Readonly<Record<string, Release>> = {
  'FRED:VIXCLS': nextWorkingDay,
  'FRED:T10Y2Y': nextWorkingDay,
  'FRED:DGS10': nextWorkingDay,
  'FRED:BAMLH0A0HYM2': nextWorkingDay,
  'FRED:SOFR': nextWorkingDay,
  'FRED:RRPONTSYD': nextWorkingDay,
  'FRED:DTWEXBGS': revised(daysLater(8, 7)),
  'FRED:WALCL': daysLater(2, 14),
  'FRED:WTREGEN': daysLater(2, 14),
  'FRED:STLFSI4': revised(daysLater(7, 14)),
  'FRED:FEDFUNDS': daysLater(36, 45),
  'FRED:M2SL': revised(daysLater(60, 45)),
  'FRED:WM2NS': revised(daysLater(60, 45)),
  'DEFILLAMA:defi_tvl': revised(sameDay),
  'DEFILLAMA:stablecoin_supply': revised(sameDay),
};

export const releaseOf = (series: string): Release => RELEASES[series] ?? sameDay;
