import { expect, test } from 'vitest';
import type { Column } from '../../../src/web/ui/column.ts';
import { type Stacked, stackedOf } from '../../../src/web/ui/stacked.ts';

const column = (title: string, more: Partial<Column<object>> = {}): Column<object> => ({
  title,
  sortBy: title.toUpperCase(),
  cell: () => title,
  ...more,
});
const extra = { isExtra: true, isFigure: true };
const columns = [
  column('Insider'),
  column('Trade', { below: 'Shares' }),
  column('Shares', extra),
  column('Value', { isFigure: true, below: 'Filed' }),
  column('Traded', extra),
  column('Filed', { isFigure: true }),
];
/** What stands beside each other, `Value/Filed` where one stands below another. */
const seen = (stacked: readonly Stacked<object>[]): string =>
  stacked
    .filter(({ isExtra }) => !isExtra)
    .map(({ title, second }) => (second ? `${title}/${second.title}` : title))
    .join(' ');

test('columns stand below those that have a place for them', () => {
  expect(seen(stackedOf(columns, 'VALUE'))).toBe('Insider Trade/Shares Value/Filed');
  expect(seen(stackedOf(columns, null))).toBe('Insider Trade/Shares Value/Filed');
});

test('what rows are sorted by is shown once', () => {
  expect(seen(stackedOf(columns, 'FILED'))).toBe('Insider Trade/Shares Value/Filed');
  expect(seen(stackedOf(columns, 'SHARES'))).toBe('Insider Trade/Shares Value/Filed');
  expect(seen(stackedOf(columns, 'TRADED'))).toBe('Insider Trade/Shares Value/Traded');
});

test('a place may be for what rows are sorted by alone', () => {
  const whales = [
    column('Market'),
    column('Change', extra),
    column('Moved', { isFigure: true, below: null }),
  ];
  expect(seen(stackedOf(whales, 'MOVED'))).toBe('Market Moved');
  expect(seen(stackedOf(whales, 'CHANGE'))).toBe('Market Moved/Change');
});

test('a column whose place is absent stands for itself, and has a place of its own', () => {
  const open = columns
    .filter(({ title }) => title !== 'Value')
    .map((one) => (one.title === 'Filed' ? { ...one, below: null } : one));
  expect(seen(stackedOf(open, 'FILED'))).toBe('Insider Trade/Shares Filed');
  expect(seen(stackedOf(open, 'TRADED'))).toBe('Insider Trade/Shares Filed/Traded');
});
