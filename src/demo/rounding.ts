/** Rounded to a number of decimals; never the negative zero, which JSON does not keep. */
export function round(value: number, decimals = 2): number {
  return Number(value.toFixed(decimals)) + 0;
}

/** A price to six significant digits, as exchanges quote cheap and dear instruments alike. */
export function roundPrice(price: number): number {
  return Number(price.toPrecision(6));
}
