import { expect, test } from 'vitest';
import { groupsOf } from '../../../src/web/data/found-groups.ts';

const market = (title: string) => ({ what: 'Prediction markets', title });
const bitcoin = { what: 'Assets', title: 'Bitcoin' };
const markets = ['one', 'two', 'three', 'four', 'five'].map(market);

test('found things are grouped by kind, three of a kind, and say how many more there are', () => {
  expect(groupsOf([markets[0] ?? bitcoin, bitcoin, ...markets.slice(1)], new Set())).toEqual([
    { what: 'Prediction markets', shown: markets.slice(0, 3), more: 2 },
    { what: 'Assets', shown: [bitcoin], more: 0 },
  ]);
});

test('a kind that is asked for whole has no more', () => {
  expect(groupsOf(markets, new Set(['Prediction markets']))).toEqual([
    { what: 'Prediction markets', shown: markets, more: 0 },
  ]);
});
