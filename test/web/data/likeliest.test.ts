import { expect, test } from 'vitest';
import { isOfFirst, likeliestOf, likelihoodOf, rankedOf } from '../../../src/web/data/likeliest.ts';

const outcomes = (...all: readonly (readonly [string | null, number | null])[]) => ({
  outcomes: all.map(([name, price]) => ({ name, price })),
});

test('of a yes and a no neither is named, however they are spelled', () => {
  expect(likeliestOf(outcomes(['Yes', 0.2], ['No', 0.8]))).toBeNull();
  expect(likeliestOf(outcomes(['YES', 0.2], ['NO', 0.8]))).toBeNull();
  expect(likeliestOf(outcomes([null, 0.2], [null, 0.8]))).toBeNull();
  expect(likeliestOf({ outcomes: null })).toBeNull();
  expect(likeliestOf(outcomes())).toBeNull();
});

test('of other outcomes the likeliest is, wherever it stands', () => {
  expect(likeliestOf(outcomes(['Lakers', 0.4], ['Celtics', 0.6]))).toEqual({ name: 'Celtics', price: 0.6 });
  expect(likeliestOf(outcomes(['First', null], ['Second', 0.3], ['Third', 0.1]))?.name).toBe('Second');
  expect(likeliestOf(outcomes([null, 0.1], [null, 0.2], [null, 0.7]))?.price).toBe(0.7);
});

test('the odds are those of a yes, or of the likeliest outcome, of which a change is stated where it is the first', () => {
  const yes = { ...outcomes(['Yes', 0.2], ['No', 0.8]), yesPrice: 0.21 };
  expect([likelihoodOf(yes), isOfFirst(yes), rankedOf(yes)]).toEqual([0.21, true, []]);
  const second = { ...outcomes(['Lakers', 0.4], ['Celtics', 0.6]), yesPrice: 0.4 };
  expect([likelihoodOf(second), isOfFirst(second)]).toEqual([0.6, false]);
  expect(rankedOf(second).map(({ name }) => name)).toEqual(['Celtics', 'Lakers']);
  const first = { ...outcomes(['Lakers', 0.7], ['Celtics', 0.3]), yesPrice: 0.7 };
  expect([likelihoodOf(first), isOfFirst(first)]).toEqual([0.7, true]);
});
