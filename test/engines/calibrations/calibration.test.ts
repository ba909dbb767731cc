import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  brierScore,
  cell,
  reliabilityByDecile,
  rightPct,
} from '../../../src/engines/calibrations/calibration.ts';

describe('tables of what was said and what came', () => {
  const judged = Array.from({ length: 100 }, (_, index) => ({ saidPct: index, isRight: index % 2 === 1 }));

  it('are in ten groups of equal size', () => {
    const rows = reliabilityByDecile(judged);
    expect(rows).toHaveLength(10);
    expect(rows[9]).toEqual(['10', '10', '90.0 to 99.0', '94.5', '50.0', '31.6']);
  });

  it('keep what is equal together, and every entry in one group', () => {
    const entries = fc.array(
      fc.record({ saidPct: fc.integer({ min: 40, max: 60 }), isRight: fc.boolean() }),
      {
        minLength: 1,
        maxLength: 200,
      },
    );
    fc.assert(
      fc.property(entries, (some) => {
        const rows = reliabilityByDecile(some);
        expect(rows.reduce((sum, [, n]) => sum + Number(n), 0)).toBe(some.length);
        const bounds = rows.map(([, , said]) => said?.split(' to ').map(Number) ?? []);
        bounds.slice(1).forEach(([from = 0], index) => {
          expect(from).toBeGreaterThan(bounds[index]?.[1] ?? 100);
        });
        expect(reliabilityByDecile(some.toReversed())).toEqual(rows);
      }),
    );
  });

  it('measure by the Brier score: a coin 0.25, an oracle 0', () => {
    expect(brierScore(judged.map(({ isRight }) => ({ saidPct: 50, isRight })))).toBe(0.25);
    expect(brierScore(judged.map(({ isRight }) => ({ saidPct: isRight ? 100 : 0, isRight })))).toBe(0);
    expect(rightPct(judged)).toBe(50);
  });

  it('write numbers in one way', () => {
    expect([cell(-0.001), cell(null), cell(12.345, 2), cell(-1.25)]).toEqual(['0.0', '-', '12.35', '-1.3']);
  });
});
