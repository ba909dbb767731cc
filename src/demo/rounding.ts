/** Rounded to a number of decimals; never the negative zero, which JSON does not keep. */
export function round(value: number, decimals = 2): number {
  return Number(value.toFixed(decimals)) + 0;
}

/** A price to six significant digits, as exchanges quote cheap and dear instruments alike. */
export function roundPrice(price: number): number {
  return Number(price.toPrecision(6));
}

/** Change from one value to the other in percent, to two decimals. */
export function changePct(from: number, to: number): number {
  return round((to / from - 1) * 100);
}

export function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value));
}
