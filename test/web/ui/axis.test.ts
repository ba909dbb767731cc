import { describe, expect, test } from 'vitest';
import { axisOf, daysWithin } from '../../../src/web/ui/axis.ts';

describe('the axis of a line', () => {
  test.each([
    [[37.48, 51.12], [35, 40, 45, 50, 55], 0],
    [[0, 100], [0, 20, 40, 60, 80, 100], 0],
    [[15.2, 55.7], [10, 20, 30, 40, 50, 60], 0],
    [[5, 9.4], [5, 6, 7, 8, 9, 10], 0],
    [[-0.97, 4], [-1, 0, 1, 2, 3, 4], 0],
    [[0.1, 0.3], [0.1, 0.15, 0.2, 0.25, 0.3], 2],
    [[50, 50], [50, 51], 0],
    [[0, 0], [0, 0.1], 1],
  ])('of %j has the labels %j', (values, ticks, digits) => {
    expect(axisOf(values)).toEqual({ low: ticks[0], high: ticks.at(-1), ticks, digits });
  });

  test('ends with the values where they reach a hair into a gap', () => {
    expect(axisOf([-0.1, 11.9])).toEqual({ low: -0.1, high: 15, ticks: [0, 5, 10, 15], digits: 0 });
    expect(axisOf([0.4, 10.1])).toEqual({ low: 0, high: 10.1, ticks: [0, 2, 4, 6, 8, 10], digits: 0 });
  });

  test('of time has the beginnings of days between its ends, evenly', () => {
    const at = (text: string) => Date.parse(text);
    const days = (from: string, to: string, most: number) =>
      daysWithin(at(from), at(to), most).map((one) => new Date(one).toISOString().slice(0, 10));
    expect(days('2026-10-01', '2026-10-31', 5)).toEqual([
      '2026-10-06',
      '2026-10-11',
      '2026-10-16',
      '2026-10-21',
      '2026-10-26',
    ]);
    // 59 days: 15, 15, 15 and 14; of 10 days three parts, of seven two.
    expect(days('2026-10-01', '2026-11-29', 3)).toEqual(['2026-10-16', '2026-10-31', '2026-11-15']);
    expect(days('2026-10-01', '2026-10-11', 3)).toEqual(['2026-10-04', '2026-10-07']);
    expect(days('2026-10-01', '2026-10-08', 3)).toEqual(['2026-10-05']);
    expect(days('2026-10-01T12:00:00Z', '2026-10-03T13:00:00Z', 5)).toEqual(['2026-10-02']);
    expect(days('2026-10-01T12:00:00Z', '2026-10-01T13:00:00Z', 5)).toEqual([]);
  });

  test('holds every value, in equal steps of 1, 2 or 5, with two to seven labels', () => {
    for (let n = 1; n < 2_000; n += 1) {
      const values = [Math.sin(n) * 10 ** ((n % 13) - 6), Math.cos(n * 7) * 10 ** ((n % 11) - 5)];
      const slack = 1e-8 * (Math.max(...values) - Math.min(...values));
      const { low, high, ticks } = axisOf(values);
      expect(low, String(values)).toBeLessThanOrEqual(Math.min(...values) + slack);
      expect(high, String(values)).toBeGreaterThanOrEqual(Math.max(...values) - slack);
      expect(ticks.length).toBeGreaterThanOrEqual(2);
      expect(ticks.length).toBeLessThanOrEqual(7);
      const step = ((ticks[1] ?? 0) - (ticks[0] ?? 0)).toExponential(3);
      expect(step).toMatch(/^[125]\.000e/);
    }
  });
});
