/** The labelled values of an axis, and where it begins and ends. */
export interface Axis {
  readonly low: number;
  readonly high: number;
  /** Lowest first: every one from `low` to `high`. */
  readonly ticks: readonly number[];
  /** Decimals of their labels. */
  readonly digits: number;
}

/** Gaps between labels that an axis has at most. */
const MOST = 6;

/** An axis that holds all values and is labelled in steps of 1, 2 or 5 and a power of ten. */
export function axisOf(values: readonly number[]): Axis {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  let power = 10 ** Math.floor(Math.log10(most - least || Math.abs(most) || 1)) / 10;
  for (;;) {
    for (const factor of [1, 2, 5]) {
      const step = factor * power;
      // Quotients of decimal fractions are off by a hair: 0.3 / 0.1 is 2.9999999999999996.
      const from = Math.floor(least / step + 1e-9);
      const to = Math.max(Math.ceil(most / step - 1e-9), from + 1);
      if (to - from > MOST) continue;
      const digits = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
      const ticks = Array.from({ length: to - from + 1 }, (_, n) =>
        Number(((from + n) * step).toFixed(digits)),
      );
      return { low: ticks[0] ?? least, high: ticks.at(-1) ?? most, ticks, digits };
    }
    power *= 10;
  }
}
