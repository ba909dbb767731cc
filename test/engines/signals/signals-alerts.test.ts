import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { positionsOf } from '../../../src/engines/signals/signal-positions.ts';
import { alertSignals } from '../../../src/engines/signals/signals-alerts.ts';
import { type Signal, signals } from '../../../src/feeds/trade-feed/feed.ts';
import { NO_EXECUTION } from '../../../src/feeds/trade-feed/no-execution.ts';
import { ALERT_ACTIONS, type Alert } from '../../../src/sources/tradingview/alert.ts';
import { alert, bar, createMemoryInputs } from '../signal-inputs.ts';

const at = (hour: number): string => new Date(Date.UTC(2026, 0, 1, hour)).toISOString();
const sequence = (...actions: readonly Alert['action'][]): Alert[] =>
  actions.map((action, index) => alert(at(index), action, 100 + index).data as unknown as Alert);

describe('positions of alerts', () => {
  it.each([
    ['buy sell', 'LONG 100-101'],
    ['sell buy', 'SHORT 100-101'],
    ['buy sell sell', 'LONG 100-101, SHORT 102-'],
    ['long short', 'LONG 100-101, SHORT 101-'],
    ['short long close', 'SHORT 100-101, LONG 101-102'],
    ['buy buy exit', 'LONG 100-102'],
    ['close exit', ''],
    ['long close close short', 'LONG 100-101, SHORT 103-'],
  ])('%s: %s', (actions, expected) => {
    const positions = positionsOf(sequence(...(actions.split(' ') as Alert['action'][])));
    const shown = positions.map(
      ({ direction, opening, closing }) => `${direction} ${opening.price}-${closing?.price ?? ''}`,
    );
    expect(shown.join(', ')).toBe(expected);
  });

  it('never overlap, and a later alert changes no closed one', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...ALERT_ACTIONS), { maxLength: 30 }), (actions) => {
        const alerts = sequence(...actions);
        const positions = positionsOf(alerts);
        positions.slice(1).forEach((position, index) => {
          expect(position.opening.at >= (positions[index]?.closing?.at ?? '~')).toBe(true);
        });
        const closedBefore = positionsOf(alerts.slice(0, -1)).filter(({ closing }) => closing !== null);
        expect(positions.slice(0, closedBefore.length)).toEqual(closedBefore);
      }),
    );
  });
});

describe('signals of alerts', () => {
  it('open, follow the price of their asset and close at the price of the alert', async () => {
    const store = createMemoryInputs();
    const engines = [alertSignals];
    const one = () => store.all<Signal>(signals)[0];
    await store.feed(engines, alert(at(0), 'long', 100, { comment: 'breakout', interval: '60' }));
    expect(one()).toEqual({
      id: expect.stringMatching(/^mte-alert-my-trend-[0-9a-f]{20}$/),
      source: 'mte',
      source_detail: 'my-trend',
      symbol: 'BTC/USDT',
      direction: 'LONG',
      entry_price: 100,
      current_price: 100,
      status: 'OPEN',
      pnl_pct: 0,
      signal_strength: null,
      asset_type: 'crypto',
      timeframe: '1h',
      notes: 'breakout',
      timestamp: new Date(at(0)),
      known_from: new Date(at(0)),
      known_precision: 'EXACT',
      available_at: null,
      superseded_at: null,
      trade: null,
      execution: NO_EXECUTION,
    });
    const id = one()?.id;
    await store.feed(engines, bar('BINANCE:BTCUSDT|1h', at(1), 110));
    expect(one()).toMatchObject({ current_price: 110, pnl_pct: 10, status: 'OPEN' });
    // Older than the entry, and of another asset: neither is its price now.
    await store.feed(engines, bar('BINANCE:ETHUSDT|1h', at(5), 1), bar('KRAKEN:BTCUSD|1h', '2025-12-01', 1));
    expect(one()).toMatchObject({ current_price: 110 });
    await store.feed(engines, {
      kind: 'coin',
      series: 'bitcoin',
      key: at(6),
      data: { symbol: 'btc', price: 120, rank: 1 },
    });
    expect(one()).toMatchObject({ current_price: 120, pnl_pct: 20 });
    await store.feed(engines, alert(at(7), 'short', 90));
    const [closed, open] = store.all<Signal>(signals);
    expect(closed).toMatchObject({ id, status: 'CLOSED', current_price: 90, pnl_pct: -10 });
    expect(open).toMatchObject({ direction: 'SHORT', status: 'OPEN', entry_price: 90, pnl_pct: 0 });
    await store.feed(engines, bar('BINANCE:BTCUSDT|1h', at(8), 81));
    expect(store.all<Signal>(signals).map(({ pnl_pct }) => pnl_pct)).toEqual([-10, 10]);
  });

  it('are the same in whatever order their inputs come', async () => {
    const inputs = [
      alert(at(0), 'buy', 100),
      alert(at(1), 'sell', 110),
      alert(at(2), 'short', 120, { ticker: 'NASDAQ:AAPL' }),
      alert(at(3), 'long', 50),
      bar('BINANCE:BTCUSDT|1h', at(4), 60),
      { kind: 'coin', series: 'bitcoin', key: at(2), data: { symbol: 'btc', price: 70, rank: 1 } },
    ];
    const outcome = async (order: typeof inputs) => {
      const store = createMemoryInputs();
      for (const input of order) await store.feed([alertSignals], input);
      return store.all<Signal>(signals).sort((a, b) => (a.id < b.id ? -1 : 1));
    };
    const expected = await outcome(inputs);
    expect(expected).toHaveLength(3);
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray(inputs, { minLength: inputs.length }), async (order) => {
        expect(await outcome(order)).toEqual(expected);
      }),
      { numRuns: 40 },
    );
  });

  it('take the price of their own kind of asset in their own quote alone', async () => {
    const store = createMemoryInputs();
    const later = at(9);
    store.put(
      { kind: 'coin', series: 'aapl-token', key: later, data: { symbol: 'aapl', price: 1, rank: 900 } },
      { kind: 'coin', series: 'tron', key: later, data: { symbol: 'trx', price: 0.3, rank: 10 } },
      { kind: 'coin', series: 'fake-bitcoin', key: later, data: { symbol: 'btc', price: 7, rank: 2000 } },
      { kind: 'coin', series: 'bitcoin', key: at(8), data: { symbol: 'btc', price: 130, rank: 1 } },
      bar('BINANCE:TRXBTC|1d', at(0), 0.000002),
    );
    await store.feed(
      [alertSignals],
      alert(at(0), 'long', 100, { ticker: 'NASDAQ:AAPL' }),
      alert(at(0), 'long', 0.000001, { ticker: 'BINANCE:TRXBTC' }),
      alert(at(0), 'long', 100, { ticker: 'COINBASE:BTCUSD' }),
    );
    const prices = store.all<Signal>(signals).map(({ symbol, current_price }) => [symbol, current_price]);
    expect(Object.fromEntries(prices)).toEqual({ AAPL: 100, 'TRX/BTC': 0.000002, 'BTC/USD': 130 });
  });

  it('are derived anew only where their asset is touched', async () => {
    const store = createMemoryInputs();
    await store.feed([alertSignals], alert(at(0), 'long', 100));
    const before = store.groups.length;
    await store.feed([alertSignals], bar('BINANCE:ETHUSDT|1h', at(1), 5));
    expect(store.groups.slice(before)).toEqual(['signals-alerts asset:crypto:ETH']);
  });
});
