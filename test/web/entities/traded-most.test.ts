import { expect, test } from 'vitest';
import { tradedMost } from '../../../src/web/entities/traded-most.ts';

const trade = (ticker: string | null, side: string, more: object = {}) => ({
  ticker,
  assetName: 'A bond',
  side,
  amountLow: 1_001,
  amountHigh: 15_000,
  ...more,
});

test('what was traded for most dollars comes first, with purchases, sales and the sums of the bounds', () => {
  const trades = [
    trade('MSFT', 'BUY'),
    trade('NVDA', 'BUY'),
    trade('NVDA', 'SELL'),
    trade('NVDA', 'EXCHANGE'),
  ];
  expect(tradedMost(trades)).toEqual([
    {
      id: 'NVDA',
      ticker: 'NVDA',
      purchases: 1,
      sales: 1,
      bought: 1_001,
      sold: 1_001,
      low: 3_003,
      high: 45_000,
    },
    { id: 'MSFT', ticker: 'MSFT', purchases: 1, sales: 0, bought: 1_001, sold: 0, low: 1_001, high: 15_000 },
  ]);
});

test('what has no ticker goes by its name', () => {
  const large = trade(null, 'BUY', { amountLow: 50_001, amountHigh: null });
  expect(tradedMost([trade('NVDA', 'BUY'), large, trade(null, 'BUY', { assetName: null })])).toMatchObject([
    { id: 'A bond', ticker: null, low: 50_001, high: null },
    { id: 'NVDA' },
  ]);
});
