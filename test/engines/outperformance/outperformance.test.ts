import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Benchmarks,
  dailyVolatilityPct,
  marketPhase,
  outperformanceOf,
  type Performance,
} from '../../../src/engines/outperformance/outperformance.ts';

const performance = (
  perf_24h: number | null,
  perf_7d: number | null,
  perf_30d: number | null,
): Performance => ({ perf_24h, perf_7d, perf_30d });

const BENCHMARKS = {
  bitcoin: performance(1, 4, 10),
  ethereum: performance(2, 6, 8),
  solana: performance(0, 2, 15),
};

describe('outperformance', () => {
  it('of a worked example', () => {
    // Gaps, % points: 24 h 4, 3, 5 (mean 4); 7 d 6, 4, 8 (mean 6); 30 d 10, 12, 5 (mean 9). Mean of the nine: 57 / 9.
    // Score: the means of ln((1 + coin) / (1 + benchmark)) in units of 5 % √days are 0.77745, 0.42493 and 0.28595, together
    // 0.49611; Φ(0.49611) = 0.6901.
    expect(outperformanceOf('pepe', performance(5, 10, 20), BENCHMARKS)).toEqual({
      outperf_vs_btc_24h: 4,
      beats_btc_24h: true,
      avg_outperformance: 6.3333,
      composite_score: 69.01,
      market_phase: 'PHASE_B',
      volatility_pct: 5,
    });
  });

  it('of a benchmark is against the others', () => {
    // BTC against ETH and SOL: -1, 1; -2, 2; 2, -5. Mean -3 / 6; the windows' means are 0, 0 and -1.5.
    // Score: 0.00098, 0.00140 and -0.04766, together -0.01509; Φ(-0.01509) = 0.4940.
    expect(outperformanceOf('bitcoin', BENCHMARKS.bitcoin, BENCHMARKS)).toEqual({
      outperf_vs_btc_24h: 0,
      beats_btc_24h: false,
      avg_outperformance: -0.5,
      composite_score: 49.4,
      market_phase: 'PHASE_B',
      volatility_pct: 5,
    });
  });

  it('that needs what is not known is null', () => {
    const nothing = { outperf_vs_btc_24h: null, beats_btc_24h: null };
    const { bitcoin: _, ...withoutBtc } = BENCHMARKS;
    expect(outperformanceOf('pepe', performance(5, 10, 20), withoutBtc)).toMatchObject({
      ...nothing,
      avg_outperformance: 6.1667, // (3 + 5 + 4 + 8 + 12 + 5) / 6
    });
  });

  it('is null throughout without benchmarks, but for the phase', () => {
    expect(outperformanceOf('pepe', performance(5, 10, 20), {})).toEqual({
      outperf_vs_btc_24h: null,
      beats_btc_24h: null,
      avg_outperformance: null,
      composite_score: null,
      market_phase: 'PHASE_B',
      volatility_pct: 5,
    });
  });

  it('over one known window has the whole weight on it', () => {
    // Φ(0.77745) = 0.7816.
    expect(outperformanceOf('pepe', performance(5, null, null), BENCHMARKS)).toMatchObject({
      avg_outperformance: 4,
      composite_score: 78.16,
      market_phase: null,
    });
  });

  it('counts in the volatility of the coin, out of the range of its day', () => {
    // BTC on 2026-05-02: 100 × ln(78773 / 76972) / √(4 ln 2) = 1.389; √((1.389² + 5²) / 2) = 3.669.
    expect(dailyVolatilityPct({ ...performance(1, 1, 1), high_24h: 78_773, low_24h: 76_972 })).toBeCloseTo(
      3.669,
      3,
    );
    expect(dailyVolatilityPct({ ...performance(1, 1, 1), high_24h: null, low_24h: 1 })).toBe(5);
    const wild = { ...performance(5, 10, 20), high_24h: 110, low_24h: 100 };
    expect(outperformanceOf('pepe', wild, BENCHMARKS)).toMatchObject({
      volatility_pct: 5.37,
      composite_score: 67.78,
    });
  });

  it('of a coin that lost everything has a score of 0', () => {
    expect(outperformanceOf('luna', performance(-100, null, null), BENCHMARKS)).toMatchObject({
      composite_score: 0,
      avg_outperformance: -101,
    });
  });

  it('has a score within 0 and 100 that grows with the performance, and agrees with itself', () => {
    const percent = fc.option(fc.double({ min: -100, max: 1e6, noNaN: true }));
    const any = fc.record({ perf_24h: percent, perf_7d: percent, perf_30d: percent });
    const benchmarks: fc.Arbitrary<Benchmarks> = fc.record(
      { bitcoin: any, ethereum: any, solana: any },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(any, benchmarks, (coin, others) => {
        const result = outperformanceOf('pepe', coin, others);
        const score = result.composite_score;
        expect(score === null).toBe(result.avg_outperformance === null);
        if (score === null) return;
        expect(score).toBeGreaterThanOrEqual(0);
        expect(score).toBeLessThanOrEqual(100);
        const better = outperformanceOf(
          'pepe',
          { ...coin, perf_7d: coin.perf_7d && coin.perf_7d + 1 },
          others,
        );
        if (coin.perf_7d) expect(better.composite_score).toBeGreaterThanOrEqual(score);
      }),
    );
  });
});

describe('market phase', () => {
  it.each([
    [-10, 3, 'PHASE_A'],
    [10, 3, 'PHASE_B'],
    [10, -3, 'PHASE_C'],
    [-10, -3, 'PHASE_D'],
    [0, 0, 'PHASE_B'],
    [null, 3, null],
    [10, null, null],
  ])('of %s %% in 30 days and %s %% in 7 is %s', (perf_30d, perf_7d, phase) => {
    expect(marketPhase(performance(0, perf_7d, perf_30d))).toBe(phase);
  });
});
