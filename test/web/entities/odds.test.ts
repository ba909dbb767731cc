import { expect, test } from 'vitest';
import { oddsOf, saidOf } from '../../../src/web/entities/odds.ts';

const days = [
  { openAt: '2026-11-27T00:00:00.000Z', close: 0.25 },
  { openAt: '2026-11-26T00:00:00.000Z', close: 0.5 },
];
const market = {
  priceHistory: { nodes: days },
  outcomes: null,
  yesPrice: 0.125,
  observedAt: '2026-11-28T12:00:00.000Z',
  isResolved: false,
};
const three = [0.75, 0.125, 0.125].map((price, n) => ({ name: `Party ${n}`, price }));
const values = (of: Parameters<typeof oddsOf>[0]) => oddsOf(of).map(({ value }) => value);

test('the odds by day end with those of now, of the outcome that the days are of', () => {
  expect(values(market)).toEqual([50, 25, 12.5]);
  expect(values({ ...market, outcomes: three })).toEqual([50, 25, 75]);
  expect(saidOf({ ...market, outcomes: three })).toContain('“Party 0” at the end of each day, and now');
});

test('what is decided, or not observed since its last day, has its days alone', () => {
  expect(values({ ...market, isResolved: true })).toEqual([50, 25]);
  expect(saidOf({ ...market, isResolved: true })).not.toContain('now');
  expect(values({ ...market, observedAt: '2026-11-27T00:00:00.000Z' })).toEqual([50, 25]);
  expect(values({ ...market, observedAt: null })).toEqual([50, 25]);
});
