import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { pnlPct } from '../../../src/engines/signals/signal-pnl.ts';
import { backtestSignals } from '../../../src/engines/signals/signals-backtests.ts';
import { strategyListings } from '../../../src/engines/strategies/strategies.ts';
import { type Strategy, strategies } from '../../../src/feeds/mte/feed.ts';
import { type Signal, signals } from '../../../src/feeds/trade-feed/feed.ts';
import type { Input } from '../../../src/sources/format.ts';
import {
  nativeResult,
  nativeStrategy,
  nativeTrade,
  readBacktests,
  tempFiles,
} from '../../sources/freqtrade/reading.ts';
import { describeWithSharedData } from '../../support/shared-data.ts';
import { bar, createMemoryInputs } from '../signal-inputs.ts';

const openTrade = { is_open: true, close_date: null, close_rate: null, profit_abs: 0 };

async function runOf(ranAt: number, ...trades: readonly object[]): Promise<readonly Input[]> {
  const strategy = nativeStrategy({ trades, total_trades: trades.length, backtest_run_start_ts: ranAt });
  return (await readBacktests(...(await tempFiles({ 'a.json': nativeResult({ MyTrend: strategy }) }))))
    .inputs;
}

describe('pnl_pct', () => {
  it.each([
    ['LONG', 100, 110, 10],
    ['LONG', 100, 90, -10],
    ['SHORT', 100, 90, 10],
    ['SHORT', 100, 110, -10],
    ['SHORT', 100, 100, 0],
  ] as const)('%s from %d to %d is %d %%', (direction, entry, price, expected) => {
    expect(pnlPct(direction, entry, price)).toBe(expected);
  });

  it('is null without both prices', () => {
    expect(pnlPct('LONG', null, 1)).toBeNull();
    expect(pnlPct('LONG', 1, null)).toBeNull();
  });
});

describe('signals of backtests', () => {
  it('are the trades of the listed run', async () => {
    const store = createMemoryInputs();
    const short = nativeTrade({ pair: 'ETH/USDT', is_short: true, exit_reason: null });
    await store.feed([backtestSignals], ...(await runOf(1_705_000_000, nativeTrade(), short)));
    const [long, other] = store.all<Signal>(signals);
    expect(long).toEqual({
      id: expect.stringMatching(/^mte-my-trend-[0-9a-f]{20}$/),
      source: 'mte',
      source_detail: 'my-trend',
      symbol: 'BTC/USDT',
      direction: 'LONG',
      entry_price: 100,
      current_price: 110,
      status: 'CLOSED',
      pnl_pct: 10,
      signal_strength: null,
      asset_type: 'crypto',
      timeframe: '5m',
      notes: 'entry: cross; exit: roi',
      timestamp: new Date('2024-01-01T10:00:00Z'),
      known_from: new Date(1_705_000_000_000),
      known_precision: 'EXACT',
      available_at: null,
      superseded_at: null,
      trade: null,
      execution: {
        closed_at: new Date('2024-01-01T12:00:00Z'),
        duration_minutes: null,
        amount: null,
        stake: null,
        leverage: 1,
        profit: 9.8,
        profit_pct: 9.8,
        fee_open_pct: 0,
        fee_close_pct: 0,
        funding: null,
        lowest_price: null,
        highest_price: null,
        initial_stop_price: null,
        stop_price: null,
        orders: 0,
        fills: null,
      },
    });
    expect(other).toMatchObject({ direction: 'SHORT', pnl_pct: -10, notes: 'entry: cross' });
  });

  it('are known from the first run that tells the same trade, in any order', async () => {
    const [first, second, third] = [1_705_000_000, 1_706_000_000, 1_707_000_000];
    const eth = nativeTrade({ pair: 'ETH/USDT' });
    const runs = [
      ...(await runOf(first, nativeTrade())),
      ...(await runOf(second, nativeTrade({ close_rate: 120 }), eth)),
      ...(await runOf(third, nativeTrade(), eth, nativeTrade({ pair: 'SOL/USDT' }))),
    ];
    for (const order of [runs, runs.toReversed()]) {
      const store = createMemoryInputs();
      for (const run of order) await store.feed([backtestSignals], run);
      const known = store
        .all<Signal>(signals)
        .map(({ symbol, known_from }) => [symbol, Number(known_from) / 1_000]);
      expect(known).toEqual([
        ['BTC/USDT', first],
        ['ETH/USDT', second],
        ['SOL/USDT', third],
      ]);
    }
  });

  it('that close otherwise are known as they stand from that run on', async () => {
    const store = createMemoryInputs();
    await store.feed([backtestSignals], ...(await runOf(1_705_000_000, nativeTrade(openTrade))));
    expect(store.all<Signal>(signals)).toMatchObject([{ known_from: new Date(1_705_000_000_000) }]);
    await store.feed([backtestSignals], ...(await runOf(1_706_000_000, nativeTrade())));
    expect(store.all<Signal>(signals)).toMatchObject([{ known_from: new Date(1_706_000_000_000) }]);
  });

  it('that are open follow the price of their asset, and close with a later run', async () => {
    const store = createMemoryInputs();
    const engines = [backtestSignals];
    const first = await runOf(1_705_000_000, nativeTrade(openTrade));
    await store.feed(engines, ...first);
    expect(store.all<Signal>(signals)).toMatchObject([{ status: 'OPEN', current_price: 100, pnl_pct: 0 }]);
    await store.feed(engines, bar('BINANCE:BTCUSDT|1h', '2024-02-01T00:00:00Z', 150));
    expect(store.all<Signal>(signals)).toMatchObject([{ status: 'OPEN', current_price: 150, pnl_pct: 50 }]);
    await store.feed(engines, ...(await runOf(1_800_000_000, nativeTrade())));
    const closed = { status: 'CLOSED', current_price: 110, pnl_pct: 10 };
    expect(store.all<Signal>(signals)).toMatchObject([closed]);
    // A price that comes now leaves what is closed where it is.
    await store.feed(engines, bar('BINANCE:BTCUSDT|1h', '2024-03-01T00:00:00Z', 1));
    expect(store.all<Signal>(signals)).toMatchObject([closed]);
    await store.feed(engines, ...(await runOf(1_900_000_000, nativeTrade({ pair: 'ETH/USDT' }))));
    await store.feed(engines, bar('BINANCE:BTCUSDT|1h', '2024-04-01T00:00:00Z', 1));
    expect(store.all<Signal>(signals)).toMatchObject([{ symbol: 'ETH/USDT' }]);
  });
});

describeWithSharedData('signals of all freqtrade samples', 'mte', (folder) => {
  it('are as many as the listings count, once or twice imported, in either order', async () => {
    const files = ['freqtrade', 'freqtrade-testdata'].flatMap((name) =>
      readdirSync(join(folder, name)).map((file) => join(folder, name, file)),
    );
    const { inputs } = await readBacktests(...files);
    const engines = [strategyListings, backtestSignals];
    const [store, turned] = [createMemoryInputs(), createMemoryInputs()];
    await store.feed(engines, ...inputs);
    await store.feed(engines, ...inputs);
    for (const input of inputs.toReversed()) await turned.feed(engines, input);
    const found = store.all<Signal>(signals);
    const listed = store.all<Strategy>(strategies);
    expect(listed).toHaveLength(14);
    expect(found).toHaveLength(3970);
    const bySlug = Map.groupBy(found, (signal) => signal.source_detail);
    for (const { slug, performance } of listed)
      expect(bySlug.get(slug)).toHaveLength(performance.total_trades ?? 0);
    expect(found.every(({ status, pnl_pct }) => status === 'CLOSED' && pnl_pct !== null)).toBe(true);
    expect(found.every(({ timestamp, known_from }) => timestamp < known_from)).toBe(true);
    // Three runs of one strategy; of the trades of the last the two before told some.
    const known = Map.groupBy(bySlug.get('daily-buy-strategy') ?? [], (signal) =>
      signal.known_from.toISOString(),
    );
    expect([...known].map(([at, some]) => [at, some.length]).sort()).toEqual([
      ['2024-09-05T14:22:18.000Z', 6],
      ['2024-09-06T05:01:38.000Z', 2],
      ['2024-09-06T14:42:01.000Z', 217],
    ]);
    const byId = (all: readonly Signal[]) => [...all].sort((a, b) => (a.id < b.id ? -1 : 1));
    expect(byId(turned.all<Signal>(signals))).toEqual(byId(found));
  });
});
