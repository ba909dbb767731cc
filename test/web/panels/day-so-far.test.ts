import { expect, test } from 'vitest';
import { daySoFar } from '../../../src/web/panels/day-so-far.ts';

const at = (time: string) => Date.parse(`${time}Z`) / 1_000;
const candle = (time: string, [open, high, low, close]: readonly [number, number, number, number]) => ({
  time: at(time),
  open,
  high,
  low,
  close,
});

const DAYS = [candle('2026-11-28T00:00', [1, 2, 1, 2]), candle('2026-11-29T00:00', [2, 3, 2, 3])];
const BEFORE = candle('2026-11-29T23:00', [9, 9, 0, 3]);
const FIRST = candle('2026-11-30T00:00', [3, 5, 3, 4]);
const SECOND = candle('2026-11-30T01:00', [4, 4.5, 2, 2.5]);

test('the day that runs is made of its own hours', () => {
  expect(daySoFar(DAYS, [BEFORE, FIRST, SECOND])).toEqual(candle('2026-11-30T00:00', [3, 5, 2, 2.5]));
});

test('an hour of the day after does not belong to it', () => {
  const next = candle('2026-12-01T00:00', [8, 9, 1, 8]);
  expect(daySoFar(DAYS, [FIRST, SECOND, next])).toEqual(candle('2026-11-30T00:00', [3, 5, 2, 2.5]));
});

test('without its first hour, or without days, there is no such candle', () => {
  expect(daySoFar(DAYS, [BEFORE, SECOND])).toBeNull();
  expect(daySoFar(DAYS, [BEFORE])).toBeNull();
  expect(daySoFar([], [FIRST])).toBeNull();
});
