import {
  SCORECARDS,
  type ScorecardName,
  type ScorecardPoint,
  scorecardPoints,
} from '../feeds/scorecards/feed.ts';
import { COINS, instrumentOf } from './instruments.ts';
import { type Prices, walk } from './prices.ts';
import { streamOf } from './random.ts';
import { clamp, round } from './rounding.ts';
import type { Simulation } from './simulation.ts';
import { DAY, isoDay, SECOND } from './time.ts';

interface Timeframe {
  readonly name: string;
  readonly ms: number;
  /** Start of any one point: weeks start on Mondays, and 1970-01-05 was one. */
  readonly originMs: number;
  /** Points in the history. */
  readonly count: number;
}

const TIMEFRAMES: readonly Timeframe[] = [
  { name: '1D', ms: DAY, originMs: 0, count: 420 },
  { name: '1W', ms: 7 * DAY, originMs: 4 * DAY, count: 60 },
];
const UPDATE_MS = 10 * SECOND;

/** Points of past periods are final; the running day's and week's are brought up to date every ten seconds. */
export function simulateScorecards(seed: number, prices: Prices): Simulation {
  const metrics: Readonly<Record<ScorecardName, (ms: number) => ScorecardPoint['data']>> = {
    ams: (ms) => altStrength(prices, ms),
    mrs: (ms) => marketRisk(prices, ms),
    gls: (ms) => globalLiquidity(seed, ms),
  };
  /** The last `count` points of a timeframe until `nowMs`, of every scorecard. */
  const points = (frame: Timeframe, count: number, nowMs: number): ScorecardPoint[] => {
    const current = Math.floor((nowMs - frame.originMs) / frame.ms);
    return Array.from({ length: count }, (_, index) => frame.originMs + (current - index) * frame.ms)
      .reverse()
      .flatMap((startMs) =>
        SCORECARDS.map((scorecard) => ({
          id: `demo-${scorecard}-${frame.name.toLowerCase()}-${isoDay(startMs)}`,
          scorecard,
          timeframe: frame.name,
          timestamp: new Date(startMs),
          data: metrics[scorecard](Math.min(nowMs, startMs + frame.ms)),
        })),
      );
  };
  return {
    feed: scorecardPoints,
    initial: (nowMs) => TIMEFRAMES.flatMap((frame) => points(frame, frame.count, nowMs)),
    since: (lastMs, nowMs) => {
      if (Math.floor(lastMs / UPDATE_MS) === Math.floor(nowMs / UPDATE_MS)) return [];
      return TIMEFRAMES.flatMap((frame) => {
        const begun =
          Math.floor((nowMs - frame.originMs) / frame.ms) - Math.floor((lastMs - frame.originMs) / frame.ms);
        return points(frame, Math.min(begun + 1, frame.count), nowMs);
      });
    },
  };
}

const ALTS = COINS.slice(1, 21);
/** Share of the simulated market's value at base prices, BTC first. */
const CAP_WEIGHTS = [55, 13, 5, 5, 4, 3, 2, 2, 1.5, 1.5, 1, 1];

/** How many coins beat BTC, as the alt-season indices measure it. */
function altStrength(prices: Prices, ms: number): ScorecardPoint['data'] {
  const btc = prices.performance(instrumentOf('BTC'), ms, 30 * DAY);
  const alts = ALTS.map((coin) => prices.performance(coin, ms, 30 * DAY));
  const beatingPct = (100 * alts.filter((alt) => alt > btc).length) / alts.length;
  const aheadPct = 100 * (mean(alts) - btc);
  const caps = CAP_WEIGHTS.map((weight, index) => {
    const coin = COINS[index] ?? instrumentOf('BTC');
    return (weight * prices.at(coin, ms)) / coin.basePrice;
  });
  const total = caps.reduce((sum, cap) => sum + cap, 0);
  return {
    ams: round(clamp(0.6 * beatingPct + 0.4 * (50 + 50 * Math.tanh(aheadPct / 20)), 0, 100)),
    btc_dominance: round((100 * (caps[0] ?? 0)) / total),
    alts_beating_btc_pct: round(beatingPct),
    alts_ahead_30d_pct: round(aheadPct),
  };
}

/** From the realised volatility of a fortnight and the fall from the quarter's high. */
function marketRisk(prices: Prices, ms: number): ScorecardPoint['data'] {
  const [crypto, stocks] = [instrumentOf('BTC'), instrumentOf('SPY')].map((instrument) => {
    const returns = Array.from({ length: 14 }, (_, day) =>
      prices.performance(instrument, ms - day * DAY, DAY),
    );
    return 100 * Math.sqrt(365 * mean(returns.map((value) => value ** 2)));
  });
  const btc = instrumentOf('BTC');
  const high = Math.max(...Array.from({ length: 30 }, (_, index) => prices.at(btc, ms - index * 3 * DAY)));
  const fallPct = 100 * (prices.at(btc, ms) / high - 1);
  const [cryptoPct = 0, stocksPct = 0] = [crypto, stocks];
  return {
    mrs: round(clamp(0.6 * cryptoPct + 0.8 * stocksPct - 0.6 * fallPct, 0, 100)),
    crypto_volatility_pct: round(cryptoPct),
    stock_volatility_pct: round(stocksPct),
    drawdown_pct: round(fallPct),
  };
}

function globalLiquidity(seed: number, ms: number): ScorecardPoint['data'] {
  const [money = 0, dollar = 0, credit = 0] = ['money', 'dollar', 'credit'].map((name) =>
    walk(streamOf(seed, `macro/${name}`), ms),
  );
  return {
    gls: round(50 + 50 * Math.tanh((money - dollar + credit / 2) / 30)),
    m2_growth_pct: round(4 + 0.15 * money),
    dollar_index: round(100 * Math.exp(0.003 * dollar)),
    credit_spread_pct: round(3.5 * Math.exp(-0.02 * credit)),
  };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
