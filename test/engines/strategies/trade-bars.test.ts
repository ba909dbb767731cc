import { describe, expect, it } from 'vitest';
import { barsOf } from '../../../src/engines/bars.ts';
import { strategyListings } from '../../../src/engines/strategies/strategies.ts';
import { type Strategy, strategies } from '../../../src/feeds/mte/feed.ts';
import type { Input } from '../../../src/sources/format.ts';
import { ohlcv } from '../../../src/sources/ohlcv/ohlcv.ts';
import { readAll } from '../../sources/coingecko/reading.ts';
import {
  nativeResult,
  nativeStrategy,
  nativeTrade,
  readBacktests,
  tempFiles,
} from '../../sources/freqtrade/reading.ts';
import { describeWithSharedData } from '../../support/shared-data.ts';
import { createMemoryInputs, type MemoryInputs } from '../signal-inputs.ts';

const SERIES = 'BINANCE:BTCUSDT|1h';

/** Hourly bars from 2024-01-01 on: open, high, low, close. */
const hourly = (series: string, prices: readonly (readonly [number, number, number, number])[]) =>
  prices.map(
    ([o, h, l, c], hour): Input => ({
      kind: 'bar',
      series,
      key: new Date(Date.UTC(2024, 0, 1, hour)).toISOString(),
      data: { o, h, l, c, v: 1 },
    }),
  );

/** 100, down to 70 within the second hour, and up again. */
const PRICES = [
  [100, 101, 99, 100],
  [100, 100, 70, 80],
  [80, 105, 80, 104],
  [104, 110, 104, 110],
] as const;

/** Bought at 00:30 for 100, sold at 03:00 for 104. */
const bought = (over: Readonly<Record<string, unknown>> = {}) =>
  nativeTrade({
    open_date: '2024-01-01 00:30:00+00:00',
    close_date: '2024-01-01 03:00:00+00:00',
    open_rate: 100,
    close_rate: 104,
    amount: 0.5,
    profit_abs: 2,
    min_rate: 70,
    max_rate: 105,
    ...over,
  });

async function runOf(over: Readonly<Record<string, unknown>>, ...trades: readonly object[]) {
  const strategy = nativeStrategy({ trades, total_trades: trades.length, ...over });
  const files = await tempFiles({ 'a.json': nativeResult({ MyTrend: strategy }) });
  return (await readBacktests(...files)).inputs;
}

const listed = (store: MemoryInputs) => store.all<Strategy>(strategies)[0]?.performance;
const engines = [strategyListings];

describe('a strategy whose trades are covered by bars', () => {
  it('has the drawdown of its account at their closes, and at their lows', async () => {
    const store = createMemoryInputs();
    await store.feed(engines, ...hourly(SERIES, PRICES), ...(await runOf({}, bought())));
    // Half a coin on a balance of 100: at the close of 80 it stands at 90, at the low of 70 at 85.
    expect(listed(store)).toMatchObject({
      drawdown_method: 'BARS',
      least_drawdown_pct: expect.closeTo(-10, 10) as number,
      max_drawdown_pct: expect.closeTo(-15, 10) as number,
      closed_drawdown_pct: 0,
    });
  });

  it('is the same whichever came first, and goes back when a bar is corrected', async () => {
    const run = await runOf({}, bought());
    const bars = hourly(SERIES, PRICES);
    const [store, turned] = [createMemoryInputs(), createMemoryInputs()];
    for (const input of [...run, ...bars]) await store.feed(engines, input);
    for (const input of [...bars.toReversed(), ...run]) await turned.feed(engines, input);
    expect(listed(store)?.drawdown_method).toBe('BARS');
    expect(listed(turned)).toEqual(listed(store));
    await store.feed(
      engines,
      ...hourly(SERIES, [
        [100, 101, 99, 100],
        [100, 100, 90, 95],
        [95, 105, 95, 104],
      ]),
    );
    expect(listed(store)?.max_drawdown_pct).toBeCloseTo(-5, 10);
  });

  it('is derived for bars of its time alone', async () => {
    const store = createMemoryInputs();
    await store.feed(engines, ...(await runOf({}, bought())));
    const before = store.groups.length;
    const later = {
      kind: 'bar',
      series: SERIES,
      key: '2024-01-10T01:00:00.000Z',
      data: hourly(SERIES, PRICES)[0]?.data ?? {},
    };
    await store.feed(engines, later, ...hourly('BINANCE:ETHBTC|1h', PRICES));
    expect(store.groups.length).toBe(before);
    await store.feed(engines, ...hourly(SERIES, PRICES));
    expect(store.groups.length).toBeGreaterThan(before);
  });

  it.each([
    ['a bar is missing', hourly(SERIES, PRICES).toSpliced(1, 1), {}],
    ['they end too early', hourly(SERIES, PRICES).slice(0, 2), {}],
    ['they are of the perpetual future', hourly('BINANCE:BTCUSDT.P|1h', PRICES), {}],
    ['they are of the spot market', hourly(SERIES, PRICES), { trading_mode: 'futures' }],
    [
      'they are of something else',
      hourly(
        SERIES,
        PRICES.map(([o, h, l, c]) => [o * 2, h * 2, l * 2, c * 2] as const),
      ),
      {},
    ],
    ['they are of another pair', hourly('BINANCE:ETHUSDT|1h', PRICES), {}],
  ])('falls back on the rates of its trades where %s', async (_, bars, settings) => {
    const store = createMemoryInputs();
    await store.feed(engines, ...bars, ...(await runOf(settings, bought())));
    expect(listed(store)).toMatchObject({
      drawdown_method: 'TRADE_EXTREMES',
      max_drawdown_pct: expect.closeTo(-15, 10) as number,
    });
  });

  it('takes the shortest bars that cover it, and the orders of a position that grew', async () => {
    const orders = [
      {
        amount: 0.25,
        safe_price: 100,
        ft_is_entry: true,
        order_filled_timestamp: Date.UTC(2024, 0, 1, 0, 30),
      },
      { amount: 0.25, safe_price: 80, ft_is_entry: true, order_filled_timestamp: Date.UTC(2024, 0, 1, 2, 0) },
      {
        amount: 0.5,
        safe_price: 104,
        ft_is_entry: false,
        order_filled_timestamp: Date.UTC(2024, 0, 1, 3, 0),
      },
    ];
    const grown = bought({ orders, open_rate: 90, profit_abs: 7 });
    const store = createMemoryInputs();
    const daily = {
      kind: 'bar',
      series: 'BINANCE:BTCUSDT|1d',
      key: '2024-01-01T00:00:00.000Z',
      data: { o: 100, h: 110, l: 70, c: 110, v: 1 },
    };
    await store.feed(
      engines,
      daily,
      ...hourly(SERIES, [[90, 101, 89, 100], ...PRICES.slice(1)]),
      ...(await runOf({}, grown)),
    );
    // A quarter of a coin at the low of 70: 92.5. The second quarter came at 80.
    expect(listed(store)).toMatchObject({ drawdown_method: 'BARS' });
    expect(listed(store)?.max_drawdown_pct).toBeCloseTo(-7.5, 10);
  });
});

describeWithSharedData('a run on real bars', 'mre/binance/BTCUSDT-1h-ohlc.csv.gz', (file) => {
  it('has between its two bounds what its bars say, and Sharpe of its account', async () => {
    const { inputs } = await readAll(ohlcv, file);
    const bars = barsOf(inputs);
    // Every week one trade, bought at the open of a bar and sold at that of a bar five days later.
    const trades = Array.from({ length: 40 }, (_, week) => {
      const [from, to] = [bars[week * 168], bars[week * 168 + 120]];
      if (!from || !to) throw new Error('no bar');
      const held = bars.slice(week * 168, week * 168 + 121);
      return nativeTrade({
        pair: 'BTC/USDT:USDT',
        open_date: from.openAt.toISOString(),
        close_date: to.openAt.toISOString(),
        open_rate: from.open,
        close_rate: to.open,
        amount: 0.001,
        min_rate: Math.min(...held.map(({ low }) => low)),
        max_rate: Math.max(...held.map(({ high }) => high)),
        profit_abs: 0.001 * (to.open - from.open),
        profit_ratio: to.open / from.open - 1,
      });
    });
    const settings = {
      trading_mode: 'futures',
      backtest_start: '2024-01-01 00:00:00',
      backtest_end: '2024-10-07 00:00:00',
      backtest_run_start_ts: Date.parse('2024-10-08') / 1_000,
    };
    const store = createMemoryInputs();
    await store.feed(engines, ...(await runOf(settings, ...trades)));
    const extremes = listed(store);
    await store.feed(engines, ...inputs);
    const marked = listed(store);
    // Worked out apart from this code, hour by hour.
    let [deepest, peak, realised] = [0, 100, 100];
    for (let week = 0; week < 40; week += 1) {
      const held = bars.slice(week * 168, week * 168 + 121);
      const opened = held[0]?.open ?? 0;
      for (const { close } of held.slice(0, -1)) {
        const value = realised + 0.001 * (close - opened);
        peak = Math.max(peak, value);
        deepest = Math.min(deepest, (value / peak - 1) * 100);
      }
      realised += 0.001 * ((held.at(-1)?.open ?? 0) - opened);
      peak = Math.max(peak, realised);
      deepest = Math.min(deepest, (realised / peak - 1) * 100);
    }
    expect(marked?.drawdown_method).toBe('BARS');
    expect(marked?.least_drawdown_pct).toBeCloseTo(deepest, 8);
    expect(marked?.max_drawdown_pct).toBeLessThan(marked?.least_drawdown_pct ?? 0);
    expect(extremes?.drawdown_method).toBe('TRADE_EXTREMES');
    expect(marked?.sharpe).not.toBe(extremes?.sharpe);
    expect(marked?.total_pnl_pct).toBe(extremes?.total_pnl_pct);
  });
});
