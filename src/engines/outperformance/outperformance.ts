import { round } from '../bars.ts';

/** Performance of one coin in % by window; null where it is not known. */
export interface Performance {
  readonly perf_24h: number | null;
  readonly perf_7d: number | null;
  readonly perf_30d: number | null;
}

type Window = keyof Performance;

/** Benchmarks by coin id; one that is not known is left out. */
export type Benchmarks = Readonly<Partial<Record<Benchmark, Performance>>>;

export const BENCHMARKS = ['bitcoin', 'ethereum', 'solana'] as const;
type Benchmark = (typeof BENCHMARKS)[number];

export interface Outperformance {
  /** % points; null when one of the two is not known. 0 for BTC itself. */
  readonly outperf_vs_btc_24h: number | null;
  readonly beats_btc_24h: boolean | null;
  /** % points. */
  readonly avg_outperformance: number | null;
  /** 0 to 100, 50 is level with the benchmarks. */
  readonly composite_score: number | null;
  readonly market_phase: MarketPhase | null;
}

/** A accumulation, B advance, C distribution, D decline. */
export type MarketPhase = 'PHASE_A' | 'PHASE_B' | 'PHASE_C' | 'PHASE_D';

/**
 * How a coin did against BTC, ETH and SOL. A function of the coin and the benchmarks alone, not of the other coins.
 *
 * - Gap of a window and a benchmark: performance of the coin minus that of the benchmark, % points; known when both are. A
 *   benchmark is not compared with itself, except in `outperf_vs_btc_24h`, where that gives 0.
 * - `avg_outperformance`: mean of the known gaps, all windows and benchmarks alike.
 * - `composite_score`, `market_phase`: see there.
 */
export function outperformanceOf(id: string, coin: Performance, benchmarks: Benchmarks): Outperformance {
  const versusBtc = gap(coin.perf_24h, benchmarks.bitcoin?.perf_24h);
  const gaps = gapsByWindow(id, coin, benchmarks);
  return {
    outperf_vs_btc_24h: versusBtc === null ? null : round(versusBtc, 4),
    beats_btc_24h: versusBtc === null ? null : versusBtc > 0,
    avg_outperformance: rounded(mean([...gaps.values()].flat()), 4),
    composite_score: rounded(compositeScore(gaps), 2),
    market_phase: marketPhase(coin),
  };
}

/**
 * What each window counts in the score, and the gap in % points that is one unit of it. The units grow with the square
 * root of time, as the spread of random walks does (Bachelier): 5 × √1, √7, √30. The weights favour weeks over one day:
 * the momentum of coins shows over one to four weeks (Liu, Tsyvinski and Wu, "Common Risk Factors in Cryptocurrency",
 * Journal of Finance 2022).
 */
const WINDOWS: readonly { readonly name: Window; readonly weight: number; readonly unitPct: number }[] = [
  { name: 'perf_24h', weight: 0.2, unitPct: 5 },
  { name: 'perf_7d', weight: 0.4, unitPct: 5 * Math.sqrt(7) },
  { name: 'perf_30d', weight: 0.4, unitPct: 5 * Math.sqrt(30) },
];

/**
 * The standard logistic function of the weighted mean of the windows' gaps in their units, times 100. The gap of a window is
 * the mean over its known benchmarks; windows without one are left out and the weights of the others scaled up.
 */
function compositeScore(gaps: ReadonlyMap<Window, readonly number[]>): number | null {
  let sum = 0;
  let weights = 0;
  for (const { name, weight, unitPct } of WINDOWS) {
    const ahead = mean(gaps.get(name) ?? []);
    if (ahead === null) continue;
    sum += (weight * ahead) / unitPct;
    weights += weight;
  }
  return weights === 0 ? null : 100 / (1 + Math.exp(-sum / weights));
}

/**
 * Wyckoff's four phases by the signs of two windows: over 30 days the trend, over 7 days its turn. Down and turning
 * up is A, up and going on B, up and turning down C, down and going on D; no change counts as down.
 */
export function marketPhase({ perf_7d, perf_30d }: Performance): MarketPhase | null {
  if (perf_7d === null || perf_30d === null) return null;
  if (perf_30d > 0) return perf_7d > 0 ? 'PHASE_B' : 'PHASE_C';
  return perf_7d > 0 ? 'PHASE_A' : 'PHASE_D';
}

function gapsByWindow(id: string, coin: Performance, benchmarks: Benchmarks) {
  const others = BENCHMARKS.filter((benchmark) => benchmark !== id);
  return new Map(
    WINDOWS.map(({ name }) => {
      const gaps = others.map((benchmark) => gap(coin[name], benchmarks[benchmark]?.[name]));
      return [name, gaps.filter((one) => one !== null)] as const;
    }),
  );
}

function gap(own: number | null, benchmark: number | null | undefined): number | null {
  return own === null || benchmark === null || benchmark === undefined ? null : own - benchmark;
}

function mean(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}

const rounded = (value: number | null, digits: number): number | null =>
  value === null ? null : round(value, digits);
