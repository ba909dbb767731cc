import { describe, expect, test } from 'vitest';
import { averageOf, changedPctOf } from '../../../src/web/entities/deal-figures.ts';

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
