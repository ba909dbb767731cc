import type { ScorecardName } from '../../feeds/scorecards/feed.ts';
import type { Day } from './day.ts';
import { lastIndex, type Series } from './observations.ts';
import { trailingPercentiles } from './percentile.ts';

/** A number beside the composite, carried for a while after it became known. */
export interface Metric {
  /** snake_case, the unit at its end where it has one. */
  readonly name: string;
  readonly series: Series;
  readonly carryDays: number;
}

/** A metric that counts in the composite. */
export interface Component extends Metric {
  /** Weights of a card add up to 1. */
  readonly weight: number;
  /** Whether a high value raises or lowers the composite. */
  readonly effect: 'raises' | 'lowers';
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
/** A point needs components of this much weight; their weights are scaled up to 1. */
const MIN_WEIGHT = 0.6;

export type Metrics = Readonly<Record<string, number>>;

/**
 * The metrics of a card by day, for each day from the first to the last with an observation that has enough to say.
 * What a day shows was known by its end: an observation counts from `knownOn` on for `carryDays`.
 * Composite = Σ weight × score / Σ weight over the components known that day. It and the `…_score`s are rounded to two
 * decimals, other metrics to four (from a billion on to whole numbers); `coverage_pct` is the weight that was known.
 */
export function dailyMetrics(card: Card): ReadonlyMap<Day, Metrics> {
  const scored = card.components.map((component) => ({ component, scores: scoresOf(component) }));
  const observations = [...card.components, ...card.context].flatMap(({ series }) => series);
  const first = observations.reduce((day, { knownOn }) => Math.min(day, knownOn), Number.POSITIVE_INFINITY);
  const last = observations.reduce((day, one) => Math.max(day, one.day), Number.NEGATIVE_INFINITY);
  const days = new Map<Day, Metrics>();
  for (let day = first; day <= last; day += 1) {
    const metrics = metricsOn(day, card, scored);
    if (metrics !== null) days.set(day, metrics);
  }
  return days;
}

interface Scored {
  readonly component: Component;
  readonly scores: readonly (number | undefined)[];
}

function metricsOn(day: Day, card: Card, scored: readonly Scored[]): Metrics | null {
  const metrics: Record<string, number> = {};
  for (const metric of card.context) {
    const value = metric.series[currentIndex(metric, day)]?.value;
    if (value !== undefined) metrics[metric.name] = round(value, 4);
  }
  let weight = 0;
  let sum = 0;
  for (const { component, scores } of scored) {
    const index = currentIndex(component, day);
    const value = component.series[index]?.value;
    if (value !== undefined) metrics[component.name] = round(value, 4);
    const score = scores[index];
    if (score === undefined) continue;
    metrics[`${component.name}_score`] = round(score, 2);
    weight += component.weight;
    sum += component.weight * score;
  }
  if (card.required.some((name) => metrics[name] === undefined)) return null;
  // Weights are decimal fractions: 0.3 + 0.3 must not fail by a rounding error.
  if (weight < MIN_WEIGHT - 1e-9) return null;
  metrics[card.name] = round(sum / weight, 2);
  metrics.coverage_pct = round(100 * weight, 2);
  return metrics;
}

/** Index of the observation that stands for a day; -1 when none is known or the last one is too old. */
function currentIndex({ series, carryDays }: Metric, day: Day): number {
  const index = lastIndex(series, day, ({ knownOn }) => knownOn);
  const knownOn = series[index]?.knownOn ?? Number.NEGATIVE_INFINITY;
  return day - knownOn <= carryDays ? index : -1;
}

function scoresOf({ series, scale, effect }: Component): readonly (number | undefined)[] {
  const orient = (score: number) => (effect === 'raises' ? score : 100 - score);
  if (scale.kind === 'fixed') {
    const { zeroAt, hundredAt } = scale;
    return series.map(({ value }) => {
      const share = (value - zeroAt) / (hundredAt - zeroAt);
      return orient(100 * Math.min(1, Math.max(0, share)));
    });
  }
  return trailingPercentiles(series, WINDOW_DAYS, scale.minCount).map(
    (score) => score && orient(score), // percentiles are never 0
  );
}

function round(value: number, decimals: number): number {
  // Sums of money in USD: decimals of a billion are noise, and scaling them up would leave the exact integers.
  const factor = Math.abs(value) >= 1e9 ? 1 : 10 ** decimals;
  return Math.round(value * factor) / factor + 0; // no -0: stored as 0, it would look changed
}
