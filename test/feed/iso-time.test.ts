import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isoTime } from '../../src/feed/iso-time.ts';

test('any date has the text of toISOString, before 1970 and in years of more than four digits, too', () => {
  const dates = fc.oneof(
    fc.date({ noInvalidDate: true }),
    fc.date({ noInvalidDate: true, min: new Date('2026-01-01'), max: new Date('2026-01-03') }),
  );
  fc.assert(fc.property(dates, (date) => isoTime(date) === date.toISOString()));
  for (const ms of [0, -1, 86_399_999, 86_400_000, 8.64e15, -8.64e15]) {
    expect(isoTime(new Date(ms))).toBe(new Date(ms).toISOString());
  }
});

test('more days than it remembers have the same texts', () => {
  const day = (number: number) => new Date(number * 86_400_000 + 12_345_678);
  for (let number = 0; number < 25_000; number += 1)
    expect(isoTime(day(number))).toBe(day(number).toISOString());
  expect(isoTime(day(0))).toBe(day(0).toISOString());
});

test('an invalid date is a RangeError', () => {
  expect(() => isoTime(new Date(Number.NaN))).toThrow(RangeError);
});
