import { expect, test } from 'vitest';
import { isTraded, strategiesBetween, testedPeriods } from '../../src/demo/strategies.ts';
import { DAY, NOW, SEED } from './support.ts';

const listed = strategiesBetween(SEED, Number.NEGATIVE_INFINITY, NOW.getTime());
const countsOf = (wanted: string) =>
  listed.filter(({ timeframe }) => timeframe === wanted).map((strategy) => testedPeriods(strategy).length);

test('of strategies tested for as long, those of shorter bars trade more often, and hardly two as often', () => {
  const [hours, fours, quarters] = [countsOf('1h'), countsOf('4h'), countsOf('15m')];
  expect(Math.min(...hours)).toBeGreaterThan(Math.max(...fours));
  for (const [counts, periods] of [
    [hours, 120],
    [fours, 72],
    [quarters, 240],
  ] as const) {
    expect(Math.max(...counts)).toBeLessThan(periods);
    expect(Math.min(...counts)).toBeGreaterThan(0.7 * periods);
    expect(new Set(counts).size).toBeGreaterThan(counts.length / 2);
  }
});

test('a strategy trades as often behind its backtest as in it', () => {
  for (const strategy of listed) {
    const { periodMs, pace, share, name } = strategy;
    const next = Math.ceil(strategy.publishedMs / periodMs);
    const behind = Array.from({ length: pace.testedMs / periodMs }, (_, index) => next + index);
    const traded = behind.filter((period) => isTraded(strategy, period)).length;
    expect(Math.abs(traded - testedPeriods(strategy).length), name).toBeLessThan(3);
    expect(traded / behind.length, name).toBeCloseTo(share, 1);
  }
});

test('what is tested lies before what is published', () => {
  for (const strategy of listed) {
    const periods = testedPeriods(strategy);
    const { periodMs, publishedMs, pace } = strategy;
    expect(((periods.at(-1) ?? 0) + 1) * periodMs).toBeLessThanOrEqual(publishedMs);
    expect((periods[0] ?? 0) * periodMs).toBeGreaterThanOrEqual(publishedMs - pace.testedMs - DAY);
  }
});
