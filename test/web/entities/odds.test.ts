import { expect, test } from 'vitest';
import { dayChangeOf, oddsOf, saidOf, weekChangeOf } from '../../../src/web/entities/odds.ts';

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
  active: true,
  endDate: null,
  oneDayChange: 0.02,
};
const three = [0.75, 0.125, 0.125].map((price, n) => ({ name: `Party ${n}`, price }));
const values = (of: Parameters<typeof oddsOf>[0]) => oddsOf(of).map(({ value }) => value);

test('the odds by day end with those of now, of the outcome that the days are of', () => {
  expect(values(market)).toEqual([50, 25, 12.5]);
  expect(values({ ...market, outcomes: three })).toEqual([50, 25, 75]);
  expect(saidOf(market)).toBe('Odds of yes at the end of each day (UTC), and now.');
  expect(saidOf({ ...market, outcomes: three })).toBe(
    'Odds of “Party 0” at the end of each day (UTC), and now.',
  );
});

test('what is decided, or not observed since its last day, has its days alone', () => {
  expect(values({ ...market, isResolved: true })).toEqual([50, 25]);
  expect(saidOf({ ...market, isResolved: true })).not.toContain('now');
  expect(values({ ...market, observedAt: '2026-11-27T00:00:00.000Z' })).toEqual([50, 25]);
  expect(values({ ...market, observedAt: null })).toEqual([50, 25]);
});

test('each day has its place, today too, so that the labels of days are those of the points', () => {
  const places = oddsOf(market).map(({ at }) => new Date(at).toISOString());
  expect(places).toEqual([
    '2026-11-26T00:00:00.000Z',
    '2026-11-27T00:00:00.000Z',
    '2026-11-28T00:00:00.000Z',
  ]);
});

test('odds have their change since the newest close that is at least seven days old, which is named', () => {
  const seventh = { openAt: '2026-11-20T00:00:00.000Z', close: 0.375 };
  const eighth = { openAt: '2026-11-19T00:00:00.000Z', close: 0.0625 };
  const change = (more: { observedAt?: string | null }, ...nodes: readonly (typeof seventh)[]) =>
    weekChangeOf({ ...market, ...more, priceHistory: { nodes: [...days, ...nodes] } });
  expect(change({}, seventh, eighth)).toEqual({ change: -0.25, since: '2026-11-20' });
  // A day without trades has no bar: the price stood.
  expect(change({}, eighth)).toEqual({ change: 0.0625, since: '2026-11-19' });
  // At noon of the eve the seventh day had not ended seven days ago.
  expect(change({ observedAt: '2026-11-27T12:00:00.000Z' }, seventh, eighth)?.since).toBe('2026-11-19');
  expect(change({}), 'a history of fewer days').toBeNull();
  expect(change({ observedAt: null }, seventh)).toBeNull();
});

test('changes stand beside the odds that they are of, and not beside what is over', () => {
  const week = [{ openAt: '2026-11-20T00:00:00.000Z', close: 0.375 }];
  const changes = (more: object) => {
    const of = { ...market, priceHistory: { nodes: week }, ...more };
    return [dayChangeOf(of), weekChangeOf(of)?.change ?? null];
  };
  expect(changes({})).toEqual([0.02, -0.25]);
  expect(changes({ outcomes: three, yesPrice: 0.75 })).toEqual([0.02, 0.375]);
  expect(changes({ outcomes: three.toReversed() })).toEqual([null, null]);
  for (const over of [{ isResolved: true }, { active: false }, { endDate: '2020-01-01T00:00:00.000Z' }])
    expect(changes(over)).toEqual([null, null]);
});
