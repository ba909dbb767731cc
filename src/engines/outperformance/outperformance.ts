import { round } from '../bars.ts';
import { normalShare } from '../normal-distribution.ts';

/** Performance of one coin in % by window; null where it is not known. */
export interface Performance {
  readonly perf_24h: number | null;
  readonly perf_7d: number | null;
  readonly perf_30d: number | null;
}

/** A coin with the range of its last day, which tells how much it moves. */
export interface MovingCoin extends Performance {
  readonly high_24h?: number | null;
  readonly low_24h?: number | null;
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
  /** Standard deviation of a day that the score counts in, %. */
  readonly volatility_pct: number;
}

/** A rebound, B bull, C correction, D bear. */
export type MarketPhase = 'PHASE_A' | 'PHASE_B' | 'PHASE_C' | 'PHASE_D';

/**
 * How a coin did against BTC, ETH and SOL. A function of the coin and the benchmarks alone, not of the other coins.
 *
 * - Gap of a window and a benchmark: performance of the coin minus that of the benchmark, % points; known when both are. A
 *   benchmark is not compared with itself, except in `outperf_vs_btc_24h`, where that gives 0.
 * - `avg_outperformance`: mean of the known gaps, all windows and benchmarks alike.
 * - `composite_score`, `market_phase`, `volatility_pct`: see there.
 */
export function outperformanceOf(id: string, coin: MovingCoin, benchmarks: Benchmarks): Outperformance {
  const versusBtc = gap(coin.perf_24h, benchmarks.bitcoin?.perf_24h);
  const others = BENCHMARKS.flatMap((benchmark) => (benchmark === id ? [] : (benchmarks[benchmark] ?? [])));
  const gaps = WINDOWS.flatMap(({ name }) => others.map((other) => gap(coin[name], other[name])));
  const volatilityPct = dailyVolatilityPct(coin);
  return {
    outperf_vs_btc_24h: versusBtc === null ? null : round(versusBtc, 4),
    beats_btc_24h: versusBtc === null ? null : versusBtc > 0,
    avg_outperformance: rounded(mean(known(gaps)), 4),
    composite_score: rounded(compositeScore(coin, others, volatilityPct), 2),
    market_phase: marketPhase(coin),
    volatility_pct: round(volatilityPct, 2),
  };
}

const WINDOWS: readonly { readonly name: Window; readonly days: number }[] = [
  { name: 'perf_24h', days: 1 },
  { name: 'perf_7d', days: 7 },
  { name: 'perf_30d', days: 30 },
];

/**
 * 100 × Φ(mean of the windows), the windows counting alike: the share of random walks with this coin's volatility that would
 * have done worse. A window is the mean over the benchmarks of ln((1 + coin) ÷ (1 + benchmark)) ÷ (σ × √days): of a random
 * walk it has a deviation of one in every window, so that 30 % in a month do not outweigh 5 % in a day by their size. Windows
 * and benchmarks that are not known are left out.
 */
function compositeScore(
  coin: Performance,
  others: readonly Performance[],
  volatilityPct: number,
): number | null {
  const windows = WINDOWS.map(({ name, days }) => {
    const ahead = mean(known(others.map((other) => logGap(coin[name], other[name]))));
    return ahead === null ? null : ahead / ((volatilityPct / 100) * Math.sqrt(days));
  });
  const units = mean(known(windows));
  return units === null ? null : 100 * normalShare(units);
}

/** What coins of the scans move in a day, %; the belief that the range of a single day is weighed against. */
const USUAL_VOLATILITY_PCT = 5;

/**
 * Standard deviation of a day in %, out of the day's range: Parkinson's ln(high ÷ low)² ÷ (4 ln 2) (Journal of Business 1980),
 * which one day tells with an error of some thirty per cent. So it is averaged with the variance of 5 % a day. Without a
 * range it is 5 %. A range of 78,773 to 76,972 gives 1.39 %, and with the 5 % 3.67 %.
 */
export function dailyVolatilityPct({ high_24h: high, low_24h: low }: MovingCoin): number {
  if (!high || !low || high < low) return USUAL_VOLATILITY_PCT;
  const variance = (100 * Math.log(high / low)) ** 2 / (4 * Math.LN2);
  return Math.sqrt((variance + USUAL_VOLATILITY_PCT ** 2) / 2);
}

/**
 * The state of the market by a slow and a fast trend, 30 and 7 days: Goulding, Harvey and Mazzoleni, "Momentum Turning Points"
 * (Journal of Financial Economics 2023), which takes twelve months and one for shares; coins trend over one to four weeks
 * (Liu, Tsyvinski and Wu, Journal of Finance 2022). Both up is a bull market (B), slow up and fast down a correction (C), both
 * down a bear market (D), slow down and fast up a rebound (A). No change counts as up, as in the paper.
 */
export function marketPhase({ perf_7d: fast, perf_30d: slow }: Performance): MarketPhase | null {
  if (fast === null || slow === null) return null;
  if (slow >= 0) return fast >= 0 ? 'PHASE_B' : 'PHASE_C';
  return fast >= 0 ? 'PHASE_A' : 'PHASE_D';
}

function gap(own: number | null, benchmark: number | null | undefined): number | null {
  return own === null || benchmark === null || benchmark === undefined ? null : own - benchmark;
}

function logGap(own: number | null, benchmark: number | null): number | null {
  if (own === null || benchmark === null) return null;
  return Math.log(leftOf(own) / leftOf(benchmark));
}

/** What is left of 100; of what lost everything next to nothing, which still has a logarithm. */
const leftOf = (performancePct: number): number => Math.max(100 + performancePct, 1e-9);

const known = (values: readonly (number | null)[]): readonly number[] =>
  values.filter((value) => value !== null);

function mean(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}

const rounded = (value: number | null, digits: number): number | null =>
  value === null ? null : round(value, digits);
