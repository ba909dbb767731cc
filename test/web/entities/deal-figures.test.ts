import { describe, expect, test } from 'vitest';
import { averageOf, changedPctOf, pricePaidToday } from '../../../src/web/entities/deal-figures.ts';

describe('by how much a transaction changed a holding', () => {
  const deal = (
    acquiredDisposed: 'ACQUIRED' | 'DISPOSED' | null,
    shares: number | null,
    after: number | null,
  ) => changedPctOf({ acquiredDisposed, shares, sharesOwnedAfter: after });

  test('is a share of what was held before', () => {
    expect(deal('ACQUIRED', 50, 150)).toBe(50);
    expect(deal('DISPOSED', 50, 150)).toBe(-25);
    expect(deal('DISPOSED', 150, 0)).toBe(-100);
  });

  test('is infinite where nothing was held, and not known where a form does not say', () => {
    expect(deal('ACQUIRED', 50, 50)).toBe(Number.POSITIVE_INFINITY);
    expect(deal('ACQUIRED', 50, null)).toBeNull();
    expect(deal(null, 50, 50)).toBeNull();
    expect(deal('ACQUIRED', 50, 20)).toBeNull();
  });
});

test('an average price is by the number of shares, without those that say no value', () => {
  const deals = [
    { shares: 10, value: 100 },
    { shares: 30, value: 600 },
    { shares: 1000, value: null },
  ];
  expect(averageOf(deals)).toBe(17.5);
  expect(averageOf([])).toBeNull();
});

describe('what a share of today cost', () => {
  // AAPL, 4-for-1 on 31 August 2020, adjusted for splits (docs/prices.md); newest first.
  const bars = (split: number | null) => [
    { day: '2020-08-31', close: 129.04, split },
    { day: '2020-08-28', close: 124.8075, split: null },
    { day: '2020-08-27', close: 125.01, split: null },
  ];

  test('counts the splits since, that of its own day not', () => {
    expect(pricePaidToday(499.23, '2020-08-28', bars(4))).toBe(124.8075);
    expect(pricePaidToday(129, '2020-08-31', bars(4))).toBe(129);
    expect(pricePaidToday(499.23, '2020-08-29', bars(4)), 'a day without a bar').toBe(124.8075);
  });

  test('is not said where a split is not reported, or the bars begin later', () => {
    expect(pricePaidToday(499.23, '2020-08-28', bars(null))).toBeNull();
    expect(pricePaidToday(500, '2020-08-26', bars(4))).toBeNull();
  });
});
