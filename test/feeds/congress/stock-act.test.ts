import { expect, test } from 'vitest';
import { reportDueOn } from '../../../src/feeds/congress/stock-act.ts';

test.each([
  ['2026-09-11T00:00:00', '2026-10-26', 'a Monday'],
  ['2026-10-07T00:00:00', '2026-11-23', 'not on the Saturday'],
  ['2026-10-12T00:00:00', '2026-11-27', 'not on Thanksgiving'],
  ['2026-11-10T00:00:00', '2026-12-28', 'not on Christmas, a Friday, nor on the weekend behind it'],
])('the report of a trade of %s is due on %s: %s', (transaction_date, due) => {
  expect(reportDueOn({ transaction_date })).toBe(due);
});

test('without the day of the trade no day is known', () => {
  expect(reportDueOn({ transaction_date: null })).toBeNull();
});
