import { type Outperformer, outperformers } from '../feeds/aoe/feed.ts';
import { COINS, COMPANIES, type Instrument, instrumentOf } from './instruments.ts';
import type { Prices } from './prices.ts';
import { cycle } from './random.ts';
import { round, roundPrice } from './rounding.ts';
import type { Simulation } from './simulation.ts';
import { DAY, SECOND } from './time.ts';

const UNIVERSE: readonly Instrument[] = [...COINS, ...COMPANIES.slice(0, 15)];
const BENCHMARKS = ['BTC', 'ETH', 'SOL'].map(instrumentOf);
const WINDOWS = [DAY, 7 * DAY, 30 * DAY];

/** Current state: one record an instrument, one of them scored afresh every second. */
export function simulateOutperformers(prices: Prices): Simulation {
  return {
    feed: outperformers,
    initial: (nowMs) => UNIVERSE.map((instrument) => outperformerOf(prices, instrument, nowMs)),
    since: (_, nowMs) => [outperformerOf(prices, cycle(UNIVERSE, Math.floor(nowMs / SECOND)), nowMs)],
  };
}

function outperformerOf(prices: Prices, instrument: Instrument, ms: number): Outperformer {
  const { symbol, name, kind } = instrument;
  const pct = (of: Instrument, overMs: number) => round(prices.performance(of, ms, overMs) * 100);
  const others = BENCHMARKS.filter((benchmark) => benchmark.symbol !== symbol);
  const gaps = WINDOWS.flatMap((overMs) =>
    others.map((benchmark) => pct(instrument, overMs) - pct(benchmark, overMs)),
  );
  const average = gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length;
  const perf24h = pct(instrument, DAY);
  const aheadOfBtc = round(perf24h - pct(instrumentOf('BTC'), DAY));
  return {
    id: `demo-aoe-${symbol}`,
    symbol,
    name,
    asset_type: kind,
    current_price: roundPrice(prices.at(instrument, ms)),
    market_cap_rank: kind === 'crypto' ? COINS.indexOf(instrument) + 1 : null,
    perf_24h: perf24h,
    perf_7d: pct(instrument, 7 * DAY),
    perf_30d: pct(instrument, 30 * DAY),
    outperf_vs_btc_24h: aheadOfBtc,
    beats_btc_24h: aheadOfBtc > 0,
    composite_score: round(50 + 50 * Math.tanh(average / 15), 1),
    market_phase: phaseOf(pct(instrument, 7 * DAY), pct(instrument, 30 * DAY)),
    avg_outperformance: round(average),
  };
}

/** Wyckoff's four phases told from two windows: accumulation, markup, distribution, markdown. */
function phaseOf(perf7d: number, perf30d: number): string {
  if (perf30d > 0) return perf7d > 0 ? 'PHASE_B' : 'PHASE_C';
  return perf7d > 0 ? 'PHASE_A' : 'PHASE_D';
}
