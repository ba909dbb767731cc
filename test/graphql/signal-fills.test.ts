import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { backtestSignals } from '../../src/engines/signals/signals-backtests.ts';
import { type Signal, signals } from '../../src/feeds/trade-feed/feed.ts';
import { createMemoryInputs } from '../engines/signal-inputs.ts';
import {
  nativeResult,
  nativeStrategy,
  nativeTrade,
  readBacktests,
  tempFiles,
} from '../sources/freqtrade/reading.ts';
import { sampleRecords } from '../support/records.ts';
import { describeWithSharedData } from '../support/shared-data.ts';
import { type OpenGraph, openGraph } from './open-graph.ts';
import { callerOf, NOW, tierOf } from './serve.ts';

/** What freqtrade writes of an order. */
interface NativeOrder {
  readonly amount: number;
  readonly safe_price: number;
  readonly ft_order_side: 'buy' | 'sell';
  readonly order_filled_timestamp: number;
  readonly ft_is_entry: boolean;
  readonly ft_order_tag: string;
}

interface NativeTrade {
  readonly pair: string;
  readonly open_date: string;
  readonly orders?: readonly NativeOrder[];
}

function tradesIn(file: string): readonly NativeTrade[] {
  const { strategy } = JSON.parse(gunzipSync(readFileSync(file)).toString());
  return (Object.values(strategy)[0] as { readonly trades: readonly NativeTrade[] }).trades;
}

let graph: OpenGraph;

beforeAll(async () => {
  graph = await openGraph();
}, 600_000);

beforeEach(() => {
  graph.served.caller = callerOf(tierOf('quant'));
});

afterAll(() => graph?.[Symbol.asyncDispose]());

async function importFile(file: string, at = NOW): Promise<void> {
  const store = createMemoryInputs();
  await store.feed([backtestSignals], ...(await readBacktests(file)).inputs);
  await graph.opened.writer.upsert(signals, store.all<Signal>(signals), at);
}

const QUERY = `query ($pair: String!, $at: DateTime!) {
  signals(filter: { symbol: { eq: $pair }, timestamp: { eq: $at } }) { nodes { execution {
    orders fills { at side amount price value tag isEntry } } } } }`;

async function executionOf({ pair, open_date }: NativeTrade) {
  const at = new Date(open_date.replace(' ', 'T')).toISOString();
  return (await graph.data(QUERY, { pair, at })).signals.nodes[0].execution;
}

const fillOf = (order: NativeOrder) => ({
  at: new Date(order.order_filled_timestamp).toISOString(),
  side: order.ft_order_side.toUpperCase(),
  amount: order.amount,
  price: order.safe_price,
  value: order.amount * order.safe_price,
  tag: order.ft_order_tag || null,
  isEntry: order.ft_is_entry,
});

it('are the first hundred, and are not seen before the run that told them', async () => {
  const ranAt = new Date(NOW.getTime() - 86_400_000);
  const orders = Array.from({ length: 150 }, (_, i) => ({
    order_filled_timestamp: i === 0 ? null : Date.UTC(2024, 0, 1, 11),
    ft_is_entry: i < 75,
    amount: i === 1 ? 1e16 : 0.5,
    safe_price: 100,
  }));
  const trades = [nativeTrade({ pair: 'FILL/USDT', is_short: true, orders })];
  const run = nativeStrategy({ trades, backtest_run_start_ts: ranAt.getTime() / 1_000 });
  const [file = ''] = await tempFiles({ 'a.json': nativeResult({ Grid: run }) });
  // What the feed was before is known from its first record on.
  const earlier = new Date(ranAt.getTime() - 86_400_000);
  await graph.opened.writer.upsert(signals, sampleRecords(signals, 1), earlier);
  await importFile(file, ranAt);

  const list =
    'signals(filter: { symbol: { eq: "FILL/USDT" } }) { nodes { execution { orders fills { at side value } } } }';
  const [{ execution }] = (await graph.data(`{ ${list} }`)).signals.nodes;
  expect(execution.orders).toBe(150);
  expect(execution.fills).toHaveLength(100);
  expect(execution.fills[0]).toEqual({ at: null, side: 'SELL', value: 50 });
  expect(execution.fills[1]).toEqual({ at: '2024-01-01T11:00:00.000Z', side: 'SELL', value: null });
  expect(execution.fills[99].side).toBe('BUY');
  const before = new Date(ranAt.getTime() - 1).toISOString();
  expect((await graph.data(`{ at(asOf: "${before}") { ${list} } }`)).at.signals.nodes).toEqual([]);
  graph.served.caller = callerOf(tierOf('quant'), { from: new Date(ranAt.getTime() + 1) });
  expect((await graph.data(`{ ${list} }`)).signals.nodes).toEqual([]);
});

describeWithSharedData(
  'orders of real backtested trades',
  'mte/freqtrade/backtest-result-2024-09-07_15-54-22.json.gz',
  (file) => {
    it('are shown as the result has them', async () => {
      await importFile(file);
      const trades = tradesIn(file);
      // Of 338 trades those with the most orders, up to six, and some with two.
      const chosen = [
        ...trades.filter(({ orders = [] }) => orders.length > 3),
        ...trades.filter(({ orders = [] }) => orders.length === 2).slice(0, 20),
      ];
      expect(Math.max(...chosen.map(({ orders = [] }) => orders.length))).toBe(6);
      for (const trade of chosen) {
        const fills = trade.orders?.map(fillOf);
        expect(await executionOf(trade)).toEqual({ orders: fills?.length, fills });
      }
    });
  },
);

describeWithSharedData(
  'a result from before freqtrade listed orders',
  'mte/freqtrade-testdata/backtest-result.json.gz',
  (file) => {
    it('has none to show', async () => {
      await importFile(file);
      const [trade] = tradesIn(file);
      if (trade === undefined) throw new Error('no trade');
      expect(await executionOf(trade)).toEqual({ orders: 0, fills: null });
    });
  },
);
