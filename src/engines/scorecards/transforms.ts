import { type Observation, type Series, valueOn, vintageOf } from './observations.ts';

/** Change in per cent against the observation `days` before (or up to `slackDays` older): 110 after 100 is 10. */
export function changePct(series: Series, days: number, slackDays: number): Series {
  return mapWithEarlier(series, days, slackDays, (now, then) =>
    then > 0 ? 100 * (now / then - 1) : undefined,
  );
}

/** Change in the unit of the series, e.g. percentage points of a rate. */
export function changeAbs(series: Series, days: number, slackDays: number): Series {
  return mapWithEarlier(series, days, slackDays, (now, then) => now - then);
}

function mapWithEarlier(
  series: Series,
  days: number,
  slackDays: number,
  change: (now: number, then: number) => number | undefined,
): Series {
  return series.flatMap((now) => {
    const then = valueOn(series, now.day - days, slackDays);
    const value = then && change(now.value, then.value);
    return then === undefined || value === undefined ? [] : [{ ...now, value, ...vintageOf(now, then) }];
  });
}

/** Combines series on the days of the first; a day on which one of the others has no value is left out. */
export function combine(
  first: Series,
  others: readonly { readonly series: Series; readonly maxAgeDays: number }[],
  make: (value: number, others: readonly number[]) => number,
): Series {
  return first.flatMap((one) => {
    const found = others.map(({ series, maxAgeDays }) => valueOn(series, one.day, maxAgeDays));
    const all = found.filter((observation) => observation !== undefined);
    if (all.length < others.length) return [];
    return [
      {
        day: one.day,
        knownOn: all.reduce((latest, { knownOn }) => Math.max(latest, knownOn), one.knownOn),
        value: make(
          one.value,
          all.map(({ value }) => value),
        ),
        ...vintageOf(one, ...all),
      },
    ];
  });
}

/**
 * Realised volatility in per cent a year: the root of 365 times the mean squared logarithmic return of the last `days`
 * daily closes (a market that never closes; the mean return is taken as 0, as in J.P. Morgan, RiskMetrics 1996). Needs
 * every close of the window.
 */
export function realisedVolatilityPct(closes: Series, days: number): Series {
  const squares = closes.map((close, index) => squaredReturn(close, closes[index - 1]));
  return closes.flatMap((close, index) => {
    const window = squares.slice(Math.max(0, index - days + 1), index + 1);
    const whole = window.filter((square) => square !== undefined);
    if (whole.length < days) return [];
    const mean = whole.reduce((sum, square) => sum + square, 0) / days;
    return [{ ...close, value: 100 * Math.sqrt(365 * mean) }];
  });
}

function squaredReturn(close: Observation, before: Observation | undefined): number | undefined {
  const isNext = before !== undefined && close.day - before.day === 1;
  return isNext && close.value > 0 && before.value > 0
    ? Math.log(close.value / before.value) ** 2
    : undefined;
}
