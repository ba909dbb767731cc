import { expect, test } from 'vitest';
import { closesOf, type Deal, marksOf, type Prices } from '../../../src/web/entities/deal-marks.ts';

const bar = (day: string, close: number) => ({ day, closeAt: `${day}T21:00:00.000Z`, close, split: 1 });
const prices: Prices = {
  symbol: 'PFE',
  price: { last: 26, at: '2026-11-27T21:00:00.000Z' },
  bars: { source: { adjusted: 'SPLITS' }, nodes: [bar('2026-11-25', 26), bar('2026-11-24', 25)] },
};
const deal = (more: Partial<Deal>) =>
  ({
    ticker: 'PFE',
    tradeDate: '2026-11-24T00:00:00',
    insiderName: 'Yewbarrow Leopold',
    transactionDirection: 'BUY',
    shares: 1_000,
    pricePerShare: 25.5,
    value: 25_500,
    ...more,
  }) as Deal;

test('a trade stands on the close of its day', () => {
  const closes = closesOf(prices);
  expect(closes.map(({ value }) => value)).toEqual([25, 26]);
  const [mark] = marksOf([deal({})], prices);
  expect(mark).toMatchObject({ at: closes[0]?.at, value: 25.5, tone: 'up' });
});

test('trades of one day say each other; what is no trade for money or of another company is not marked', () => {
  const deals = [
    deal({}),
    deal({ insiderName: 'Vexborough Emeric', transactionDirection: 'SELL', shares: null, value: null }),
    deal({ transactionDirection: 'OTHER' }),
    deal({ ticker: 'INTC' }),
  ];
  const said =
    'Yewbarrow Leopold bought 1.0K at $25.50, $25.5K, 2026-11-24\nVexborough Emeric sold at $25.50, 2026-11-24';
  expect(marksOf(deals, prices).map((mark) => [mark.tone, mark.said])).toEqual([
    ['up', said],
    ['down', said],
  ]);
});
