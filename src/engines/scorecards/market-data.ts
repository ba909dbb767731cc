import { COMPONENTS, type ScorecardComponent } from '../../feeds/scorecards/components.ts';
import type { ScorecardName } from '../../feeds/scorecards/feed.ts';
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

/** A component of a card scored by percentile; `minCount` observations are needed in the window. */
export function ranked(card: ScorecardName, base: Metric, minCount: number): Component {
  return { ...base, ...ruleOf(card, base.name), scale: { kind: 'percentile', minCount } };
}

/** The weight and the effect of a component, as declared. */
export function ruleOf(card: ScorecardName, name: string): Pick<ScorecardComponent, 'weight' | 'effect'> {
  const found = COMPONENTS[card].find((one) => one.name === name);
  if (!found) throw new Error(`${card} has no component ${name}`);
  return { weight: found.weight, effect: found.effect };
}

/** Fewest observations for a percentile: a year of days or weeks, three years of months. */
export const A_YEAR_OF_DAYS = 250;
export const A_YEAR_OF_WEEKS = 52;
export const THREE_YEARS_OF_MONTHS = 36;
