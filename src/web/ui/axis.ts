/** The labelled values of an axis, and where it begins and ends. */
export interface Axis {
  readonly low: number;
  readonly high: number;
  /** Lowest first, in equal steps, from `low` to `high`. */
  readonly ticks: readonly number[];
  /** Decimals of their labels. */
  readonly digits: number;
}

/** Gaps between labels that an axis has at most. */
const MOST = 6;

/** A gap at an end of which the values take less than this is left out: the axis ends with the values there. */
const LEAST_OF_GAP = 0.2;

/** An axis that holds all values and is labelled in steps of 1, 2 or 5 and a power of ten. */
export function axisOf(values: readonly number[], mostGaps = MOST): Axis {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  let power = 10 ** Math.floor(Math.log10(most - least || Math.abs(most) || 1)) / 10;
  for (;;) {
    for (const factor of [1, 2, 5]) {
      const step = factor * power;
      // Quotients of decimal fractions are off by a hair: 0.3 / 0.1 is 2.9999999999999996.
      const from = Math.floor(least / step + 1e-9);
      const to = Math.max(Math.ceil(most / step - 1e-9), from + 1);
      if (to - from > mostGaps) continue;
      const digits = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
      // Values that reach a hair into a gap would leave the rest of it empty.
      const hasLow = to - from < 3 || from + 1 - least / step >= LEAST_OF_GAP;
      const hasHigh = to - from < 3 || most / step - (to - 1) >= LEAST_OF_GAP;
      const first = hasLow ? from : from + 1;
      const ticks = Array.from({ length: (hasHigh ? to : to - 1) - first + 1 }, (_, n) =>
        Number(((first + n) * step).toFixed(digits)),
      );
      return {
        low: hasLow ? (ticks[0] ?? least) : least,
        high: hasHigh ? (ticks.at(-1) ?? most) : most,
        ticks,
        digits,
      };
    }
    power *= 10;
  }
}

const DAY_MS = 86_400_000;

/**
 * Beginnings of days (epoch milliseconds, UTC) at equal distances; at most `most`, between the ends of a time and not beside them. The
 * last distance, to the end, is no more than a third longer or shorter; so there can be fewer.
 */
export function daysWithin(from: number, to: number, most: number): readonly number[] {
  const days = Math.floor((to - from) / DAY_MS);
  const first = Math.floor(from / DAY_MS);
  for (let parts = Math.min(most + 1, days); parts > 1; parts -= 1) {
    const step = Math.round(days / parts);
    const rest = days - (parts - 1) * step;
    if (Math.abs(rest - step) * 3 <= step)
      return Array.from({ length: parts - 1 }, (_, n) => (first + (n + 1) * step) * DAY_MS);
  }
  return [];
}
