import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  closedDrawdownPct,
  drawdownBounds,
  type Exposure,
} from '../../../src/engines/performance/drawdown.ts';

const at = (hour: number) => new Date(Date.UTC(2024, 0, 1, hour));

const exposure = (opened: number, closed: number | null, profit: number, worst: number | null): Exposure => ({
  openedAt: at(opened),
  closedAt: closed === null ? null : at(closed),
  profit,
  worst,
});

const closingsOf = (exposures: readonly Exposure[]) =>
  exposures.flatMap(({ closedAt, profit }) => (closedAt ? [{ closedAt, profit, isWin: profit > 0 }] : []));

describe('bounds of a drawdown', () => {
  it('a winner that stood at -30 of 100 is no drawdown of its closing, and one of 30 % of the account', () => {
    const one = [exposure(0, 5, 10, -30)];
    expect(closedDrawdownPct(closingsOf(one), 100)).toBe(0);
    expect(drawdownBounds(one, 100)).toEqual({ leastPct: -30, mostPct: -30 });
  });

  it('two that were open together: the worse of them at least, both at most', () => {
    // The second opens at hour 2: at their worst together the account stands at 50.
    expect(drawdownBounds([exposure(0, 5, 10, -30), exposure(2, 6, 10, -20)], 100)).toEqual({
      leastPct: -30,
      mostPct: -50,
    });
  });

  it('two that followed each other are never added', () => {
    // After the first 110 are there: -20 of 110.
    const bounds = drawdownBounds([exposure(0, 2, 10, -15), exposure(2, 4, 1, -20)], 100);
    expect(bounds?.mostPct).toBeCloseTo((-20 / 110) * 100, 12);
    expect(bounds?.leastPct).toBeCloseTo((-20 / 110) * 100, 12);
  });

  it('at least takes the mildest moment of a life, at most the harshest', () => {
    // 100; another closes at 150 within its life: -30 of 150 is -20 %, and -30 of 100 -30 %.
    const bounds = drawdownBounds([exposure(0, 5, 0, -30), exposure(0, 2, 50, 0)], 100);
    expect(bounds).toEqual({ leastPct: -20, mostPct: -30 });
  });

  it('counts what is open at the end, and what opens and closes in one instant', () => {
    expect(drawdownBounds([exposure(0, null, 0, -40)], 100)).toEqual({ leastPct: -40, mostPct: -40 });
    expect(drawdownBounds([exposure(3, 3, -10, -25)], 100)).toEqual({ leastPct: -25, mostPct: -25 });
  });

  it('is unknown where the worst of one trade is', () => {
    expect(drawdownBounds([exposure(0, 5, 10, -30), exposure(2, 6, 10, null)], 100)).toBeNull();
  });

  const exposures = fc
    .array(
      fc.record({
        opened: fc.integer({ min: 0, max: 40 }),
        length: fc.integer({ min: 0, max: 20 }),
        profit: fc.integer({ min: -30, max: 40 }),
        below: fc.integer({ min: 0, max: 30 }),
        isOpen: fc.boolean(),
      }),
      { maxLength: 12 },
    )
    .map((trades) =>
      trades.map(({ opened, length, profit, below, isOpen }) =>
        isOpen
          ? exposure(opened, null, 0, -below)
          : exposure(opened, opened + length, profit, Math.min(0, profit) - below),
      ),
    );

  it('holds whatever path the trades took between, from the realised peak', () => {
    fc.assert(
      fc.property(exposures, fc.array(fc.double({ min: 0, max: 1, noNaN: true })), (trades, shares) => {
        const bounds = drawdownBounds(trades, 1_000);
        if (bounds === null) throw new Error('every worst is known');
        expect(bounds.mostPct).toBeLessThanOrEqual(bounds.leastPct);
        expect(bounds.leastPct).toBeLessThanOrEqual(closedDrawdownPct(closingsOf(trades), 1_000));
        // Any path: at each half hour every open trade stands somewhere between its worst and nothing.
        let [deepest, draw] = [0, 0];
        for (let hour = 0; hour <= 62; hour += 0.5) {
          const now = at(hour).getTime();
          const closed = trades.filter(({ closedAt }) => closedAt !== null && closedAt.getTime() < now);
          const open = trades.filter(
            ({ openedAt, closedAt }) =>
              openedAt.getTime() < now && (closedAt === null || closedAt.getTime() >= now),
          );
          const balance = 1_000 + closed.reduce((total, { profit }) => total + profit, 0);
          const value = open.reduce((total, { worst }) => {
            draw += 1;
            return total + (worst ?? 0) * (shares[draw % Math.max(1, shares.length)] ?? 0);
          }, balance);
          const steps = [...new Set(closed.map(({ closedAt }) => closedAt?.getTime() ?? 0))].sort(
            (a, b) => a - b,
          );
          const peaks = steps.map((step) =>
            closed.reduce(
              (total, { closedAt, profit }) => total + ((closedAt?.getTime() ?? 0) <= step ? profit : 0),
              1_000,
            ),
          );
          const peak = Math.max(1_000, ...peaks);
          deepest = Math.min(deepest, ((value - peak) / peak) * 100);
        }
        expect(deepest).toBeGreaterThanOrEqual(bounds.mostPct - 1e-9);
      }),
    );
  });

  it('does not depend on the order of trades', () => {
    fc.assert(
      fc.property(exposures, (trades) => {
        expect(drawdownBounds(trades.toReversed(), 1_000)).toEqual(drawdownBounds(trades, 1_000));
      }),
    );
  });
});
