import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { isMark } from '../../../src/sources/captured.ts';
import type { ImportOptions, Input, Item, Mark, Rejection } from '../../../src/sources/format.ts';
import type { Backtest } from '../../../src/sources/freqtrade/backtest.ts';
import { freqtradeBacktest } from '../../../src/sources/freqtrade/freqtrade-backtest.ts';

export interface BacktestReading {
  readonly inputs: readonly Input[];
  readonly rejections: readonly Rejection[];
  /** How many items of each kind and reason. */
  readonly counts: Readonly<Record<string, number>>;
}

export const readBacktests = (...files: readonly string[]): Promise<BacktestReading> =>
  readBacktestsWith({}, ...files);

export async function readBacktestsWith(
  options: ImportOptions,
  ...files: readonly string[]
): Promise<BacktestReading> {
  const inputs: Input[] = [];
  const rejections: Rejection[] = [];
  const counts: Record<string, number> = {};
  for await (const item of freqtradeBacktest.read(files, options)) {
    if (isMark(item)) continue;
    const label = labelOf(item);
    counts[label] = (counts[label] ?? 0) + 1;
    if (item.kind === 'input') inputs.push(item.input);
    if (item.kind === 'rejected') rejections.push(item);
  }
  return { inputs, rejections, counts };
}

function labelOf(item: Exclude<Item, Mark>): string {
  if (item.kind === 'input') return `input: ${item.input.kind}`;
  if (item.kind === 'record' || item.kind === 'reference') return item.kind;
  return `${item.kind}: ${item.reason}`;
}

export const backtestsOf = (inputs: readonly Input[]): readonly Backtest[] =>
  inputs.filter(({ kind }) => kind === 'backtest').map(({ data }) => data as unknown as Backtest);

/** Writes files into one folder that is gone after the test. */
export async function tempFiles(contents: Readonly<Record<string, string | Uint8Array>>): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'alpha-freqtrade-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return Promise.all(
    Object.entries(contents).map(async ([name, content]) => {
      await writeFile(join(folder, name), content);
      return join(folder, name);
    }),
  );
}

export const nativeTrade = (over: Readonly<Record<string, unknown>> = {}) => ({
  pair: 'BTC/USDT',
  open_date: '2024-01-01 10:00:00+00:00',
  close_date: '2024-01-01 12:00:00+00:00',
  open_rate: 100,
  close_rate: 110,
  profit_ratio: 0.098,
  profit_abs: 9.8,
  is_open: false,
  is_short: false,
  enter_tag: 'cross',
  exit_reason: 'roi',
  ...over,
});

export const nativeStrategy = (over: Readonly<Record<string, unknown>> = {}) => ({
  trades: [nativeTrade()],
  total_trades: 1,
  starting_balance: 100,
  timeframe: '5m',
  pairlist: ['BTC/USDT', 'ETH/USDT'],
  backtest_start: '2024-01-01 00:00:00',
  backtest_end: '2024-01-10 00:00:00',
  backtest_run_start_ts: 1704931200,
  ...over,
});

export const nativeResult = (strategies: Readonly<Record<string, unknown>>): string =>
  JSON.stringify({ strategy: strategies, strategy_comparison: [] });
