import type { View } from './access/view.ts';

/** What answers that show series depend on besides points: moves with every commit that changes an observation. */
export const MACRO_SERIES = { module: 'macro-series', availability: null } as const;

/** A day that a point of a scorecard shows the end of, `YYYY-MM-DD`. */
export interface CardDay {
  readonly scorecard: string;
  readonly day: string;
}

/** The newest value of a macro series that was published by the end of a day; days are `YYYY-MM-DD`. */
export interface SeriesObservation {
  /** Provider and name: `FRED:WALCL`. */
  readonly series: string;
  readonly observed_on: string;
  /** In the provider's unit. */
  readonly value: number;
  /** By the end of which the value counts as published. */
  readonly known_on: string;
  /** Of the capture that says the value; of a file that does not say when it was made, its newest day. */
  readonly captured_on: string;
  /** False: the series is revised, and only a later capture is there, whose value may differ from that of then. */
  readonly is_vintage_known: boolean;
}

/** What scorecards are made of. */
export interface ScorecardSeries {
  /** For each of the days the series of the card, those without a value by then left out. The days are those of points in view. */
  observations(days: readonly CardDay[], view: View): Promise<readonly (readonly SeriesObservation[])[]>;
}

/** No series is known. */
export const NO_SERIES: ScorecardSeries = { observations: async (days) => days.map(() => []) };
