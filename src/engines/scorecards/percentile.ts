import type { Series } from './observations.ts';

/** A percentile, and whether all values of its window are those known at the time. */
export interface Percentile {
  readonly score: number;
  readonly isVintageKnown: boolean;
}

/**
 * For every observation its percentile (0–100, exclusive) among those of the trailing window that ends with it: the
 * share below it plus half the share equal to it, itself among these (the mid-rank of statistics). Undefined for
 * fewer than `minCount`. All of the window was known when the observation was.
 */
export function trailingPercentiles(
  series: Series,
  windowDays: number,
  minCount: number,
): readonly (Percentile | undefined)[] {
  // Kept sorted while the window moves on: counting it anew for each of thousands of days takes most of a second.
  const sorted: number[] = [];
  let start = 0;
  let unknown = 0;
  return series.map(({ day, value, vintage }) => {
    for (let old = series[start]; old !== undefined && old.day <= day - windowDays; old = series[start]) {
      sorted.splice(countBelow(sorted, old.value), 1);
      if (old.vintage === 'unknown') unknown -= 1;
      start += 1;
    }
    if (vintage === 'unknown') unknown += 1;
    const below = countBelow(sorted, value);
    sorted.splice(below, 0, value);
    if (sorted.length < minCount) return undefined;
    const equal = countBelow(sorted, value, true) - below;
    return { score: (100 * (below + equal / 2)) / sorted.length, isVintageKnown: unknown === 0 };
  });
}

/** How many of sorted numbers are below a value, or below or equal to it. */
function countBelow(sorted: readonly number[], value: number, orEqual = false): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const other = sorted[middle] ?? Number.NaN;
    if (other < value || (orEqual && other === value)) low = middle + 1;
    else high = middle;
  }
  return low;
}
