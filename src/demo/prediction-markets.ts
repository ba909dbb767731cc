import { PLATFORMS, type PredictionMarket, predictionMarkets } from '../feeds/prediction/feed.ts';
import { questionFor } from './prediction-questions.ts';
import { type Prices, walk } from './prices.ts';
import { cycle, randomAt, streamOf } from './random.ts';
import { round } from './rounding.ts';
import type { Simulation } from './simulation.ts';
import { DAY, SECOND } from './time.ts';

type Platform = (typeof PLATFORMS)[number];

/** Markets come in lanes: in each one follows the other, open for the lane's 60 to 180 days. */
const LANES = 200;
/** Resolved markets stay listed that long; with it about one market in six is closed. */
const LISTED_AFTER_CLOSE_MS = 24 * DAY;

export function simulatePredictionMarkets(seed: number, prices: Prices): Simulation {
  const lanes = Array.from({ length: LANES }, (_, lane) => lane);
  const laneAt = (lane: number, nowMs: number): PredictionMarket[] => {
    const { current, openedMs } = lifeOf(seed, lane, nowMs);
    const running = marketOf(seed, prices, lane, current, nowMs);
    if (nowMs - openedMs >= LISTED_AFTER_CLOSE_MS) return [running];
    return [running, marketOf(seed, prices, lane, current - 1, nowMs)];
  };
  return {
    feed: predictionMarkets,
    initial: (nowMs) => lanes.flatMap((lane) => laneAt(lane, nowMs)),
    /** Lanes whose market closed, and one lane a second whose price moves. */
    since: (lastMs, nowMs) => {
      const turned = lanes.filter((lane) => lifeOf(seed, lane, nowMs).openedMs > lastMs);
      const moving = Math.floor(nowMs / SECOND) % LANES;
      return [
        ...turned.filter((lane) => lane !== moving).flatMap((lane) => laneAt(lane, nowMs)),
        ...laneAt(moving, nowMs),
      ];
    },
  };
}

/** A market that is open on a platform; `n` chooses among its lanes. */
export function currentMarket(
  seed: number,
  prices: Prices,
  platform: Platform,
  n: number,
  ms: number,
): PredictionMarket {
  const lane = PLATFORMS.indexOf(platform) + PLATFORMS.length * (n % Math.floor(LANES / PLATFORMS.length));
  return marketOf(seed, prices, lane, lifeOf(seed, lane, ms).current, ms);
}

/** Which market of the lane is open, and when it opened: at a midnight. */
function lifeOf(seed: number, lane: number, ms: number) {
  const random = randomAt(streamOf(seed, 'prediction/lane'), lane);
  const lengthMs = random.whole(60, 180) * DAY;
  const originMs = random.whole(0, 180) * DAY;
  const current = Math.floor((ms - originMs) / lengthMs);
  return { current, lengthMs, originMs, openedMs: originMs + current * lengthMs };
}

function marketOf(seed: number, prices: Prices, lane: number, n: number, ms: number): PredictionMarket {
  const { lengthMs, originMs } = lifeOf(seed, lane, ms);
  const openedMs = originMs + n * lengthMs;
  const closesMs = openedMs + lengthMs;
  const atMs = Math.min(ms, closesMs);
  const active = ms < closesMs;
  const random = randomAt(streamOf(seed, `prediction/${lane}`), n);
  const question = questionFor(random, prices, openedMs, closesMs);
  const platform = cycle(PLATFORMS, lane);
  const perDay = 500 * 400 ** random.next();
  const phase = random.between(0, 2 * Math.PI);
  const volume = volumeAfter((atMs - openedMs) / DAY, perDay, phase);
  const dayBefore = volumeAfter(Math.max(0, (atMs - openedMs) / DAY - 1), perDay, phase);
  const hasMoney = platform !== 'metaculus'; // there forecasts are made, not traded
  const outcomes = outcomePrices(seed, `${lane}/${n}`, question.outcomes, atMs);
  const prices01 = active ? outcomes : resolved(outcomes);
  return {
    market_id: `demo-${platform}-${lane}-${n}`,
    platform,
    event_title: question.event,
    question: question.text,
    yes_price: prices01[0] ?? null,
    outcome_prices: prices01,
    volume: hasMoney ? round(volume) : null,
    volume_24h: hasMoney ? round(active ? volume - dayBefore : 0) : null,
    category_norm: question.category,
    active,
    end_date: new Date(closesMs),
  };
}

/** Grows every day, now faster and now slower: the integral of `perDay × (1 + 0.8 cos)`. */
function volumeAfter(days: number, perDay: number, phase: number): number {
  const pace = (2 * Math.PI) / 9;
  return perDay * (days + (0.8 / pace) * (Math.sin(pace * days + phase) - Math.sin(phase)));
}

/** Softmax over a walk an outcome, to four decimals; the last one takes what rounding leaves, so the sum is 1. */
function outcomePrices(seed: number, market: string, outcomes: number, ms: number): number[] {
  const weights = Array.from({ length: outcomes }, (_, outcome) =>
    Math.exp(Math.max(-4, Math.min(4, 0.12 * walk(streamOf(seed, `outcome/${market}/${outcome}`), ms)))),
  );
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const prices = weights.slice(0, -1).map((weight) => round(weight / total, 4));
  return [...prices, round(1 - prices.reduce((sum, price) => sum + price, 0), 4)];
}

/** The favourite at the close has won. */
function resolved(prices: readonly number[]): number[] {
  const winner = prices.indexOf(Math.max(...prices));
  return prices.map((_, outcome) => (outcome === winner ? 1 : 0));
}
