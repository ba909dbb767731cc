import type { Input } from '../../sources/format.ts';
import { type Day, parseDay, parseTime } from './day.ts';
import type { Release } from './release.ts';

/** A number about a day, and the day by whose end it was known. */
export interface Observation {
  readonly day: Day;
  readonly knownOn: Day;
  readonly value: number;
  /** Unknown: the series is revised, and no capture of the time is there. Absent: the value is that of `knownOn`. */
  readonly vintage?: 'unknown';
}

/** One that was read of a capture. */
export interface CapturedObservation extends Observation {
  /** Of the capture that says the value. */
  readonly capturedOn: Day;
}

/** The vintage of what follows from several observations, to be spread into it. */
export const vintageOf = (...of: readonly Pick<Observation, 'vintage'>[]): Pick<Observation, 'vintage'> =>
  of.some(({ vintage }) => vintage === 'unknown') ? { vintage: 'unknown' } : {};

/** Observations by day, one a day; `knownOn` never decreases. */
export type Series = readonly Observation[];

/**
 * The observations among macro inputs (`sources/macro/macro-input.ts`). Where captures differ about a day, the newest one
 * made by the end of the day on which the value became known counts; without one the oldest capture. So a revision
 * published later changes no point that was made before it, and the order of imports does not matter. Two values of one
 * capture time cannot be ordered: the lower one counts. A revised series of which only a later capture is there says so.
 */
export function observationsOf(inputs: readonly Input[], release: Release): readonly CapturedObservation[] {
  const byDay = new Map<Day, Captured>();
  const captureTimes = new Map<string, number | null>(); // a file has one for thousands of days
  for (const { key, data } of inputs) {
    const [about = '', capturedAt = about] = key.split('|');
    const day = parseDay(about);
    const { value } = data;
    if (day === null || typeof value !== 'number' || !Number.isFinite(value)) continue; // not of this kind's shape
    if (!captureTimes.has(capturedAt)) captureTimes.set(capturedAt, parseTime(capturedAt));
    const captured = { at: captureTimes.get(capturedAt) ?? day, value };
    const other = byDay.get(day);
    const deadline = release.knownOn(day) + 1;
    if (other === undefined || precedes(captured, other, deadline)) byDay.set(day, captured);
  }
  return [...byDay]
    .map(([day, { at, value }]): CapturedObservation => {
      const knownOn = release.knownOn(day);
      const isLate = release.isRevised === true && at >= knownOn + 1;
      return { day, knownOn, value, capturedOn: Math.floor(at), ...(isLate ? { vintage: 'unknown' } : {}) };
    })
    .sort((a, b) => a.day - b.day);
}

interface Captured {
  /** Days since 1970, with a fraction. */
  readonly at: number;
  readonly value: number;
}

function precedes(one: Captured, other: Captured, deadline: number): boolean {
  if (one.at === other.at) return one.value < other.value;
  if (one.at < deadline && other.at < deadline) return one.at > other.at;
  return one.at < other.at;
}

/** Index of the last observation for which `at` is not after `day`; -1 when there is none. */
export function lastIndex(series: Series, day: Day, at: (observation: Observation) => Day): number {
  let low = 0;
  let high = series.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const observation = series[middle];
    if (observation !== undefined && at(observation) <= day) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** The observation about a day, or the last one up to `maxAgeDays` before it. */
export function valueOn(series: Series, day: Day, maxAgeDays: number): Observation | undefined {
  const found = series[lastIndex(series, day, (observation) => observation.day)];
  return found !== undefined && day - found.day <= maxAgeDays ? found : undefined;
}
