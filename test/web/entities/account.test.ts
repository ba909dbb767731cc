import { expect, test } from 'vitest';
import { drawdownOf, stakesOf } from '../../../src/web/entities/account.ts';

test('the drawdown is the fall from the highest balance so far, in per cent of that', () => {
  const account = [0, 25, 0, 50, 35].map((value, at) => ({ at, value }));
  expect(drawdownOf(account).map(({ value }) => Math.round(value * 100) / 100)).toEqual([0, 0, -20, 0, -10]);
  expect(drawdownOf([])).toEqual([]);
  // A spent account is wholly down.
  expect(drawdownOf([0, -100].map((value, at) => ({ at, value }))).at(-1)?.value).toBe(-100);
});

test('the stakes are those of the trades that say them, in per cent of the balance at the start', () => {
  const of = (stakes: readonly (number | null)[], startingBalance: number | null) =>
    stakesOf({
      tested: {
        nodes: stakes.map((stake) => ({ execution: { closedAt: null, profit: null, stake } })),
        pageInfo: { hasNextPage: false, endCursor: null },
      },
      backtest: { testedFrom: null, testedTo: null, startingBalance, currency: null },
    });
  expect(of([2_000, null, 2_500], 10_000)).toEqual([20, 25]);
  expect(of([null], 10_000)).toBeNull();
  expect(of([2_000], null)).toBeNull();
});
