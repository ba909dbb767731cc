import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  deflatedSharpe,
  expectedMaximum,
  probabilisticSharpe,
  sharpeProbability,
} from '../../../src/engines/performance/deflated-sharpe.ts';

describe('the deflated Sharpe ratio', () => {
  // The numerical example of Bailey and López de Prado (2014): an annual ratio of 2.5 over five years of 250 days, skewness
  // -3, kurtosis 10, and 100 trials whose annual ratios have a variance of 1/2.
  const moments = { sharpe: 2.5 / Math.sqrt(250), skewness: -3, kurtosis: 10, count: 1250 };

  it('is that of the paper: a benchmark of 0.1132 and a probability of 0.90', () => {
    const benchmark = Math.sqrt(1 / (2 * 250)) * expectedMaximum(100);
    expect(benchmark).toBeCloseTo(0.1132, 4);
    expect(sharpeProbability(moments, benchmark)).toBeCloseTo(0.9004, 3);
  });

  it('is the probabilistic one for a single trial', () => {
    const returns = [0.01, 0, -0.02, 0.05, 0.01];
    expect(deflatedSharpe(returns, 1)).toBe(probabilisticSharpe(returns));
    expect(expectedMaximum(1)).toBe(0);
  });

  it('falls as the trials rise', () => {
    const returns = fc.array(fc.double({ min: -0.1, max: 0.1, noNaN: true }), {
      minLength: 3,
      maxLength: 100,
    });
    fc.assert(
      fc.property(returns, fc.integer({ min: 1, max: 1_000 }), (days, trials) => {
        const [one, more] = [deflatedSharpe(days, trials), deflatedSharpe(days, trials * 2)];
        if (one === null || more === null) return;
        expect(one).toBeGreaterThanOrEqual(0);
        expect(one).toBeLessThanOrEqual(1);
        expect(more).toBeLessThanOrEqual(one);
      }),
    );
  });

  it('knows nothing of returns that do not vary', () => {
    expect(probabilisticSharpe([0.01, 0.01, 0.01, 0.01])).toBeNull();
    expect(probabilisticSharpe([0.01, 0.02])).toBeNull();
    expect(deflatedSharpe([0.01], 10)).toBeNull();
  });
});
