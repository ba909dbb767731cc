import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { slugOf } from '../../../src/sources/freqtrade/backtest.ts';
import { makeZip } from '../../support/make-zip.ts';
import {
  backtestsOf,
  nativeResult,
  nativeStrategy,
  nativeTrade,
  readBacktests,
  readBacktestsWith,
  tempFiles,
} from './reading.ts';

describe('freqtrade-backtest', () => {
  it('keeps a run with its trades as one input of the strategy', async () => {
    const [file = ''] = await tempFiles({
      'a.json.gz': gzipSync(nativeResult({ MyTrend: nativeStrategy() })),
    });
    const { inputs, counts } = await readBacktests(file);
    expect(counts).toEqual({ 'input: backtest': 1 });
    expect(inputs[0]).toMatchObject({ kind: 'backtest', series: 'my-trend' });
    expect(inputs[0]?.key).toMatch(/^2024-01-11T00:00:00\.000Z\|2024-01-10T00:00:00\.000Z\|[0-9a-f]{12}$/);
    expect(inputs[0]?.data).toEqual({
      name: 'MyTrend',
      timeframe: '5m',
      pairs: ['BTC/USDT', 'ETH/USDT'],
      starting_balance: 100,
      from: '2024-01-01T00:00:00.000Z',
      to: '2024-01-10T00:00:00.000Z',
      ran_at: '2024-01-11T00:00:00.000Z',
      trades: [
        {
          id: expect.stringMatching(/^[0-9a-f]{20}$/),
          pair: 'BTC/USDT',
          is_short: false,
          is_open: false,
          opened_at: '2024-01-01T10:00:00.000Z',
          closed_at: '2024-01-01T12:00:00.000Z',
          open_rate: 100,
          close_rate: 110,
          profit_abs: 9.8,
          is_win: true,
          enter_tag: 'cross',
          exit_reason: 'roi',
          execution: {
            amount: null,
            stake: null,
            max_stake: null,
            leverage: 1,
            fee_open: 0,
            fee_close: 0,
            funding_fees: null,
            profit_ratio: 0.098,
            lowest_rate: null,
            highest_rate: null,
            initial_stop_rate: null,
            stop_rate: null,
            duration_minutes: null,
            orders: [],
          },
        },
      ],
      settings: {
        currency: null,
        stake: null,
        max_open_trades: null,
        stop_loss: null,
        trading_mode: null,
        margin_mode: null,
      },
      reported: {
        sharpe: null,
        sortino: null,
        calmar: null,
        cagr: null,
        profit_factor: null,
        expectancy: null,
        max_drawdown_account: null,
        max_relative_drawdown: null,
        market_change: null,
      },
    });
  });

  it('keeps how many configurations were tried beside the run, so that an import that does not say it leaves it', async () => {
    const files = await tempFiles({ 'a.json': nativeResult({ A: nativeStrategy() }) });
    const [run, trials] = (await readBacktestsWith({ trials: 500 }, ...files)).inputs;
    expect((await readBacktests(...files)).inputs).toEqual([run]);
    expect(trials).toEqual({ kind: 'trials', series: 'a', key: run?.key, data: { trials: 500 } });
  });

  it('takes figures that freqtrade calls undefined as unknown, and a stop loss without its sign', async () => {
    const text = nativeResult({
      A: nativeStrategy({ sharpe: -100, sortino: -100, calmar: 3.5, profit_factor: 0, stoploss: 0.1 }),
    });
    const [run] = backtestsOf((await readBacktests(...(await tempFiles({ 'a.json': text })))).inputs);
    expect(run?.reported).toMatchObject({ sharpe: null, sortino: null, calmar: 3.5, profit_factor: null });
    expect(run?.settings?.stop_loss).toBe(-0.1);
  });

  it('reads several strategies of a file, names of before 2022 and numbers that Python writes', async () => {
    const old = nativeTrade({
      exit_reason: undefined,
      enter_tag: undefined,
      sell_reason: 'roi',
      buy_tag: 'x',
    });
    const text = nativeResult({
      A: nativeStrategy({ trades: [old], sharpe: 'SHARPE' }),
      B: nativeStrategy({ starting_balance: undefined, dry_run_wallet: 50, pairlist: undefined }),
    }).replace('"SHARPE"', 'NaN');
    const [first, second] = backtestsOf(
      (await readBacktests(...(await tempFiles({ 'a.json': text })))).inputs,
    );
    expect(first?.trades[0]).toMatchObject({ exit_reason: 'roi', enter_tag: 'x' });
    expect(second).toMatchObject({ starting_balance: 50, pairs: ['BTC/USDT'] });
  });

  it('reads the result in the zip that newer versions write', async () => {
    const name = 'backtest-result-2025-09-05_22-22-32';
    const result = nativeResult({ A: nativeStrategy({ backtest_run_start_ts: undefined }) });
    const files = await tempFiles({
      [`${name}.zip`]: makeZip({
        [`${name}_config.json`]: '{}',
        [`${name}.json`]: result,
        [`${name}_A.json`]: '{}',
      }),
      [`${name}.meta.json`]: JSON.stringify({ A: { run_id: 'x', backtest_start_time: 1704931200 } }),
    });
    const { inputs } = await readBacktests(...files);
    expect(backtestsOf(inputs)).toMatchObject([{ name: 'A', ran_at: '2024-01-11T00:00:00.000Z' }]);
  });

  it('takes the time of the run from the metadata where the result lacks it, in either order', async () => {
    const files = await tempFiles({
      'r.json': nativeResult({ A: nativeStrategy({ backtest_run_start_ts: undefined }) }),
      'r.meta.json': JSON.stringify({ A: { run_id: 'x', backtest_start_time: 1704931200 } }),
    });
    for (const order of [files, files.toReversed()]) {
      const { inputs, counts } = await readBacktests(...order);
      expect(counts).toEqual({ 'skipped: metadata of a run': 1, 'input: backtest': 1 });
      expect(backtestsOf(inputs)[0]?.ran_at).toBe('2024-01-11T00:00:00.000Z');
    }
    const alone = await readBacktests(...files.slice(0, 1));
    expect(alone.counts).toEqual({ 'rejected: time of the run is not known': 1 });
  });

  it('says which assets hang on open trades', async () => {
    const trades = [
      nativeTrade(),
      nativeTrade({
        pair: 'ETH/USDT:USDT',
        is_open: true,
        is_short: true,
        close_date: null,
        close_rate: null,
      }),
    ];
    const { inputs } = await readBacktests(
      ...(await tempFiles({ 'a.json': nativeResult({ A: nativeStrategy({ trades, total_trades: 2 }) }) })),
    );
    const [run] = backtestsOf(inputs);
    expect(inputs[1]).toEqual({
      kind: 'open-trade',
      series: 'crypto:ETH|a',
      key: inputs[0]?.key,
      data: { ids: [run?.trades[1]?.id] },
    });
    expect(run?.trades[1]).toMatchObject({
      pair: 'ETH/USDT',
      is_open: true,
      closed_at: null,
      close_rate: null,
    });
  });

  it('rejects bad trades alone, each with its place, field and reason', async () => {
    const trades = [
      nativeTrade(),
      nativeTrade(),
      nativeTrade({ open_rate: '100' }),
      nativeTrade({ close_date: '2023-12-31 00:00:00' }),
      // The run began when the 11th did.
      nativeTrade({ open_date: '2024-01-11 00:05:00', close_date: '2024-01-11 00:10:00' }),
      nativeTrade({ open_date: '2024-01-10 23:55:00', close_date: '2024-01-11 00:10:00' }),
      nativeTrade({ open_date: 'yesterday', open_timestamp: null }),
      nativeTrade({ profit_abs: null }),
      'trade',
    ];
    const text = nativeResult({ A: nativeStrategy({ trades, total_trades: 11 }) });
    const { rejections, counts, inputs } = await readBacktests(...(await tempFiles({ 'a.json': text })));
    expect(rejections.map(({ at, field, reason }) => `${at}: ${field}: ${reason}`)).toEqual([
      'strategy A, trade 2: open_date: trade given twice',
      'strategy A, trade 3: open_rate: opening rate is not a positive number',
      'strategy A, trade 4: close_date: closed before it opened',
      'strategy A, trade 5: open_date: opened after the run',
      'strategy A, trade 6: close_date: closed after the run',
      'strategy A, trade 7: open_date: opening time is not a time',
      'strategy A, trade 8: profit_abs: profit is not a number',
      'strategy A, trade 9: null: not an object',
    ]);
    expect(backtestsOf(inputs)[0]?.trades).toHaveLength(1);
    expect(counts['noted: number of trades is not the stated one']).toBe(1);
  });

  it.each([
    ['no object', [], 'null: not an object'],
    ['no trades', nativeStrategy({ trades: null }), 'trades: no list of trades'],
    [
      'no balance',
      nativeStrategy({ starting_balance: 0 }),
      'starting_balance: starting balance is not a positive number',
    ],
    ['no period', nativeStrategy({ backtest_end: '' }), 'backtest_start: tested period is not known'],
  ])('rejects a strategy with %s and keeps the others', async (_, raw, message) => {
    const text = nativeResult({ Bad: raw, Good: nativeStrategy() });
    const { rejections, counts } = await readBacktests(...(await tempFiles({ 'a.json': text })));
    expect(rejections.map(({ field, reason }) => `${field}: ${reason}`)).toEqual([message]);
    expect(counts['input: backtest']).toBe(1);
  });

  it.each([
    ['other JSON', '{"a": 1}', /no backtest result of freqtrade/],
    ['a list', '[]', /no backtest result of freqtrade/],
    ['a cut file', '{"strategy": {', /not JSON/],
    ['an HTML page', '<!doctype html><title>502</title>', /HTML page/],
  ])('refuses %s and names the file', async (_, text, message) => {
    const [file = ''] = await tempFiles({ 'wrong.json': text });
    await expect(readBacktests(file)).rejects.toThrow(message);
    await expect(readBacktests(file)).rejects.toThrow(file);
  });

  it.each([
    ['DailyBuy_gen1_20240905_213651_6138', 'daily-buy-gen1-20240905-213651-6138'],
    ['StrategyTestV3', 'strategy-test-v3'],
    ['___', ''],
  ])('names %s %s', (name, slug) => {
    expect(slugOf(name)).toBe(slug);
  });
});
