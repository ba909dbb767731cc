import type { ScorecardSeries, SeriesObservation } from '../core/scorecard-ports.ts';
import { type Day, isoDay, parseDay } from '../engines/scorecards/day.ts';
import { observationsOf } from '../engines/scorecards/observations.ts';
import { type Release, releaseOf } from '../engines/scorecards/release.ts';
import { CARDS } from '../engines/scorecards/scorecards.ts';
import type { InputStore } from '../postgres/stores/input-store.ts';
import type { Input } from '../sources/format.ts';
import { MACRO } from '../sources/macro/macro-input.ts';

/** A series, and the day that its keys lie before. */
interface Wanted {
  readonly series: string;
  readonly before: string;
}

/**
 * What the points of a card rest on, by the rules that they are made by: the newest observation that was published by the end of
 * the day, and of several captures of it the one that `observationsOf` takes.
 */
export function createScorecardSeries(inputs: Pick<InputStore, 'newestDays'>): ScorecardSeries {
  return {
    async observations(days) {
      const byDay = days.map(({ scorecard, day }) => wantedOn(scorecard, parseDay(day)));
      const distinct = new Map(byDay.flat().map((wanted) => [nameOf(wanted), wanted]));
      const found = await inputs.newestDays(MACRO, [...distinct.values()]);
      const observed = new Map(
        [...distinct.keys()].map((name, at) => [name, observationIn(found[at] ?? [])]),
      );
      return byDay.map((wanted) => wanted.flatMap((one) => observed.get(nameOf(one)) ?? []));
    },
  };
}

const nameOf = ({ series, before }: Wanted): string => `${series} ${before}`;

function wantedOn(scorecard: string, day: Day | null): readonly Wanted[] {
  const series = CARDS.find(({ name }) => name === scorecard)?.series ?? [];
  if (day === null) return [];
  return [...series].map((id) => ({ series: id, before: isoDay(newestKnown(releaseOf(id), day) + 1) }));
}

/** The newest day whose observation is published by the end of another; some weeks before it at most. */
function newestKnown({ knownOn }: Release, day: Day): Day {
  let newest = day;
  while (knownOn(newest) > day) newest -= 1;
  return newest;
}

/** What captures of one day of one series say. */
function observationIn(captures: readonly Input[]): SeriesObservation | null {
  const [{ series } = { series: '' }] = captures;
  const [observation] = observationsOf(captures, releaseOf(series));
  if (observation === undefined) return null;
  const { day, value, knownOn, capturedOn, vintage } = observation;
  return {
    series,
    observed_on: isoDay(day),
    value,
    known_on: isoDay(knownOn),
    captured_on: isoDay(capturedOn),
    is_vintage_known: vintage === undefined,
  };
}
