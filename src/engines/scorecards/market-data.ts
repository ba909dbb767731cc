import type { CoinMarket } from './coins.ts';
import type { Component, Metric } from './composite.ts';
import type { Series } from './observations.ts';
import { releaseOf } from './release.ts';

/** What the cards are made from. */
export interface MarketData {
  /** Observations of a macro series in the provider's unit; empty when there are none. */
  readonly series: (id: string) => Series;
  readonly coins: CoinMarket;
}

/** A metric from observations of `source`, carried as long as these. */
export function metric(name: string, source: string, series: Series): Metric {
  return { name, series, carryDays: releaseOf(source).carryDays };
}

/** A component scored by percentile; `minCount` observations are needed in the window. */
export function ranked(
  base: Metric,
  rule: { readonly weight: number; readonly effect: Component['effect']; readonly minCount: number },
): Component {
  const { weight, effect, minCount } = rule;
  return { ...base, weight, effect, scale: { kind: 'percentile', minCount } };
}

/** Fewest observations for a percentile: a year of days or weeks, three years of months. */
export const A_YEAR_OF_DAYS = 250;
export const A_YEAR_OF_WEEKS = 52;
export const THREE_YEARS_OF_MONTHS = 36;
