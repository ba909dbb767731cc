import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { performanceOf } from '../../../src/engines/performance/performance.ts';
import {
  type Closing,
  dailyReturns,
  maxDrawdownPct,
  sharpeRatio,
  sortinoRatio,
} from '../../../src/engines/performance/performance-ratios.ts';
import { gradeOf, scoreOf } from '../../../src/engines/performance/performance-score.ts';

const closing = (day: number, profit: number, hour = 12): Closing => ({
  closedAt: new Date(Date.UTC(2024, 0, day, hour)),
  profit,
  isWin: profit > 0,
});
const period = { from: new Date('2024-01-01T00:00:00Z'), to: new Date('2024-01-04T00:00:00Z') };

describe('the figures of a run', () => {
  // 1,000 → 1,010 → 1,010 → 989.8 → 1,039.29
  const closings = [closing(1, 10), closing(3, -20.2), closing(4, 20), closing(4, 29.49, 18)];

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

  it('max drawdown: from 1,010 to 989.8 is -2 %', () => {
    expect(maxDrawdownPct(closings, 1000)).toBeCloseTo(-2, 12);
  });

  it('the whole block', () => {
    const block = performanceOf({ closings, startingBalance: 1000, ...period });
    expect(block).toMatchObject({ win_rate: 75, total_trades: 4 });
    expect(block.total_pnl_pct).toBeCloseTo(3.929, 10);
    // √(4/30) × (30 + 20 + 25 × 48/50 + 15 + 10): all but the drawdown beyond their good value.
    expect(block.score).toBeCloseTo(Math.sqrt(4 / 30) * 99, 10);
  });

  it('takes what closes at one instant as one step', () => {
    const together = [closing(1, -50), closing(1, 50)];
    expect(maxDrawdownPct(together, 100)).toBe(0);
    expect(maxDrawdownPct(together.toReversed(), 100)).toBe(0);
  });

  it('knows nothing of ratios that are not defined', () => {
    expect(sharpeRatio([0.1])).toBeNull();
    expect(sharpeRatio([0.01, 0.01, 0.01])).toBeNull();
    expect(sortinoRatio([0.01, 0.02])).toBeNull();
    expect(performanceOf({ closings: [], startingBalance: 1, ...period })).toEqual({
      total_pnl_pct: null,
      win_rate: null,
      total_trades: 0,
      sharpe: null,
      sortino: null,
      max_drawdown_pct: null,
      score: null,
    });
    const ruined = performanceOf({ closings: [closing(1, -100)], startingBalance: 100, ...period });
    expect(ruined).toMatchObject({ total_pnl_pct: -100, sharpe: null, max_drawdown_pct: -100 });
  });
});

describe('score and grade', () => {
  it('a worked example', () => {
    const figures = {
      sharpe: 1.5,
      sortino: 2,
      maxDrawdownPct: -10,
      winRate: 50,
      annualPnlPct: 20,
      trades: 100,
    };
    // 15 + 10 + 20 + 3 + 5
    expect(scoreOf(figures)).toBeCloseTo(53, 10);
    expect(gradeOf(53)).toBe('C');
    expect(scoreOf({ ...figures, sortino: null })).toBeCloseTo(53, 10);
    expect(scoreOf({ ...figures, sharpe: null, sortino: null })).toBeCloseTo(28, 10);
    expect(scoreOf({ ...figures, trades: 7.5 })).toBeCloseTo(26.5, 10);
  });

  it.each([
    [100, 'A'],
    [80, 'A'],
    [79.99, 'B'],
    [65, 'B'],
    [64.99, 'C'],
    [50, 'C'],
    [49.99, 'D'],
    [40, 'D'],
    [39.99, 'F'],
    [0, 'F'],
  ])('%d is %s', (score, grade) => {
    expect(gradeOf(score)).toBe(grade);
  });

  const closings = fc.array(
    fc.record({
      day: fc.integer({ min: 1, max: 60 }),
      profit: fc.double({ min: -30, max: 30, noNaN: true }),
    }),
    { minLength: 1, maxLength: 50 },
  );

  it('holds its bounds, whatever the order of trades', () => {
    fc.assert(
      fc.property(closings, (entries) => {
        const trades = entries.map(({ day, profit }) => closing(day, profit));
        const block = performanceOf({ closings: trades, startingBalance: 1000, ...period });
        const turned = performanceOf({ closings: trades.toReversed(), startingBalance: 1000, ...period });
        expect(block.score).toBeGreaterThanOrEqual(0);
        expect(block.score).toBeLessThanOrEqual(100);
        expect(block.max_drawdown_pct).toBeLessThanOrEqual(0);
        expect(turned.max_drawdown_pct).toBeCloseTo(block.max_drawdown_pct ?? 0, 9);
        if ((block.total_pnl_pct ?? 0) < 0) expect(gradeOf(block.score ?? 0)).toBe('F');
      }),
    );
  });

  it('does not change when balance and profits are told in another currency', () => {
    fc.assert(
      fc.property(closings, (entries) => {
        const run = (rate: number) =>
          performanceOf({
            closings: entries.map(({ day, profit }) => closing(day, profit * rate)),
            startingBalance: 1000 * rate,
            ...period,
          });
        const [one, other] = [run(1), run(8)];
        expect(other.total_pnl_pct).toBeCloseTo(one.total_pnl_pct ?? 0, 9);
        expect(other.max_drawdown_pct).toBeCloseTo(one.max_drawdown_pct ?? 0, 9);
      }),
    );
  });
});
