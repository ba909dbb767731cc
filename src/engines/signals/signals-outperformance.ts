import { createHash } from 'node:crypto';
import { knownExactly } from '../../feed/known.ts';
import { type Signal, signals } from '../../feeds/trade-feed/feed.ts';
import { NO_EXECUTION } from '../../feeds/trade-feed/no-execution.ts';
import type { Coin } from '../../sources/coingecko/coin.ts';
import type { Input } from '../../sources/format.ts';
import { isClaim } from '../coin-claims.ts';
import type { Engine, InputReader } from '../engine.ts';
import { BENCHMARKS, type Benchmarks, outperformanceOf } from '../outperformance/outperformance.ts';
import { pricesOf } from './signal-pnl.ts';

/** Composite score that opens a signal, and the one it closes below: apart, so that noise does not flip it. */
const ENTRY_SCORE = 80;
const EXIT_SCORE = 70;

/** A coin at one capture, scored as the `aoe` feed scores it. */
export interface ScoredCoin {
  /** ISO 8601. */
  readonly at: string;
  readonly price: number | null;
  readonly score: number | null;
  readonly beatsBtc: boolean | null;
}

/** A stretch of outperformance. */
export interface Stretch {
  readonly entry: ScoredCoin & { readonly price: number; readonly score: number };
  /** Null while it lasts. */
  readonly exitPrice: number | null;
  /** Last price known, and when. */
  readonly last: { readonly price: number; readonly atMs: number };
}

/**
 * Opens at a score of at least 80 that beats BTC over 24 hours, closes below 70. From the captures in order of time; one
 * without price or score changes nothing. A coin that leaves the scan keeps its last price and stays open: nothing
 * is known of it any more.
 */
export function stretchesOf(captures: readonly ScoredCoin[]): readonly Stretch[] {
  const done: Stretch[] = [];
  let open: Stretch | null = null;
  for (const capture of captures) {
    const { price, score, at } = capture;
    if (price === null || price <= 0) continue;
    const last = { price, atMs: Date.parse(at) };
    if (open !== null) {
      const isOver = score !== null && score < EXIT_SCORE;
      const next: Stretch = { entry: open.entry, last, exitPrice: isOver ? price : null };
      if (isOver) done.push(next);
      open = isOver ? null : next;
    } else if (score !== null && score >= ENTRY_SCORE && capture.beatsBtc === true) {
      open = { entry: { ...capture, price, score }, exitPrice: null, last };
    }
  }
  return open === null ? done : [...done, open];
}

/**
 * Outperformers as signals; a group is a coin. Scored from its stored captures, not from the one row that the `aoe` feed
 * holds now, so that the order of imports does not matter. Their price is the coin's own: the one it was scored with.
 */
export const outperformanceSignals: Engine = {
  name: 'signals-outperformance',
  version: 3,
  feed: signals,
  kinds: ['coin'],
  groupOf: ({ series }) => series,
  originOf: ({ source, source_detail: coin }) =>
    source === 'aoe' ? { kind: 'coin', series: String(coin) } : null,
  async derive(id, inputs) {
    const captures = (await inputs.list('coin', id)).map(captureOf);
    const symbol = captures.findLast(({ coin }) => coin.symbol !== null)?.coin.symbol;
    if (!symbol) return [];
    const benchmarksAt = await benchmarkHistory(inputs);
    return stretchesOf(scoredOf(id, captures, benchmarksAt)).map((stretch) =>
      signalOfStretch(id, symbol.toUpperCase(), stretch),
    );
  },
};

interface Capture {
  /** ISO 8601. */
  readonly at: string;
  readonly coin: Coin;
}

const captureOf = ({ key, data }: Input): Capture => ({ at: key, coin: data as unknown as Coin }); // as coinEntry made it

function scoredOf(
  id: string,
  captures: readonly Capture[],
  benchmarksAt: BenchmarksAt,
): readonly ScoredCoin[] {
  // A claim on something else leads no market; as in the `aoe` feed it has no score.
  return captures.map(({ at, coin }) => {
    if (isClaim(id, coin)) return { at, price: coin.price, score: null, beatsBtc: null };
    const { composite_score, beats_btc_24h } = outperformanceOf(id, coin, benchmarksAt(at));
    return { at, price: coin.price, score: composite_score, beatsBtc: beats_btc_24h };
  });
}

/** Whether other coins are scored against this one. */
export const isBenchmark = (id: string): boolean => BENCHMARKS.some((benchmark) => benchmark === id);

/** The benchmarks captured at a time, ISO 8601; empty where none was. */
export type BenchmarksAt = (at: string) => Benchmarks;

/** Looks times up rather than indexing all: a coin needs one a day, the benchmarks are kept whole. */
export async function benchmarkHistory(inputs: InputReader): Promise<BenchmarksAt> {
  const histories = await Promise.all(
    BENCHMARKS.map(async (id) => [id, await inputs.list('coin', id)] as const),
  );
  return (at) =>
    Object.fromEntries(
      histories.flatMap(([id, captures]) => {
        const capture = captureAt(captures, at);
        return capture === null ? [] : [[id, captureOf(capture).coin]];
      }),
    );
}

/** Of captures in order of time; null where there is none at this one. */
function captureAt(captures: readonly Input[], at: string): Input | null {
  let low = 0;
  let high = captures.length - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const capture = captures[middle];
    if (capture === undefined || capture.key === at) return capture ?? null;
    if (capture.key < at) low = middle + 1;
    else high = middle - 1;
  }
  return null;
}

/**
 * Captures of one coin that nothing follows from once newer ones are known. Needed are the last of each day (for `ams`),
 * those that opened or closed a signal, the newest, and the newest of a whole scan, which has a name. Of a benchmark also
 * those that the needed captures of the others are scored against: see `isBenchmark`.
 */
export function unneededCoins(captures: readonly Input[], benchmarksAt: BenchmarksAt): readonly Input[] {
  const id = captures[0]?.series ?? '';
  const stretches = stretchesOf(scoredOf(id, captures.map(captureOf), benchmarksAt));
  const turns = new Set(stretches.flatMap(({ entry, last }) => [Date.parse(entry.at), last.atMs]));
  const lastOfDay = new Map(captures.map((capture) => [capture.key.slice(0, 'YYYY-MM-DD'.length), capture]));
  const needed = new Set([
    captures.at(-1),
    captures.findLast(({ data }) => (data.name ?? null) !== null),
    ...lastOfDay.values(),
  ]);
  return captures.filter((capture) => !needed.has(capture) && !turns.has(Date.parse(capture.key)));
}

/** The strength is the score it opened with. */
function signalOfStretch(id: string, symbol: string, stretch: Stretch): Signal {
  const { entry, last, exitPrice } = stretch;
  const hash = createHash('sha256').update(entry.at).digest('hex').slice(0, 16);
  const direction = 'LONG';
  return {
    id: `aoe-${id}-${hash}`,
    source: 'aoe',
    source_detail: id,
    symbol,
    direction,
    ...pricesOf({
      direction,
      entry: entry.price,
      enteredAtMs: Date.parse(entry.at),
      exit: exitPrice,
      known: [last],
    }),
    signal_strength: entry.score,
    asset_type: 'crypto',
    timeframe: null,
    notes: `composite score ${entry.score} and above BTC over 24 h`,
    timestamp: new Date(entry.at),
    ...knownExactly(new Date(entry.at)),
    execution: { ...NO_EXECUTION, closed_at: exitPrice === null ? null : new Date(last.atMs) },
    available_at: null,
    superseded_at: null,
    trade: null,
  };
}
