/** Pixels beside the first and the last candle: markers and dates are wider than a candle, and the tag has a word beside it. */
const BESIDE = { left: 22, right: 44 };

/** Pixels that a candle and the gap beside it have at most: a few candles would be slabs. */
export const WIDEST_BAR = 40;

/** Bars that a scale of so many pixels shows, so that all of them have room for their markers; few of them stand on the right. */
export function rangeOf(bars: number, width: number): { readonly from: number; readonly to: number } {
  const bar = Math.min(WIDEST_BAR, Math.max(1, width - BESIDE.left - BESIDE.right) / bars);
  const to = bars - 1 + BESIDE.right / bar;
  return { from: Math.min(-BESIDE.left / bar, to + 1 - width / bar), to };
}
