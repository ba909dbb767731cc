import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type MarkedTrade, markedAccount } from '../../../src/engines/performance/marked-account.ts';

const at = (hour: number) => new Date(Date.UTC(2024, 0, 1, hour));
const period = { from: at(0), to: at(48) };

/** Value and worst value at the end of each hour; the last one is that of its closing. */
const trade = (
  opened: number,
  values: readonly (readonly [number, number])[],
  isOpen = false,
): MarkedTrade => ({
  openedAt: at(opened),
  closedAt: isOpen ? null : at(opened + values.length),
  profit: isOpen ? 0 : (values.at(-1)?.[0] ?? 0),
  marks: values.map(([value, worst], index) => ({ at: at(opened + index + 1), value, worst })),
});

describe('an account bar by bar', () => {
  it('falls from the peak of its open profits', () => {
    // 100, 120, 90, 110; at worst it stands at 80 when the peak is 120.
    const account = markedAccount(
      [
        trade(0, [
          [20, 0],
          [-10, -20],
          [10, -10],
        ]),
      ],
      100,
      period,
    );
    expect(account.leastPct).toBeCloseTo((90 / 120 - 1) * 100, 12);
    expect(account.mostPct).toBeCloseTo((80 / 120 - 1) * 100, 12);
  });

  it('holds at most the worst rates of one bar together, not those of a life', () => {
    const account = markedAccount(
      [
        trade(0, [
          [0, -30],
          [0, 0],
        ]),
        trade(0, [
          [0, 0],
          [0, -20],
        ]),
      ],
      100,
      period,
    );
    expect(account.mostPct).toBeCloseTo(-30, 12);
    expect(account.leastPct).toBe(0);
  });

  it('returns by day: what open trades gained counts on the day it was gained', () => {
    const values = Array.from({ length: 30 }, (_, hour) => [hour, hour] as const);
    const account = markedAccount([trade(0, values)], 100, { from: at(0), to: at(71) });
    // Value at 23:00 is 122, at the end of the next day 129, and stays.
    expect(account.returns).toEqual([122 / 100 - 1, 129 / 122 - 1, 0]);
  });

  it('that is spent has no returns and falls no further than all of it', () => {
    const account = markedAccount([trade(0, [[-100, -140]])], 100, { from: at(0), to: at(47) });
    expect(account).toEqual({ leastPct: -100, mostPct: -100, returns: null });
  });

  const trades = fc.array(
    fc
      .record({
        opened: fc.integer({ min: 0, max: 30 }),
        values: fc.array(fc.tuple(fc.integer({ min: -40, max: 60 }), fc.integer({ min: 0, max: 20 })), {
          minLength: 1,
          maxLength: 12,
        }),
        isOpen: fc.boolean(),
      })
      .map(({ opened, values, isOpen }) =>
        trade(
          opened,
          values.map(([value, below]) => [value, value - below] as const),
          isOpen,
        ),
      ),
    { maxLength: 8 },
  );

  it('is what it is at each hour, by looking at each hour', () => {
    fc.assert(
      fc.property(trades, (some) => {
        let [peak, deepest] = [1_000, 0];
        for (let hour = 0; hour <= 45; hour += 1) {
          const value = some.reduce((sum, { closedAt, profit, marks }) => {
            if (closedAt !== null && closedAt <= at(hour)) return sum + profit;
            return sum + (marks.findLast((mark) => mark.at <= at(hour))?.value ?? 0);
          }, 1_000);
          peak = Math.max(peak, value);
          deepest = Math.min(deepest, (value / peak - 1) * 100);
        }
        const account = markedAccount(some, 1_000, period);
        expect(account.leastPct).toBeCloseTo(deepest, 9);
        expect(account.mostPct).toBeLessThanOrEqual(account.leastPct);
        const turned = markedAccount(some.toReversed(), 1_000, period);
        expect(turned.mostPct).toBeCloseTo(account.mostPct, 9);
        const end = (account.returns ?? []).reduce((value, one) => value * (1 + one), 1_000);
        const last = some.reduce(
          (sum, { profit, closedAt, marks }) => sum + (closedAt ? profit : (marks.at(-1)?.value ?? 0)),
          1_000,
        );
        expect(end).toBeCloseTo(last, 6);
      }),
    );
  });
});
