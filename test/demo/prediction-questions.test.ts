import { expect, test } from 'vitest';
import { LANES, listedMarkets, newestMarket } from '../../src/demo/prediction-markets.ts';
import { createPrices } from '../../src/demo/prices.ts';
import { sessionOf } from '../../src/feed/trading-day.ts';
import { isTradingDay } from '../../src/feed/us-calendar.ts';
import { DAY, SEED } from './support.ts';

const prices = createPrices(SEED);
const MOMENTS = ['2026-03-11T14:30:00Z', '2026-07-05T02:00:00Z', '2026-12-26T21:00:00Z'].map(Date.parse);

const listedAt = (ms: number) =>
  Array.from({ length: LANES }, (_, lane) => listedMarkets(SEED, prices, lane, ms)).flat();
const dayIn = (text: string): string => /\d{4}-\d\d-\d\d/.exec(text)?.[0] ?? '';

test('a question on a stock is about the close of a trading day, and its market closes with that session', () => {
  let onStocks = 0;
  for (const { question, closesMs } of MOMENTS.flatMap(listedAt)) {
    if (question.category !== 'Stocks') continue;
    onStocks += 1;
    const day = dayIn(question.text);
    expect(question.text).toMatch(/ at the close of \d{4}-\d\d-\d\d\?$/);
    expect(isTradingDay(Date.parse(day)), question.text).toBe(true);
    expect(closesMs, question.text).toBe(sessionOf(day, null).closeAt.getTime());
  }
  expect(onStocks).toBeGreaterThan(100);
});

test('a question on anything else is about a whole day, of any weekday', () => {
  const weekdays = new Set<number>();
  for (const { question, closesMs } of MOMENTS.flatMap(listedAt)) {
    if (question.category === 'Stocks') continue;
    const day = Date.parse(dayIn(question.text));
    weekdays.add(new Date(day).getUTCDay());
    expect(closesMs, question.text).toBe(day + DAY);
  }
  expect(weekdays.size).toBe(7);
});

test('a market on a stock is closed from its last session on until another follows it', () => {
  const startMs = Date.parse('2026-03-01T00:00:00Z');
  const moments = Array.from({ length: 60 * 2 }, (_, index) => startMs + (index * DAY) / 2);
  let closed = 0;
  for (const ms of moments) {
    for (const lane of Array.from({ length: 33 }, (_, n) => n)) {
      const market = newestMarket(SEED, prices, 'polymarket', lane, ms);
      expect(market.isOpen).toBe(ms < market.closesMs);
      if (market.isOpen) continue;
      closed += 1;
      expect(market.question.category).toBe('Stocks');
      // No more than a weekend and a holiday beside it.
      expect(ms - market.closesMs).toBeLessThan(4.5 * DAY);
      expect(market.prices.toSorted()).toEqual([0, 1]);
    }
  }
  expect(closed).toBeGreaterThan(0);
});
