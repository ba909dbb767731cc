import { describe, expect, it } from 'vitest';
import { categoryOf, categoryOfLabel } from '../../../src/sources/prediction/category.ts';

describe('category', () => {
  it.each([
    ['Politics', 'politics'],
    ['u.s. presidential election', 'politics'],
    ['us-politics', 'politics'],
    ['World Elections', 'politics'],
    ['Crypto Prices', 'crypto'],
    ['CRYPTO', 'crypto'],
    ['Climate and Weather', 'weather'],
    ['Science and Technology', 'science'],
    ['Economy & Business', 'economics'],
    ['Financials', 'economics'],
    ['Artificial Intelligence', 'technology'],
    ['Sports & Entertainment', 'entertainment'],
    ['Geopolitics', 'world'],
    ['Health & Pandemics', 'health'],
    ['Madrid Open', null],
    ['Hide From New', null],
    ['All', null],
    ['', null],
  ])('of the label %j is %s', (label, category) => {
    expect(categoryOfLabel(label)).toBe(category);
  });

  it('is what most labels say, and of as many the more specific', () => {
    expect(categoryOf({ tags: ['Crypto', 'Politics', 'Elections', 'All'] })).toBe('politics');
    expect(categoryOf({ categories: ['Social Sciences', 'Geopolitics', 'Politics'] })).toBe('politics');
    expect(categoryOf({ categories: ['Sports'], tags: ['Politics', 'Elections'] })).toBe('sports');
  });

  it('is other for a subject that is not known, and null where nothing is said', () => {
    expect(categoryOf({ categories: ['Transportation'] })).toBe('other');
    expect(categoryOf({ categories: ['', null], tags: ['Recurring', 'Weekly'] })).toBeNull();
    expect(categoryOf({})).toBeNull();
  });
});
