import { knownExactly } from '../../feed/known.ts';
import { type Outperformer, outperformers } from '../../feeds/aoe/feed.ts';
import type { Coin } from '../../sources/coingecko/coin.ts';
import { SCAN_SERIES, type Scan } from '../../sources/coingecko/markets-page.ts';
import { isClaim } from '../coin-claims.ts';
import type { Engine, InputReader } from '../engine.ts';
import { BENCHMARKS, type Benchmarks, outperformanceOf } from './outperformance.ts';

/**
 * One record for every coin of the latest scan that is no claim on something else, compared with the benchmarks of the same
 * scan. A coin that this scan holds
 * but could not read keeps the record of the scan before; a coin that is not in it has none.
 */
export const outperformance: Engine = {
  name: 'outperformance',
  version: 2,
  feed: outperformers,
  kinds: ['coin', 'scan'],
  groupOf: ({ kind, series }) => (kind === 'coin' || series === SCAN_SERIES ? 'all' : null),
  originOf: ({ id }) => ({ kind: 'coin', series: String(id) }),
  showsEntry: true,
  async derive(_, inputs) {
    const latest = (await inputs.newest('scan')).find(({ series }) => series === SCAN_SERIES);
    if (!latest) return [];
    const { coins, unread } = latest.data as unknown as Scan; // as scanItems made it
    const observations = await createObservations(inputs);
    const records: Outperformer[] = [];
    const add = async (id: string, at: string | null) => {
      if (at === null) return;
      const coin = await observations.at(id, at);
      if (coin) records.push(...recordOf(id, coin, at, await observations.benchmarksAt(at)));
    };
    for (const id of coins) await add(id, latest.key);
    for (const id of unread) await add(id, await observations.lastBefore(id, latest.key));
    return records;
  },
};

/** @param at time of the scan, ISO 8601. */
function recordOf(id: string, coin: Coin, at: string, benchmarks: Benchmarks): Outperformer[] {
  if (coin.symbol === null || coin.name === null) return []; // of a single coin; every scan has them
  if (isClaim(id, coin)) return [];
  return [
    {
      id,
      symbol: coin.symbol.toUpperCase(),
      name: coin.name,
      asset_type: 'crypto',
      current_price: coin.price,
      market_cap_rank: coin.rank,
      perf_24h: coin.perf_24h,
      perf_7d: coin.perf_7d,
      perf_30d: coin.perf_30d,
      ...outperformanceOf(id, coin, benchmarks),
      ...factsOf(coin),
      observed_at: new Date(at),
      current_until: null, // set when it is written, by the shelf life of the feed
      ...knownExactly(new Date(at)),
    },
  ];
}

/** A capitalisation of 0 is one that CoinGecko has not verified; inputs of before they were kept lack the rest. */
function factsOf(coin: Coin) {
  const timeOf = (text: string | null | undefined) => (text ? new Date(text) : null);
  return {
    market_cap: coin.market_cap || null,
    volume_24h: coin.volume_24h,
    fully_diluted_value: coin.fully_diluted_value ?? null,
    circulating_supply: coin.circulating_supply ?? null,
    total_supply: coin.total_supply ?? null,
    max_supply: coin.max_supply ?? null,
    high_24h: coin.high_24h ?? null,
    low_24h: coin.low_24h ?? null,
    all_time_high: coin.all_time_high ?? null,
    all_time_high_at: timeOf(coin.all_time_high_at),
    from_all_time_high_pct: coin.from_all_time_high_pct ?? null,
    all_time_low: coin.all_time_low ?? null,
    all_time_low_at: timeOf(coin.all_time_low_at),
    from_all_time_low_pct: coin.from_all_time_low_pct ?? null,
  };
}

/** Observations of coins by time; reads the history of a coin only where its newest observation is not the one asked. */
async function createObservations(inputs: InputReader) {
  const newest = new Map((await inputs.newest('coin')).map((input) => [input.series, input]));
  const at = async (id: string, key: string): Promise<Coin | null> => {
    const last = newest.get(id);
    if (last === undefined) return null;
    const input =
      last.key === key ? last : (await inputs.list('coin', id)).find((candidate) => candidate.key === key);
    return (input?.data ?? null) as Coin | null; // as coinEntry made it
  };
  const benchmarks = new Map<string, Promise<Benchmarks>>();
  const readBenchmarks = async (key: string): Promise<Benchmarks> => {
    const known = await Promise.all(BENCHMARKS.map(async (id) => [id, await at(id, key)] as const));
    return Object.fromEntries(known.filter(([, coin]) => coin !== null));
  };
  return {
    at,
    benchmarksAt(key: string): Promise<Benchmarks> {
      const reading = benchmarks.get(key) ?? readBenchmarks(key);
      benchmarks.set(key, reading);
      return reading;
    },
    /** Time of the last observation in a scan before `key`: those of single coins lack a name. */
    async lastBefore(id: string, key: string): Promise<string | null> {
      const earlier = (await inputs.list('coin', id)).filter((input) => input.key < key && input.data.name);
      return earlier.at(-1)?.key ?? null;
    },
  };
}
