import type { Bar } from '../../src/engines/bars.ts';

const HOUR_MS = 3_600_000;

/** Hourly bars of these closes; each opens at the close before, with shadows of `shadow` beyond both. */
export const barsOfCloses = (closes: readonly number[], shadow = 0.5): readonly Bar[] =>
  closes.map((close, index) => {
    const open = closes[index - 1] ?? close;
    return {
      openAt: new Date(Date.UTC(2026, 0, 1) + index * HOUR_MS),
      open,
      high: Math.max(open, close) + shadow,
      low: Math.min(open, close) - shadow,
      close,
    };
  });

/** Forty calm bars around 100, three that fall, and one that turns. */
export const SELL_OFF: readonly number[] = [
  ...Array.from({ length: 40 }, (_, index) => 100 + (index % 2)),
  97,
  93,
  88,
  96,
];
