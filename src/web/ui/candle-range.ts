/** Pixels beside the first and the last candle: markers and dates are wider than a candle, and the tag has a word beside it. */
const BESIDE = { left: 22, right: 44 };

/** Bars that a scale of so many pixels shows, so that all of them have room for their markers. */
export function rangeOf(bars: number, width: number): { readonly from: number; readonly to: number } {
  const bar = Math.max(1, width - BESIDE.left - BESIDE.right) / bars;
  return { from: -BESIDE.left / bar, to: bars - 1 + BESIDE.right / bar };
}
