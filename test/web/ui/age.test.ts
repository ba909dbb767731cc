import { expect, test } from 'vitest';
import { ageOf, daysAgoOf } from '../../../src/web/ui/age.ts';

const DAY = 86_400_000;
const NOW = Date.parse('2026-11-28T12:00:00Z');

test('an age is a distance, and one ahead says so', () => {
  expect(ageOf(NOW - 7 * DAY, NOW)).toBe('7d');
  expect(ageOf(NOW + 7 * DAY, NOW)).toBe('in 7d');
  expect(ageOf(NOW + 30_000, NOW)).toBe('30s');
});

test('beside moments ahead, one that is past says so', () => {
  expect(ageOf(NOW - 7 * DAY, NOW, true)).toBe('7d ago');
  expect(ageOf(NOW, NOW, true)).toBe('now');
  expect(ageOf(NOW + 7 * DAY, NOW, true)).toBe('in 7d');
});

test('of a day the days are counted, whatever the hour', () => {
  for (const hour of ['T05:00:00Z', 'T12:00:00Z', 'T23:59:59Z'])
    expect(daysAgoOf('2026-11-27', Date.parse(`2026-11-29${hour}`)), hour).toBe('2d');
  // In Washington it is the evening before.
  expect(daysAgoOf('2026-11-28', Date.parse('2026-11-29T04:59:59Z'))).toBe('today');
  expect(daysAgoOf('2026-11-27', Date.parse('2026-11-29T12:00:00Z'))).toBe('2d');
  expect(daysAgoOf('2026-11-28', NOW)).toBe('today');
  expect(daysAgoOf('2026-11-29', NOW)).toBe('today'); // clocks of providers may be ahead
});
