import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { InputReader } from '../../../src/engines/engine.ts';
import { CARDS, scorecards } from '../../../src/engines/scorecards/scorecards.ts';
import { valueAt } from '../../../src/feed/feed.ts';
import { parseValue } from '../../../src/feed/value.ts';
import { type ScorecardPoint, scorecardPoints } from '../../../src/feeds/scorecards/feed.ts';
import type { Input } from '../../../src/sources/format.ts';
import { coinbase } from '../../../src/sources/macro/coinbase.ts';
import { coingeckoGlobal } from '../../../src/sources/macro/coingecko-global.ts';
import { defillama } from '../../../src/sources/macro/defillama.ts';
import { fred } from '../../../src/sources/macro/fred.ts';
import { describeWithSharedData, sharedData } from '../../support/shared-data.ts';
import { bySeries, capture, type Inputs } from './inputs.ts';

function readerOf(inputs: Readonly<Record<string, Inputs>>): InputReader {
  const unused = () => Promise.reject(new Error('the engine does not read this'));
  return {
    list: async (kind, series) => inputs[kind]?.get(series) ?? [],
    series: async (kind) => [...(inputs[kind]?.keys() ?? [])].sort(),
    newest: unused,
    record: unused,
    between: unused,
    landmarks: unused,
    recordsOf: unused,
    records: () => {
      throw new Error('the engine reads no records');
    },
  };
}

const deriveAll = async (reader: InputReader) =>
  (
    await Promise.all(scorecards.map((engine) => engine.derive('all', reader)))
  ).flat() as unknown as readonly ScorecardPoint[]; // of the engines' feed

async function macroInputs(folder: string): Promise<Inputs> {
  const daily = (...names: readonly string[]) =>
    names.map((name) => join(folder, 'coingecko-global-daily', `${name}.csv`));
  const sets = [
    [fred, readdirSync(join(folder, 'fred')).map((name) => join(folder, 'fred', name))],
    [coingeckoGlobal, daily('active_cryptoassets', 'btc_dominance', 'crypto_market_cap', 'crypto_volume')],
    [defillama, daily('defi_tvl', 'stablecoin_supply')],
    [coinbase, daily('watch_btcusd', 'watch_ethusd')],
  ] as const;
  const inputs: Input[] = [];
  for (const [format, files] of sets) {
    for await (const item of format.read(files, {})) if (item.kind === 'input') inputs.push(item.input);
  }
  return bySeries(inputs);
}

interface NativeCoin {
  readonly id: string;
  readonly name: string;
  readonly symbol: string;
  readonly current_price: number | null;
  readonly market_cap: number | null;
  readonly price_change_percentage_24h_in_currency: number | null;
  readonly price_change_percentage_7d_in_currency: number | null;
  readonly price_change_percentage_30d_in_currency: number | null;
}

function coinInputs(folder: string): Inputs {
  const files = readdirSync(folder).filter((name) => /^coins_markets_2026.*gz$/.test(name));
  const captures = files.map((name) => {
    const json = gunzipSync(readFileSync(join(folder, name))).toString();
    const { updated, data } = JSON.parse(json) as { updated: string; data: readonly NativeCoin[] }; // as in the sample
    const coins = data.map((coin) => ({
      id: coin.id,
      name: coin.name,
      symbol: coin.symbol,
      price: coin.current_price,
      market_cap: coin.market_cap,
      perf_24h: coin.price_change_percentage_24h_in_currency,
      perf_7d: coin.price_change_percentage_7d_in_currency,
      perf_30d: coin.price_change_percentage_30d_in_currency,
    }));
    return capture(new Date(updated).toISOString(), coins);
  });
  return bySeries(...captures);
}

describeWithSharedData('scorecards of the sample files', 'scorecards', (folder) => {
  const points = new Map<string, ScorecardPoint>();
  const dataOf = (id: string) => points.get(id)?.data;
  const count = (prefix: string) => [...points.keys()].filter((id) => id.startsWith(prefix)).length;

  it('fit their feed', async () => {
    const coins = sharedData('aoe/coingecko');
    const reader = readerOf({
      macro: await macroInputs(folder),
      coin: coins === null ? new Map() : coinInputs(coins),
    });
    const records = await deriveAll(reader);
    for (const record of records) points.set(record.id, record); // checked below
    expect(points.size).toBe(records.length);
    for (const record of records) {
      const wrong = scorecardPoints.leaves.filter(
        (leaf) => !parseValue(leaf.field, valueAt(record, leaf)).ok,
      );
      if (wrong.length > 0) expect.fail(`${JSON.stringify(record)} does not fit the feed`);
    }
  });

  it('are as many as the data say something for', () => {
    expect(['ams-1d', 'mrs-1d', 'gls-1d'].map(count)).toEqual([37, 10_968, 3_576]);
    expect(['ams-1w', 'mrs-1w', 'gls-1w'].map(count)).toEqual([6, 1_567, 511]);
  });

  // Every number below was worked out from the CSVs by a program of another language that shares nothing with this one.
  it('mrs on 2024-12-31: what was published until then, all components', () => {
    // VIXCLS, T10Y2Y and the spread are of 30 December, the stress index of the 20th (the 27th's is out on 3 January).
    expect(dataOf('mrs-1d-2024-12-31')).toEqual({
      mrs: 33.35, // 0.30 × 36.48 + 0.25 × 47.51 + 0.20 × 14.78 + 0.15 × 23.19 + 0.10 × 40.96
      coverage_pct: 100,
      vix: 17.4,
      vix_score: 36.48,
      financial_stress: -0.4975,
      financial_stress_score: 47.51,
      high_yield_spread_pct: 2.94,
      high_yield_spread_pct_score: 14.78,
      btc_volatility_30d_pct: 44.1396,
      btc_volatility_30d_pct_score: 23.19,
      yield_curve_pp: 0.31,
      yield_curve_pp_score: 40.96,
      treasury_10y_pct: 4.55,
    });
  });

  it('mrs in the crash of 2020, without the spread, whose file begins in 2023', () => {
    expect(dataOf('mrs-1d-2020-03-20')).toMatchObject({
      mrs: 94.05,
      coverage_pct: 80,
      vix: 72,
      vix_score: 99.64,
    });
  });

  it('gls on 2024-12-31', () => {
    expect(dataOf('gls-1d-2024-12-31')).toMatchObject({
      gls: 46.04, // 0.35 × 56.90 + 0.20 × 44.17 + 0.20 × 4.37 + 0.15 × 59.99 + 0.10 × 74.17
      net_liquidity_busd: 5940.204, // (6885963 − 764770) / 1000 − 180.989 of 24 December
      net_liquidity_13w_pct: 1.4189,
      net_liquidity_13w_pct_score: 56.9,
      m2_busd: 21454.8, // November's, out on the fourth Tuesday of December
      m2_12m_pct: 3.3981,
      m2_12m_pct_score: 44.17,
      dollar_13w_pct: 5.659,
      dollar_13w_pct_score: 4.37,
      stablecoin_supply_90d_pct: 18.9666,
      stablecoin_supply_90d_pct_score: 59.99,
      fed_funds_12m_pp: -0.69, // 4.64 − 5.33
      fed_funds_12m_pp_score: 74.17,
    });
    expect(dataOf('gls-1d-2022-09-30')).toMatchObject({ gls: 13.61, coverage_pct: 100 });
  });

  it("ams with CoinGecko's dominance, carried over days without capture", () => {
    expect(dataOf('ams-1d-2026-08-14')).toMatchObject({
      ams: 46.92, // 0.35 × 12.00, held since May + 0.30 × 80.48 + 0.20 × 39.64 + 0.15 × 71.00
      coverage_pct: 65,
      alts_beating_btc_30d_pct_score: 12, // 6 of 50 on 2 May
      alts_beating_btc_30d_pct_stale_days: 101, // since 5 May
      btc_dominance: 56.1274,
      btc_dominance_coins: 0,
      btc_dominance_score: 39.64, // 100 − 100 × (56.1274 − 35) / 35
      eth_vs_btc_90d_pct_score: 80.48,
      defi_tvl_vs_btc_30d_pct_score: 71,
    });
    // No capture on 8 and 9 August 2026.
    expect(dataOf('ams-1d-2026-08-09')).toMatchObject({ btc_dominance: 56.7844 });
    expect(dataOf('ams-1w-2026-08-03')).toEqual(dataOf('ams-1d-2026-08-09'));
    expect(dataOf('ams-1d-2026-07-01'), 'dominance not known').toBeUndefined();
  });

  it('ams holds the breadth that is not captured for twelve weeks, and does not jump for it', () => {
    if (sharedData('aoe/coingecko') === null) return;
    expect(dataOf('ams-1d-2026-05-05')).toMatchObject({ ams: 29.53, coverage_pct: 100 });
    const { ams, coverage_pct, alts_beating_btc_30d_pct_stale_days } = dataOf('ams-1d-2026-07-25') ?? {};
    expect({ ams, coverage_pct, alts_beating_btc_30d_pct_stale_days }).toEqual({
      ams: 37.86, // 51.79 if the weights of the other three were scaled up
      coverage_pct: 65,
      alts_beating_btc_30d_pct_stale_days: 81,
    });
  });

  it('say where the past they rest on may have been revised: all files here are later captures', () => {
    const precisionOf = (id: string) => points.get(id)?.known_precision;
    // STLFSI4 is estimated anew with each release; M2 and the dollar are revised.
    expect(precisionOf('mrs-1d-2024-12-31')).toBe('ESTIMATED');
    expect(precisionOf('gls-1d-2024-12-31')).toBe('ESTIMATED');
  });

  it('ams with the dominance worked out from a capture of coins', () => {
    if (sharedData('aoe/coingecko') === null) return;
    expect(dataOf('ams-1d-2026-05-01')).toMatchObject({
      ams: 24.62, // 0.35 × 12 + 0.30 × 46.19 + 0.20 × 31.20 + 0.15 × 2.16
      coverage_pct: 100,
      btc_dominance: 59.0788,
      btc_dominance_coins: 250,
      alts_beating_btc_30d_pct: 12, // 6 of 50
    });
  });
});

describe('the engines', () => {
  it('are concerned by coins and by the series they look at', () => {
    const concerned = (kind: string, series: string) =>
      scorecards
        .filter((engine) => engine.kinds.includes(kind) && engine.groupOf({ kind, series }) !== null)
        .map(({ name }) => name);
    expect(concerned('macro', 'FRED:WALCL')).toEqual(['scorecards-gls']);
    expect(concerned('macro', 'COINBASE:btcusd')).toEqual(['scorecards-ams', 'scorecards-mrs']);
    expect(concerned('coin', 'bitcoin')).toEqual(['scorecards-ams']);
    expect(concerned('macro', 'EXCHANGE:btc')).toEqual([]);
    expect(new Set(CARDS.flatMap(({ series }) => [...series])).size).toBe(21);
  });

  it('derive nothing from nothing', async () => {
    expect(await deriveAll(readerOf({}))).toEqual([]);
  });
});
