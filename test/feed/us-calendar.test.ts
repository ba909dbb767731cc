import { expect, test } from 'vitest';
import { isOfficeDay, isTradingDay } from '../../src/feed/us-calendar.ts';
import { DAY } from '../demo/support.ts';

/** Weekdays of a year that are none of the calendar's days. */
function closedIn(year: number, isOpen: (midnightMs: number) => boolean): readonly string[] {
  const days = Array.from({ length: 366 }, (_, index) => Date.UTC(year, 0, 1) + index * DAY);
  const ofYear = days.map((ms) => new Date(ms)).filter((at) => at.getUTCFullYear() === year);
  for (const at of ofYear) if (at.getUTCDay() % 6 === 0) expect(isOpen(at.getTime())).toBe(false);
  return ofYear
    .filter((at) => at.getUTCDay() % 6 !== 0 && !isOpen(at.getTime()))
    .map((at) => at.toISOString().slice(5, 10));
}

// https://www.nyse.com/markets/hours-calendars; 2022 began on a Saturday.
test.each([
  [2021, '01-01 01-18 02-15 04-02 05-31 07-05 09-06 11-25 12-24'],
  [2022, '01-17 02-21 04-15 05-30 06-20 07-04 09-05 11-24 12-26'],
  [2025, '01-01 01-20 02-17 04-18 05-26 06-19 07-04 09-01 11-27 12-25'],
  [2026, '01-01 01-19 02-16 04-03 05-25 06-19 07-03 09-07 11-26 12-25'],
  [2027, '01-01 01-18 02-15 03-26 05-31 06-18 07-05 09-06 11-25 12-24'],
])('the stock exchange of New York is closed in %i', (year, days) => {
  // 9 January 2025, a day of mourning, is no holiday of the rule.
  expect(closedIn(year, isTradingDay).join(' ')).toBe(days);
});

// https://www.opm.gov/policy-data-oversight/pay-leave/federal-holidays
test.each([
  [2021, '01-01 01-18 02-15 05-31 06-18 07-05 09-06 10-11 11-11 11-25 12-24 12-31'],
  [2026, '01-01 01-19 02-16 05-25 06-19 07-03 09-07 10-12 11-11 11-26 12-25'],
  [2027, '01-01 01-18 02-15 05-31 06-18 07-05 09-06 10-11 11-11 11-25 12-24 12-31'],
])('federal offices are closed in %i', (year, days) => {
  expect(closedIn(year, isOfficeDay).join(' ')).toBe(days);
});
