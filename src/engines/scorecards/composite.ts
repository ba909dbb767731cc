import type { ScorecardComponent } from '../../feeds/scorecards/components.ts';
import type { ScorecardName } from '../../feeds/scorecards/feed.ts';
import type { Day } from './day.ts';
import { lastIndex, type Series } from './observations.ts';
import { type Percentile, trailingPercentiles } from './percentile.ts';

/** A number beside the composite, carried for a while after it became known. */
export interface Metric {
  /** snake_case, the unit at its end where it has one. */
  readonly name: string;
  readonly series: Series;
  readonly carryDays: number;
}

/** A metric that counts in the composite. */
export interface Component extends Metric, Pick<ScorecardComponent, 'weight' | 'effect'> {
  /** How its value becomes 0–100: by its percentile in the trailing window, or on a fixed scale from 0 to 100. */
  readonly scale:
    | { readonly kind: 'percentile'; readonly minCount: number }
    | { readonly kind: 'fixed'; readonly zeroAt: number; readonly hundredAt: number };
}

export interface Card {
  readonly name: ScorecardName;
  readonly components: readonly Component[];
  /** Shown where known, without weight. */
  readonly context: readonly Metric[];
  /** Metrics without which there is no point. */
  readonly required: readonly string[];
}

/** Trailing window of the percentiles: five years, a business cycle and more than one crypto cycle. */
const WINDOW_DAYS = 1_826;
/** A point needs fresh components of this much weight. */
const MIN_WEIGHT = 0.6;

export type Metrics = Readonly<Record<string, number>>;

/** What a card shows of a day. */
export interface CardDay {
  readonly metrics: Metrics;
  /** Whether all that is scored is what was known that day, and no later revision of it. */
  readonly isVintageKnown: boolean;
}

/**
 * What a card shows by day, for each day from the first to the last with an observation that has enough to say. What a day
 * shows was known by its end: an observation counts from `knownOn` on for `carryDays`; it is fresh that long.
 *
 * Composite = Σ weight × score / Σ weight over the components that have had a score by then. One that lapses is held at
 * its last score, for weights that are scaled anew would move the composite though nothing happened in the market:
 * `<name>_stale_days` says for how long it has been held. `coverage_pct` is the weight that is fresh; below 60 there is no
 * point. A component counts from its first score on, which changes the composite once, and the coverage with it.
 * The composite and the `…_score`s are rounded to two decimals, other metrics to four (from a billion on to whole numbers).
 */
export function dailyMetrics(card: Card): ReadonlyMap<Day, CardDay> {
  const scored = card.components.map((component) => ({ component, scores: scoresOf(component) }));
  const observations = [...card.components, ...card.context].flatMap(({ series }) => series);
  const first = observations.reduce((day, { knownOn }) => Math.min(day, knownOn), Number.POSITIVE_INFINITY);
  const last = observations.reduce((day, one) => Math.max(day, one.day), Number.NEGATIVE_INFINITY);
  const days = new Map<Day, CardDay>();
  for (let day = first; day <= last; day += 1) {
    const shown = cardOn(day, card, scored);
    if (shown !== null) days.set(day, shown);
  }
  return days;
}

interface Scored {
  readonly component: Component;
  readonly scores: readonly (Percentile | undefined)[];
}

function cardOn(day: Day, card: Card, scored: readonly Scored[]): CardDay | null {
  const metrics: Record<string, number> = {};
  for (const metric of card.context) {
    const { value } = observationOn(metric, day) ?? {};
    if (value !== undefined) metrics[metric.name] = round(value, 4);
  }
  let weight = 0;
  let fresh = 0;
  let sum = 0;
  let isVintageKnown = true;
  for (const { component, scores } of scored) {
    const value = observationOn(component, day)?.value;
    if (value !== undefined) metrics[component.name] = round(value, 4);
    const held = lastScore(component, scores, day);
    if (held === null) continue;
    metrics[`${component.name}_score`] = round(held.score, 2);
    if (held.staleDays > 0) metrics[`${component.name}_stale_days`] = held.staleDays;
    else fresh += component.weight;
    weight += component.weight;
    sum += component.weight * held.score;
    isVintageKnown &&= held.isVintageKnown;
  }
  if (card.required.some((name) => metrics[name] === undefined)) return null;
  // Weights are decimal fractions: 0.3 + 0.3 must not fail by a rounding error.
  if (fresh < MIN_WEIGHT - 1e-9) return null;
  metrics[card.name] = round(sum / weight, 2);
  metrics.coverage_pct = round(100 * fresh, 2);
  return { metrics, isVintageKnown };
}

/** The observation that stands for a day; undefined when none is known or the last one is too old. */
function observationOn({ series, carryDays }: Metric, day: Day): Series[number] | undefined {
  const last = series[lastIndex(series, day, ({ knownOn }) => knownOn)];
  return last !== undefined && day - last.knownOn <= carryDays ? last : undefined;
}

/** The last score known by a day, and for how many days its observation has been too old; null before the first one. */
function lastScore({ series, carryDays }: Metric, scores: Scored['scores'], day: Day) {
  for (let index = lastIndex(series, day, ({ knownOn }) => knownOn); index >= 0; index -= 1) {
    const [observation, known] = [series[index], scores[index]];
    if (observation && known)
      return { ...known, staleDays: Math.max(0, day - observation.knownOn - carryDays) };
  }
  return null;
}

function scoresOf({ series, scale, effect }: Component): Scored['scores'] {
  const orient = (score: number) => (effect === 'raises' ? score : 100 - score);
  if (scale.kind === 'fixed') {
    const { zeroAt, hundredAt } = scale;
    return series.map(({ value, vintage }) => {
      const share = (value - zeroAt) / (hundredAt - zeroAt);
      const score = orient(100 * Math.min(1, Math.max(0, share)));
      return { score, isVintageKnown: vintage === undefined };
    });
  }
  return trailingPercentiles(series, WINDOW_DAYS, scale.minCount).map(
    (known) => known && { ...known, score: orient(known.score) },
  );
}

function round(value: number, decimals: number): number {
  // Sums of money in USD: decimals of a billion are noise, and scaling them up would leave the exact integers.
  const factor = Math.abs(value) >= 1e9 ? 1 : 10 ** decimals;
  return Math.round(value * factor) / factor + 0; // no -0: stored as 0, it would look changed
}
