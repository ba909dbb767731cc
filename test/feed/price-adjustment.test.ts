import { expect, it } from 'vitest';
import { factorsAt, type PriceEvent, sharesSince } from '../../src/feed/price-adjustment.ts';

const event = (day: string, over: Partial<PriceEvent>): PriceEvent => ({
  day,
  split: 1,
  dividend: 0,
  close: 100,
  ...over,
});

const EVENTS = [
  event('2020-08-31', { split: 4, close: 129.04 }),
  event('2020-08-07', { dividend: 0.82, close: 444.45 }),
];

it('is the worked example', () => {
  const before = factorsAt('2020-08-06', EVENTS, 'SPLITS_AND_DIVIDENDS');
  expect(455.61 * before.price).toBeCloseTo(113.6927, 4);
  expect(before.volume).toBe(4);
  expect(factorsAt('2020-08-06', EVENTS, 'SPLITS')).toEqual({ price: 0.25, volume: 4 });
  expect(factorsAt('2020-08-06', EVENTS, 'RAW')).toEqual({ price: 1, volume: 1 });
});

it('leaves the day of an event and those behind it as they were', () => {
  expect(factorsAt('2020-08-07', EVENTS, 'SPLITS_AND_DIVIDENDS')).toEqual({ price: 0.25, volume: 4 });
  expect(factorsAt('2020-08-31', EVENTS, 'SPLITS_AND_DIVIDENDS')).toEqual({ price: 1, volume: 1 });
});

it('does not depend on the order of the events', () => {
  const one = factorsAt('2020-01-01', EVENTS, 'SPLITS_AND_DIVIDENDS');
  const other = factorsAt('2020-01-01', EVENTS.toReversed(), 'SPLITS_AND_DIVIDENDS');
  expect(other.price).toBeCloseTo(one.price, 14);
});

it('takes a dividend of the day of a split as paid on the new shares', () => {
  // An old share of 100 is two that close at 49 and are paid 1 each: who held it has as much as before.
  const both = [event('2024-01-02', { split: 2, dividend: 1, close: 49 })];
  expect(100 * factorsAt('2024-01-01', both, 'SPLITS_AND_DIVIDENDS').price).toBeCloseTo(49, 12);
});

it('counts the shares since a day', () => {
  const splits = [event('2014-06-09', { split: 7 }), event('2020-08-31', { split: 4 })];
  expect(['2014-06-06', '2014-06-09', '2020-08-31'].map((day) => sharesSince(day, splits))).toEqual([
    28, 4, 1,
  ]);
  expect(sharesSince('2024-01-01', [event('2024-01-02', { split: 0.1 })])).toBe(0.1);
});
