/**
 * Share of a standard normal distribution below a value, exact to about 1e-7 (Abramowitz and Stegun, Handbook of
 * Mathematical Functions, 26.2.17).
 */
export function normalShare(value: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(value));
  const density = Math.exp(-(value ** 2) / 2) / Math.sqrt(2 * Math.PI);
  const series =
    t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  const above = density * series;
  return value >= 0 ? 1 - above : above;
}

/** The inverse of `normalShare`, by halving; for shares within 1e-15 of neither end. */
export function normalQuantile(share: number): number {
  let [low, high] = [-9, 9];
  for (let step = 0; step < 80; step += 1) {
    const middle = (low + high) / 2;
    if (normalShare(middle) < share) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}
