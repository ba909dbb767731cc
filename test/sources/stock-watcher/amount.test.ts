import { expect, it } from 'vitest';
import { amountOf } from '../../../src/sources/stock-watcher/amount.ts';

it.each([
  ['$1,001 - $15,000', 1_001, 15_000, false],
  ['$25,000,001 - $50,000,000', 25_000_001, 50_000_000, false],
  ['Over $50,000,000', 50_000_001, null, false],
  ['$50,000,001 +', 50_000_001, null, false],
  // What a spouse or child holds alone has no bracket above a million.
  ['Over $1,000,000', 1_000_001, null, true],
  ['Over $1,000,000 *', 1_000_001, null, true],
  ['Spouse/DC Over $1,000,000', 1_000_001, null, true],
  ['Spouse/DC Asset over $1,000,000*', 1_000_001, null, true],
  ['$1,001 -', 1_001, 15_000, false],
  ['$15,001 - ', 15_001, 50_000, false],
  ['$318.74', 318.74, 318.74, false],
] as const)('%s', (text, low, high, isCapped) => {
  expect(amountOf(text.trim())).toEqual({ low, high, isCapped, fault: null });
});

it.each(['$15,000 - $1,001', '1001', '$12,345 -', 'a lot', '$'])('is none: %s', (text) => {
  expect(amountOf(text)).toEqual({ low: null, high: null, isCapped: null, fault: 'amount is not one' });
});

it('is not stated', () => {
  expect(amountOf(null)).toEqual({ low: null, high: null, isCapped: null, fault: null });
});
