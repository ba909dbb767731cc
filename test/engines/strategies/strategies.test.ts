import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { strategyListings } from '../../../src/engines/strategies/strategies.ts';
import { listingOf } from '../../../src/engines/strategies/strategy-listing.ts';
import { type Strategy, strategies } from '../../../src/feeds/mte/feed.ts';
import type { Input } from '../../../src/sources/format.ts';
import {
  nativeResult,
  nativeStrategy,
  nativeTrade,
  readBacktests,
  tempFiles,
} from '../../sources/freqtrade/reading.ts';
import { describeWithSharedData, sharedData } from '../../support/shared-data.ts';
import { createMemoryInputs } from '../signal-inputs.ts';

const DAY_MS = 86_400_000;

async function runsOf(...strategiesOfFile: readonly object[]): Promise<Input[]> {
  const files = Object.fromEntries(
    strategiesOfFile.map((one, index) => [`${index}.json`, nativeResult({ MyTrend: one })]),
  );
  return [...(await readBacktests(...(await tempFiles(files)))).inputs];
}

describe('strategy listings', () => {
  it('list the latest run, published with the first', async () => {
    const early = nativeStrategy({ backtest_run_start_ts: 1_700_000_000, timeframe: '1h' });
    const late = nativeStrategy({
      trades: [
        nativeTrade(),
        nativeTrade({ pair: 'ETH/USDT', is_short: true, profit_abs: -1, profit_ratio: -0.01 }),
      ],
      total_trades: 2,
      pairlist: ['ETH/USDT:USDT'],
    });
    const runs = await runsOf(early, late);
    for (const order of [runs, runs.toReversed()]) {
      const inputs = createMemoryInputs();
      for (const input of order) await inputs.feed([strategyListings], input);
      const [listing, ...others] = inputs.all<Strategy>(strategies);
      expect(others).toEqual([]);
      expect(listing).toMatchObject({
        name: 'MyTrend',
        slug: 'my-trend',
        symbol: 'ETH/USDT',
        timeframe: '5m',
        asset_class: 'crypto',
        source: 'freqtrade',
        status: 'active',
        signals: ['enter_long', 'exit_long', 'enter_short', 'exit_short'],
        created_at: new Date(1_700_000_000_000),
        performance: { total_trades: 2, win_rate: 50 },
      });
    }
  });

  it('name no symbol where there are several, and count closed trades alone', async () => {
    const open = nativeTrade({ pair: 'ETH/USDT', is_open: true, close_date: null, close_rate: null });
    const [run] = await runsOf(nativeStrategy({ trades: [nativeTrade(), open], total_trades: 2 }));
    const listing = listingOf('my-trend', run ? [run] : []);
    expect(listing).toMatchObject({ symbol: null, signals: ['enter_long', 'exit_long'] });
    expect(listing?.performance.total_trades).toBe(1);
    expect(listingOf('none', [])).toBeNull();
  });
});

interface Native {
  readonly trades: readonly { profit_abs: number; close_timestamp: number }[];
  readonly starting_balance: number;
  readonly backtest_start: string;
  readonly backtest_end: string;
  readonly profit_total: number;
  readonly total_trades: number;
  readonly wins: number;
  readonly losses: number;
  readonly draws: number;
  readonly sharpe?: number;
  readonly sortino?: number;
  readonly max_drawdown_account: number;
}

function nativeOf(file: string): Native {
  const { strategy } = JSON.parse(gunzipSync(readFileSync(file)).toString()) as {
    strategy: Record<string, Native>;
  };
  return Object.values(strategy)[0] as Native; // every sample has one
}

/** Run, Sharpe of freqtrade and ours, Sortino of freqtrade and ours. Only one of the runs had a losing day. */
const TABLE = [
  ['09-05_21-59-25', 76.46, 10.82, -100, null],
  ['09-05_22-22-32', 47.9, 10.88, 1706.19, null],
  ['09-06_12-32-27', 64.05, 11.42, 1858.93, null],
  ['09-06_13-00-43', 73.22, 11.57, 798.15, null],
  ['09-06_13-01-52', 52.13, 9.81, 3225.04, null],
  ['09-06_13-04-43', 52.27, 9.31, -100, null],
  ['09-06_22-42-22', 43.97, 13.08, -100, null],
  ['09-07_10-46-44', 24.15, 7.49, 463.74, 2064.66],
  ['09-07_10-50-45', 26.97, 6.76, -100, null],
  ['09-07_15-51-48', 45.55, 7.93, -100, null],
  ['09-07_15-54-11', 36.49, 7.9, -100, null],
  ['09-07_15-54-22', 42.91, 8.86, -100, null],
  ['09-07_15-56-22', 46.02, 8.16, -100, null],
  ['09-07_15-57-03', 41.32, 9.77, -100, null],
  ['09-07_15-58-55', 39.8, 9.29, -100, null],
  ['09-07_16-00-50', 48.19, 9.43, -100, null],
  ['09-07_16-01-21', 41.13, 8.57, -100, null],
];

/** Run, drawdown of closed trades, of the account at least and at most, in %; grade and score. */
const DRAWDOWNS = [
  ['09-05_21-59-25', -0, -9.67, -17.22, 'B', 66],
  ['09-05_22-22-32', -0.02, -20.38, -40.58, 'D', 31],
  ['09-06_12-32-27', -0.04, -14.45, -26.08, 'C', 51],
  ['09-06_13-00-43', -0.02, -5.08, -10.14, 'B', 80],
  ['09-06_13-01-52', -0.03, -20.38, -40.58, 'D', 31],
  ['09-06_13-04-43', 0, -9.22, -14.51, 'B', 71],
  ['09-06_22-42-22', 0, -26.39, -29.53, 'C', 46],
  ['09-07_10-46-44', -0.03, -20.09, -25.21, 'C', 52],
  ['09-07_10-50-45', 0, -28.11, -50.59, 'F', 20],
  ['09-07_15-51-48', -0.07, -22.22, -40.14, 'D', 32],
  ['09-07_15-54-11', -0.04, -36.75, -41.95, 'D', 30],
  ['09-07_15-54-22', -0.03, -26.2, -40.53, 'D', 31],
  ['09-07_15-56-22', -0.02, -35.69, -44.12, 'D', 27],
  ['09-07_15-57-03', 0, -37.88, -71.64, 'F', 11],
  ['09-07_15-58-55', -0.05, -43.68, -54.62, 'F', 18],
  ['09-07_16-00-50', 0, -15.58, -24.93, 'C', 53],
  ['09-07_16-01-21', -0.01, -49.11, -51.81, 'F', 19],
];

/**
 * The ratios as freqtrade computes them (freqtrade/data/metrics.py, 2024): mean profit of a DAY over the deviation of
 * TRADES, both on the starting balance, times √365; its Sortino takes the deviation of the losses around their own
 * mean, which is zero for one loss, and says -100 then.
 */
function freqtradeRatios(native: Native): { sharpe: number; sortino: number } {
  const profits = native.trades.map(({ profit_abs }) => profit_abs / native.starting_balance);
  const spanMs = Date.parse(`${native.backtest_end}Z`) - Date.parse(`${native.backtest_start}Z`);
  const days = Math.max(1, Math.floor(spanMs / DAY_MS));
  const perDay = profits.reduce((sum, value) => sum + value, 0) / days;
  const ratio = (values: readonly number[]) => {
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    const deviation = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length);
    return values.length > 0 && deviation !== 0 ? (perDay / deviation) * Math.sqrt(365) : -100;
  };
  return { sharpe: ratio(profits), sortino: ratio(profits.filter((profit) => profit < 0)) };
}

/** Whether the fall that freqtrade saw lies between trades of one instant, which are one step to us. */
const NETTED = new Set(['2024-09-06_13-04-43', '2024-09-06_22-42-22']);

describeWithSharedData("our figures beside freqtrade's", 'mte/freqtrade', (folder) => {
  const files = readdirSync(folder)
    .filter((name) => name.endsWith('.gz'))
    .map((name) => join(folder, name));
  const listings = async (file: string) => {
    const { inputs } = await readBacktests(file);
    return { native: nativeOf(file), listing: listingOf(inputs[0]?.series ?? '', inputs) };
  };

  it('profit, number of trades and win rate are the same', async () => {
    for (const file of [...files, sharedData('mte/freqtrade-testdata/backtest-result.json.gz') ?? '']) {
      const { native, listing } = await listings(file);
      const { wins, losses, draws } = native;
      expect(listing?.performance.total_pnl_pct, file).toBeCloseTo(native.profit_total * 100, 8);
      expect(listing?.performance.total_trades, file).toBe(native.total_trades);
      expect(listing?.performance.win_rate, file).toBeCloseTo((wins / (wins + losses + draws)) * 100, 10);
    }
  });

  it('the drawdown of closed trades is the same, but for losses and gains of one instant', async () => {
    for (const file of [...files, sharedData('mte/freqtrade-testdata/backtest-result.json.gz') ?? '']) {
      const { native, listing } = await listings(file);
      const drawdown = listing?.performance.closed_drawdown_pct ?? Number.NaN;
      if ([...NETTED].some((name) => file.includes(name))) expect(drawdown, file).toBe(0);
      else expect(drawdown, file).toBeCloseTo(-native.max_drawdown_account * 100, 8);
      expect(listing?.reported, file).toMatchObject({ sharpe: native.sharpe ?? null });
    }
  });

  it('the drawdown of the account is not: 0 to -0.07 % by closed trades, -10 to -72 % at the market', async () => {
    const table: (string | number | null)[][] = [];
    for (const file of files) {
      const { listing } = await listings(file);
      const { closed_drawdown_pct, least_drawdown_pct, max_drawdown_pct, score } = listing?.performance ?? {};
      table.push([
        file.slice(-'09-05_21-59-25.json.gz'.length, -'.json.gz'.length),
        ...[closed_drawdown_pct, least_drawdown_pct, max_drawdown_pct].map(
          (value) => Math.round((value ?? Number.NaN) * 100) / 100,
        ),
        listing?.grade ?? null,
        Math.round(score ?? Number.NaN),
      ]);
      expect(listing?.performance.drawdown_method).toBe('TRADE_EXTREMES');
    }
    expect(table).toEqual(DRAWDOWNS);
  });

  it('a run of 19 days gets no grade, whatever its ratios', async () => {
    const { listing } = await listings(sharedData('mte/freqtrade-testdata/backtest-result.json.gz') ?? '');
    expect(listing).toMatchObject({ grade: null, ungraded_reason: 'FEW_DAYS' });
    expect(listing?.performance).toMatchObject({ days: 19, score: null, annual_return_pct: null });
  });

  it("Sharpe and Sortino differ by formula alone: freqtrade's own comes out of the same trades", async () => {
    const table: (string | number | null)[][] = [];
    for (const file of files) {
      const { native, listing } = await listings(file);
      const theirs = freqtradeRatios(native);
      expect(theirs.sharpe, file).toBeCloseTo(native.sharpe ?? Number.NaN, 6);
      expect(theirs.sortino / (native.sortino ?? Number.NaN), file).toBeCloseTo(1, 8);
      const { sharpe, sortino } = listing?.performance ?? {};
      table.push([
        file.slice(-'09-05_21-59-25.json.gz'.length, -'.json.gz'.length),
        ...[native.sharpe, sharpe, native.sortino, sortino].map(
          (value) => value && Math.round(value * 100) / 100,
        ),
      ] as (string | number | null)[]);
    }
    expect(table).toEqual(TABLE);
  });
});
