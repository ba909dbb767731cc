import { expect, test } from 'vitest';
import { INSTRUMENTS } from '../../src/demo/instruments.ts';
import { createPrices } from '../../src/demo/prices.ts';
import { stockClock } from '../../src/demo/stock-clock.ts';
import { isoDay } from '../../src/demo/time.ts';
import { sessionOf } from '../../src/feed/trading-day.ts';
import { tradingDayBefore } from '../../src/feed/us-calendar.ts';
import { DAY } from './support.ts';

const HOUR = DAY / 24;

test('the clock of stocks never stands still nor leaps, and agrees with the calendar at the end of a week', () => {
  const sunday = Date.parse('2026-11-22T00:00Z');
  // The week of Thanksgiving has four sessions, the others five or four.
  for (let ms = sunday; ms < sunday + 8 * 7 * DAY; ms += HOUR) {
    const passed = stockClock(ms + HOUR) - stockClock(ms);
    expect(passed).toBeGreaterThan(0.1 * HOUR);
    expect(passed).toBeLessThan(6 * HOUR);
    if ((ms - sunday) % (7 * DAY) === 0) expect(stockClock(ms)).toBe(ms);
  }
});

test('stocks move more within their sessions than between a close and the next open', () => {
  const prices = createPrices(1);
  const stocks = INSTRUMENTS.filter(({ kind }) => kind === 'stock');
  let within = 0;
  let between = 0;
  const last = Date.parse('2026-11-20');
  for (let day = last; day > last - 365 * DAY; day = tradingDayBefore(day, 1)) {
    const { openAt, closeAt } = sessionOf(isoDay(day), null);
    const before = sessionOf(isoDay(tradingDayBefore(day, 1)), null).closeAt;
    const [closed, open, close] = [before, openAt, closeAt].map((at) => at.getTime());
    for (const stock of stocks) {
      const [was, first, end] = [closed, open, close].map((ms) => Math.log(prices.at(stock, ms ?? 0)));
      within += ((end ?? 0) - (first ?? 0)) ** 2;
      between += ((first ?? 0) - (was ?? 0)) ** 2;
    }
  }
  expect(between).toBeGreaterThan(0.05 * within);
  expect(between).toBeLessThan(0.5 * within);
});
