import { expect, test } from 'vitest';
import { offeredRanges } from '../../../src/web/panels/price-ranges.ts';

const names = (days: number, hours: number, isCoin = true) => {
  const { ranges, first } = offeredRanges({ days, hours }, isCoin);
  return [Object.keys(ranges).join(' '), first];
};

test('ranges are offered of which half of the bars are there', () => {
  expect(names(0, 168)).toEqual(['2D 1W', '1W']);
  expect(names(33, 168)).toEqual(['2D 1W 1M', '1M']);
  expect(names(90, 168)).toEqual(['2D 1W 1M 3M', '3M']);
  expect(names(250, 0, false)).toEqual(['1M 3M 1Y', '3M']);
  expect(names(250, 0)).toEqual(['1M 3M', '3M']); // no year of a coin is read
});

test('a week of days is no month where hours tell more', () => {
  expect(names(7, 168)).toEqual(['2D 1W', '1W']);
});

test('where little is there it is shown all the same', () => {
  expect(names(5, 0, false)).toEqual(['1M', '1M']);
  expect(names(0, 10)).toEqual(['2D', '2D']);
  expect(names(1, 1)).toEqual(['', null]);
});

test('a month of coins has all of its days, one of stocks those on which they trade', () => {
  const countOf = (isCoin: boolean) => offeredRanges({ days: 300, hours: 0 }, isCoin).ranges['1M']?.count;
  expect([countOf(true), countOf(false)]).toEqual([30, 22]);
});
