/** A closed trade as far as the balance is concerned. */
export interface Closing {
  readonly closedAt: Date;
  /** Profit or loss after fees, in the currency of the balance. */
  readonly profit: number;
  readonly isWin: boolean;
}

const DAY_MS = 86_400_000;

/** Crypto trades every day of the year, so a year of daily returns has this many. */
export const DAYS_PER_YEAR = 365;

/**
 * Returns of the realised balance, one for each UTC day from the first to the last of the tested period, days without
 * a closing included: profit of the day over the balance it began with, as a fraction. Null once the balance is spent:
 * there is no return on nothing.
 */
export function dailyReturns(
  closings: readonly Closing[],
  startingBalance: number,
  period: { readonly from: Date; readonly to: Date },
): readonly number[] | null {
  const profits = new Map<number, number>();
  for (const { closedAt, profit } of closings) {
    const day = dayOf(closedAt);
    profits.set(day, (profits.get(day) ?? 0) + profit);
  }
  const first = Math.min(dayOf(period.from), ...profits.keys());
  const last = Math.max(dayOf(period.to), ...profits.keys());
  const returns: number[] = [];
  let balance = startingBalance;
  for (let day = first; day <= last; day += 1) {
    if (balance <= 0) return null;
    const profit = profits.get(day) ?? 0;
    returns.push(profit / balance);
    balance += profit;
  }
  return returns;
}

const dayOf = (at: Date): number => Math.floor(at.getTime() / DAY_MS);

/**
 * Annualised Sharpe ratio with a risk-free rate of zero: mean over sample standard deviation of the daily returns,
 * times the root of 365 (Sharpe, "The Sharpe Ratio", Journal of Portfolio Management 21, 1994). Null for fewer than
 * two returns, and where they do not vary.
 */
export function sharpeRatio(returns: readonly number[]): number | null {
  if (returns.length < 2) return null;
  const mean = meanOf(returns);
  const variance = sum(returns.map((value) => (value - mean) ** 2)) / (returns.length - 1);
  return ratio(mean, Math.sqrt(variance));
}

/**
 * Annualised Sortino ratio with a target of zero: mean over downside deviation, the root of the mean square of the
 * negative returns over all days (Sortino and Price, "Performance Measurement in a Downside Risk Framework", Journal
 * of Investing 3, 1994), times the root of 365. Null for fewer than two returns, and without a losing day.
 */
export function sortinoRatio(returns: readonly number[]): number | null {
  if (returns.length < 2) return null;
  const downside = sum(returns.map((value) => Math.min(0, value) ** 2)) / returns.length;
  return ratio(meanOf(returns), Math.sqrt(downside));
}

/** What is left of rounding errors is no risk. */
export const NO_RISK = 1e-12;

function ratio(mean: number, risk: number): number | null {
  return risk <= NO_RISK ? null : (mean / risk) * Math.sqrt(DAYS_PER_YEAR);
}

export const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

export const meanOf = (values: readonly number[]): number => sum(values) / values.length;
