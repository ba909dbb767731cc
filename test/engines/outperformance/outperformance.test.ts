import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Benchmarks,
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
    // Score: 0.2 × 4 / 5 + 0.4 × 6 / (5 √7) + 0.4 × 9 / (5 √30) = 0.16 + 0.18142 + 0.13145 = 0.47288;
    // 100 / (1 + e^-0.47288) = 61.61.
    expect(outperformanceOf('pepe', performance(5, 10, 20), BENCHMARKS)).toEqual({
      outperf_vs_btc_24h: 4,
      beats_btc_24h: true,
      avg_outperformance: 6.3333,
      composite_score: 61.61,
      market_phase: 'PHASE_B',
    });
  });

  it('of a benchmark is against the others', () => {
    // BTC against ETH and SOL: -1, 1; -2, 2; 2, -5. Mean -3 / 6; the windows' means are 0, 0 and -1.5.
    // 0.4 × -1.5 / (5 √30) = -0.02191; 100 / (1 + e^0.02191) = 49.45.
    expect(outperformanceOf('bitcoin', BENCHMARKS.bitcoin, BENCHMARKS)).toEqual({
      outperf_vs_btc_24h: 0,
      beats_btc_24h: false,
      avg_outperformance: -0.5,
      composite_score: 49.45,
      market_phase: 'PHASE_B',
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
    });
  });

  it('over one known window has the whole weight on it', () => {
    // 4 / 5 = 0.8; 100 / (1 + e^-0.8) = 69.00.
    expect(outperformanceOf('pepe', performance(5, null, null), BENCHMARKS)).toMatchObject({
      avg_outperformance: 4,
      composite_score: 69,
      market_phase: null,
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
    [0, 0, 'PHASE_D'],
    [null, 3, null],
    [10, null, null],
  ])('of %s %% in 30 days and %s %% in 7 is %s', (perf_30d, perf_7d, phase) => {
    expect(marketPhase(performance(0, perf_7d, perf_30d))).toBe(phase);
  });
});
