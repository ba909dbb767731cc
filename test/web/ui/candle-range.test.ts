import { expect, test } from 'vitest';
import { rangeOf, WIDEST_BAR } from '../../../src/web/ui/candle-range.ts';

test.each([
  [48, 840],
  [250, 840],
  [168, 280],
  [22, 280],
])('of %i bars on %i pixels the first and the last have room for their markers', (bars, width) => {
  const { from, to } = rangeOf(bars, width);
  const bar = width / (to - from + 1);
  expect(-from * bar).toBeGreaterThanOrEqual(10); // half of a text such as `S12`
  expect((to - bars + 1) * bar).toBeGreaterThanOrEqual(34); // the word beside the tag
  expect(bars * bar).toBeGreaterThan(0.75 * width);
});

test.each([1, 4, 12])('%i bars on 840 pixels are no slabs, and stand on the right', (bars) => {
  const { from, to } = rangeOf(bars, 840);
  const bar = 840 / (to - from + 1);
  expect(bar).toBeCloseTo(WIDEST_BAR);
  expect((to - bars + 1) * bar).toBeCloseTo(44);
});
