import { PLATFORMS } from '../feeds/prediction/feed.ts';
import { type Question, questionFor } from './prediction-questions.ts';
import type { Prices } from './prices.ts';
import { cycle, randomAt, streamOf, uniformAt } from './random.ts';
import { round } from './rounding.ts';
import { DAY } from './time.ts';

export type Platform = (typeof PLATFORMS)[number];

/** A market as its platform sees it at a moment. */
export interface MarketState {
  /** 40 hexadecimal digits of its own. */
  readonly id: string;
  readonly platform: Platform;
  readonly question: Question;
  /** Probability of each outcome, Yes first; they add up to 1. Once resolved, 1 for what came true. */
  readonly prices: readonly number[];
  /** Price of Yes a day before; null where the market was not open then. */
  readonly yesDayBefore: number | null;
  readonly volume: number;
  readonly volume24h: number;
  readonly isOpen: boolean;
  readonly closesMs: number;
  /** The moment, or the close if that came first. */
  readonly atMs: number;
}

/** Markets come in lanes: in each one follows the other, after the lane's 60 to 180 days; those on stocks close some hours or days before. */
export const LANES = 200;
/** The platform of the markets of a lane. */
export const platformOf = (lane: number): Platform => cycle(PLATFORMS, lane);
/** Resolved markets stay listed that long; with it about one market in six is closed. */
const LISTED_AFTER_CLOSE_MS = 24 * DAY;

/** The markets a lane lists: the newest one, and for a while the one before. */
export function listedMarkets(seed: number, prices: Prices, lane: number, ms: number): MarketState[] {
  const { current, openedMs } = lifeOf(seed, lane, ms);
  const running = marketOf(seed, prices, lane, current, ms);
  if (ms - openedMs >= LISTED_AFTER_CLOSE_MS) return [running];
  return [running, marketOf(seed, prices, lane, current - 1, ms)];
}

/** Whether the newest market of a lane opened in `(sinceMs, nowMs]`. */
export const hasTurned = (seed: number, lane: number, sinceMs: number, nowMs: number): boolean =>
  lifeOf(seed, lane, nowMs).openedMs > sinceMs;

/** The newest market of a lane of a platform, which is open unless it is on a stock and about to be followed; `n` chooses the lane. */
export function newestMarket(
  seed: number,
  prices: Prices,
  platform: Platform,
  n: number,
  ms: number,
): MarketState {
  const lane = PLATFORMS.indexOf(platform) + PLATFORMS.length * (n % Math.floor(LANES / PLATFORMS.length));
  return marketOf(seed, prices, lane, lifeOf(seed, lane, ms).current, ms);
}

/** Which market of the lane is the newest, and when it opened: at a midnight. */
function lifeOf(seed: number, lane: number, ms: number) {
  const random = randomAt(streamOf(seed, 'prediction/lane'), lane);
  const lengthMs = random.whole(60, 180) * DAY;
  const originMs = random.whole(0, 180) * DAY;
  const current = Math.floor((ms - originMs) / lengthMs);
  return { current, lengthMs, originMs, openedMs: originMs + current * lengthMs };
}

/** Where one market has several outcomes; elsewhere each outcome would be a market of its own. */
const WITH_OUTCOMES: ReadonlySet<Platform> = new Set(['manifold', 'metaculus', 'polymarket']);

function marketOf(seed: number, prices: Prices, lane: number, n: number, ms: number): MarketState {
  const { lengthMs, originMs } = lifeOf(seed, lane, ms);
  const openedMs = originMs + n * lengthMs;
  const random = randomAt(streamOf(seed, `prediction/${lane}`), n);
  const platform = platformOf(lane);
  const world = { seed, prices };
  const span = { openedMs, closesMs: openedMs + lengthMs };
  const question = questionFor(random, world, span, WITH_OUTCOMES.has(platform));
  const { closesMs } = question;
  const atMs = Math.min(ms, closesMs);
  const isOpen = ms < closesMs;
  const perDay = 500 * 400 ** random.next();
  const phase = random.between(0, 2 * Math.PI);
  const volume = volumeAfter((atMs - openedMs) / DAY, perDay, phase);
  const dayBefore = volumeAfter(Math.max(0, (atMs - openedMs) / DAY - 1), perDay, phase);
  const quoted = quotesOf(seed, platform, question);
  const outcomesAt = (at: number) => quoted(question.chancesAt(at));
  const outcomes = outcomesAt(atMs);
  return {
    id: `de30${[1, 2, 3, 4].map((part) => hex(streamOf(seed, `${part}/${lane}/${n}`))).join('')}`,
    platform,
    question,
    prices: isOpen ? outcomes : resolved(outcomes),
    yesDayBefore: atMs - DAY < openedMs ? null : (outcomesAt(atMs - DAY)[0] ?? null),
    volume: round(volume),
    volume24h: round(isOpen ? volume - dayBefore : 0),
    isOpen,
    closesMs,
    atMs,
  };
}

const hex = (word: number): string => word.toString(16).padStart(8, '0');

/** Grows every day, now faster and now slower: the integral of `perDay × (1 + 0.8 cos)`. */
function volumeAfter(days: number, perDay: number, phase: number): number {
  const pace = (2 * Math.PI) / 9;
  return perDay * (days + (0.8 / pace) * (Math.sin(pace * days + phase) - Math.sin(phase)));
}

/** How far platforms lean, in log odds: up to two points lie between any two of them. */
const LEAN = 0.07;

/**
 * Chances as a platform quotes them while the market is open: no outcome is certain, and each platform leans a little its own way, in
 * all its markets of one event alike. They are rounded; the last one takes what rounding leaves, so that the sum is 1.
 */
function quotesOf(seed: number, platform: Platform, { event, outcomes }: Question) {
  const stream = streamOf(seed, `lean/${platform}/${event}`);
  const decimals = outcomes.length === 2 ? 3 : 4;
  const least = 0.001;
  return (chances: readonly number[]): number[] => {
    const weights = chances.map((chance, place) =>
      place === 0 ? chance * Math.exp(LEAN * (uniformAt(stream, 0) - 0.5)) : chance,
    );
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    const quoted = weights
      .slice(0, -1)
      .map((weight) =>
        round(Math.min(1 - least * (weights.length - 1), Math.max(least, weight / total)), decimals),
      );
    return [...quoted, round(1 - quoted.reduce((sum, price) => sum + price, 0), decimals)];
  };
}

/** The favourite at the close has won. */
function resolved(prices: readonly number[]): number[] {
  const winner = prices.indexOf(Math.max(...prices));
  return prices.map((_, outcome) => (outcome === winner ? 1 : 0));
}
