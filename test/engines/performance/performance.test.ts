import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { performanceOf } from '../../../src/engines/performance/performance.ts';
import {
  type Closing,
  dailyReturns,
  sharpeRatio,
  sortinoRatio,
} from '../../../src/engines/performance/performance-ratios.ts';
import { assess, gradeOf } from '../../../src/engines/performance/performance-score.ts';

const closing = (day: number, profit: number, hour = 12): Closing => ({
  closedAt: new Date(Date.UTC(2024, 0, day, hour)),
  profit,
  isWin: profit > 0,
});
const traded = (day: number, profit: number, worst: number | null = Math.min(0, profit), hour = 12) => ({
  ...closing(day, profit, hour),
  openedAt: new Date(Date.UTC(2024, 0, day, hour - 1)),
  worst,
});
const period = {
  from: new Date('2024-01-01T00:00:00Z'),
  to: new Date('2024-01-04T00:00:00Z'),
  trials: null,
  marked: null,
};

describe('the figures of a run', () => {
  // 1,000 → 1,010 → 1,010 → 989.8 → 1,039.29
  const closings = [closing(1, 10), closing(3, -20.2), closing(4, 20), closing(4, 29.49, 18)];
  const trades = [traded(1, 10), traded(3, -20.2), traded(4, 20, -50), traded(4, 29.49, 0, 18)];

  it('returns: profit of the day over the balance it began with', () => {
    const returns = dailyReturns(closings, 1000, period);
    expect(returns).toHaveLength(4);
    [0.01, 0, -0.02, 0.05].forEach((value, day) => {
      expect(returns?.[day]).toBeCloseTo(value, 12);
    });
  });

  it('Sharpe: 0.01 / 0.0294392 × √365 = 6.4896', () => {
    // Mean 0.01; deviations 0, -0.01, -0.03, 0.04: squares sum to 0.0026, over 3, root 0.0294392.
    expect(sharpeRatio([0.01, 0, -0.02, 0.05])).toBeCloseTo(6.4896, 4);
  });

  it('Sortino: 0.01 / 0.01 × √365 = 19.105', () => {
    // One negative return: root of 0.0004 / 4 is 0.01.
    expect(sortinoRatio([0.01, 0, -0.02, 0.05])).toBeCloseTo(19.105, 3);
  });

  it('the whole block: too short for a grade and for a return a year', () => {
    const { performance, grade, ungraded } = performanceOf({ trades, startingBalance: 1000, ...period });
    expect(performance).toMatchObject({
      win_rate: 75,
      total_trades: 4,
      days: 3,
      score: null,
      annual_return_pct: null,
      drawdown_method: 'TRADE_EXTREMES',
    });
    expect([grade, ungraded]).toEqual([null, 'FEW_TRADES']);
    expect(performance.total_pnl_pct).toBeCloseTo(3.929, 10);
    // Of closed trades alone 1,010 → 989.8. On the fourth day the third trade stood at 989.8 - 50.
    expect(performance.closed_drawdown_pct).toBeCloseTo(-2, 12);
    expect(performance.max_drawdown_pct).toBeCloseTo((939.8 / 1010 - 1) * 100, 10);
  });

  it('a return a year is compounded: 10 % in 73 days are 61.05 % in 365', () => {
    const to = new Date(period.from.getTime() + 73 * 86_400_000);
    const run = { trades: [traded(2, 100)], startingBalance: 1000, ...period, to };
    expect(performanceOf(run).performance.annual_return_pct).toBeCloseTo((1.1 ** 5 - 1) * 100, 9);
  });

  it('the number of trials deflates the Sharpe ratio', () => {
    const run = { trades, startingBalance: 1000, ...period };
    const { performance } = performanceOf({ ...run, trials: 50 });
    expect(performance.trials).toBe(50);
    expect(performance.deflated_sharpe).toBeLessThan(performance.probabilistic_sharpe ?? 0);
    expect(performanceOf(run).performance.deflated_sharpe).toBeNull();
  });

  it('knows nothing of what is not defined', () => {
    expect(sharpeRatio([0.1])).toBeNull();
    expect(sharpeRatio([0.01, 0.01, 0.01])).toBeNull();
    expect(sortinoRatio([0.01, 0.02])).toBeNull();
    expect(performanceOf({ trades: [], startingBalance: 1, ...period })).toMatchObject({
      performance: { total_pnl_pct: null, total_trades: 0, max_drawdown_pct: null, score: null, days: 3 },
      grade: null,
      ungraded: 'FEW_TRADES',
    });
    const ruined = performanceOf({ trades: [traded(1, -100)], startingBalance: 100, ...period }).performance;
    expect(ruined).toMatchObject({ total_pnl_pct: -100, sharpe: null, max_drawdown_pct: -100 });
  });
});

describe('score and grade', () => {
  const good = {
    maxDrawdownPct: -10,
    annualReturnPct: 20,
    sharpeProbability: 0.995,
    trades: 100,
    days: 365,
  };

  it('is the lowest of the three marks', () => {
    // Drawdown 80, 20 / 10 = 2 years' return over drawdown 80, probability halfway between 0.99 and 1: 90.
    expect(assess(good)).toEqual({ score: 80, grade: 'A', ungraded: null });
    expect(assess({ ...good, maxDrawdownPct: -15, annualReturnPct: 100 })).toMatchObject({
      score: 70,
      grade: 'B',
    });
    expect(assess({ ...good, annualReturnPct: 7.5 })).toMatchObject({ score: 50, grade: 'C' });
    expect(assess({ ...good, sharpeProbability: 0.825 })).toMatchObject({ grade: 'D' });
    expect(assess({ ...good, maxDrawdownPct: -75, annualReturnPct: 1_000 })).toMatchObject({
      score: 10,
      grade: 'F',
    });
  });

  it('a loss, a ruin and no evidence are an F, whatever the rest', () => {
    expect(assess({ ...good, annualReturnPct: -1 })).toMatchObject({ score: 0, grade: 'F' });
    expect(assess({ ...good, maxDrawdownPct: -100 })).toMatchObject({ score: 0, grade: 'F' });
    expect(assess({ ...good, sharpeProbability: null })).toMatchObject({ score: 0, grade: 'F' });
  });

  it('needs 30 trades, 60 days and a drawdown', () => {
    expect(assess({ ...good, trades: 29 })).toEqual({ score: null, grade: null, ungraded: 'FEW_TRADES' });
    expect(assess({ ...good, days: 59 })).toEqual({ score: null, grade: null, ungraded: 'FEW_DAYS' });
    expect(assess({ ...good, maxDrawdownPct: null })).toMatchObject({ ungraded: 'UNKNOWN_DRAWDOWN' });
    expect(assess({ ...good, trades: 30, days: 60 })).toMatchObject({ grade: 'A' });
  });

  it.each([
    [100, 'A'],
    [80, 'A'],
    [79.99, 'B'],
    [60, 'B'],
    [59.99, 'C'],
    [40, 'C'],
    [39.99, 'D'],
    [20, 'D'],
    [19.99, 'F'],
    [0, 'F'],
  ])('%d is %s', (score, grade) => {
    expect(gradeOf(score)).toBe(grade);
  });

  const figures = fc.record({
    maxDrawdownPct: fc.double({ min: -100, max: 0, noNaN: true }),
    annualReturnPct: fc.double({ min: -100, max: 1_000, noNaN: true }),
    sharpeProbability: fc.double({ min: 0, max: 1, noNaN: true }),
    trades: fc.constant(30),
    days: fc.constant(60),
  });

  it('is within 0 and 100, and rises with each figure', () => {
    fc.assert(
      fc.property(figures, fc.double({ min: 0, max: 1, noNaN: true }), (one, share) => {
        const score = assess(one).score ?? -1;
        expect(score).toBeGreaterThanOrEqual(0);
        expect(score).toBeLessThanOrEqual(100);
        const better = [
          { ...one, maxDrawdownPct: one.maxDrawdownPct * share },
          { ...one, annualReturnPct: one.annualReturnPct + 100 * share },
          { ...one, sharpeProbability: one.sharpeProbability + (1 - one.sharpeProbability) * share },
        ];
        for (const other of better) expect(assess(other).score).toBeGreaterThanOrEqual(score - 1e-9);
      }),
    );
  });

  const runs = fc.array(
    fc.record({
      day: fc.integer({ min: 1, max: 90 }),
      profit: fc.double({ min: -30, max: 30, noNaN: true }),
      below: fc.double({ min: 0, max: 30, noNaN: true }),
    }),
    { minLength: 1, maxLength: 50 },
  );
  const long = { ...period, to: new Date('2024-03-31T00:00:00Z') };

  it('does not change with the order of trades, nor with the currency', () => {
    fc.assert(
      fc.property(runs, (entries) => {
        const run = (rate: number) => ({
          trades: entries.map(({ day, profit, below }) =>
            traded(day, profit * rate, (Math.min(0, profit) - below) * rate),
          ),
          startingBalance: 1000 * rate,
          ...long,
        });
        const [one, other] = [performanceOf(run(1)), performanceOf(run(8))];
        const turned = performanceOf({ ...run(1), trades: run(1).trades.toReversed() });
        for (const { performance, grade } of [other, turned]) {
          expect(grade).toBe(one.grade);
          for (const name of ['total_pnl_pct', 'max_drawdown_pct', 'least_drawdown_pct', 'score'] as const)
            expect(performance[name] ?? -1).toBeCloseTo(one.performance[name] ?? -1, 6);
        }
      }),
    );
  });
});
