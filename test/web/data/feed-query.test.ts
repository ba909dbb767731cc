import { expect, test } from 'vitest';
import { isOwnOrder, orderedQuery, readQuery } from '../../../src/web/data/feed-query.ts';

const sortOf = (name: Parameters<typeof orderedQuery>[0], search: string) =>
  orderedQuery(name, readQuery(search)).sort;

test('the own order of a list is none that was asked for, so that the page is live', () => {
  expect(sortOf('congress', '')).toBeNull();
  expect(sortOf('congress', '?sort=-FILING_DATE')).toBeNull();
  expect(sortOf('congress', '?sort=FILING_DATE')).toBe('FILING_DATE');
  expect(sortOf('congress', '?sort=-AMOUNT_LOW')).toBe('AMOUNT_LOW');
});

test('markets are asked for by their dollars, which their list is not ordered by, and are live in that order', () => {
  const isOwn = (search: string) => isOwnOrder('markets', orderedQuery('markets', readQuery(search)));
  expect(sortOf('markets', '')).toBe('VOLUME_24H_USD');
  expect(isOwn('')).toBe(true);
  expect(isOwn('?sort=-VOLUME_24H_USD')).toBe(true);
  expect(isOwn('?sort=VOLUME_24H_USD')).toBe(false);
  expect(isOwn('?sort=-VOLUME_24H')).toBe(false);
});

test('strategies are asked for by their score, which their list is not ordered by', () => {
  expect(sortOf('strategies', '')).toBe('PERFORMANCE_SCORE');
  expect(sortOf('strategies', '?sort=-PERFORMANCE_SCORE')).toBe('PERFORMANCE_SCORE');
});
