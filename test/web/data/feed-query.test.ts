import { expect, test } from 'vitest';
import { orderedQuery, readQuery } from '../../../src/web/data/feed-query.ts';

const sortOf = (name: Parameters<typeof orderedQuery>[0], search: string) =>
  orderedQuery(name, readQuery(search)).sort;

test('the own order of a list is none that was asked for, so that the page is live', () => {
  expect(sortOf('congress', '')).toBeNull();
  expect(sortOf('congress', '?sort=-FILING_DATE')).toBeNull();
  expect(sortOf('congress', '?sort=FILING_DATE')).toBe('FILING_DATE');
  expect(sortOf('congress', '?sort=-AMOUNT_LOW')).toBe('AMOUNT_LOW');
});

test('strategies are asked for by their score, which their list is not ordered by', () => {
  expect(sortOf('strategies', '')).toBe('PERFORMANCE_SCORE');
  expect(sortOf('strategies', '?sort=-PERFORMANCE_SCORE')).toBe('PERFORMANCE_SCORE');
});
