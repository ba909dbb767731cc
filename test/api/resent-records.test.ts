import { afterAll, beforeAll, expect, it } from 'vitest';
import { registry } from '../../src/feeds/index.ts';
import { testClock } from '../core/clock.ts';
import { startApp, type TestApp } from '../support/app.ts';

const clock = testClock('2026-05-02T08:00:00Z');
let app: TestApp;
beforeAll(async () => {
  app = await startApp({}, { clock });
}, 600_000);
afterAll(() => app?.stop(), 600_000);

const RECORDS: Readonly<Record<string, object>> = {
  aoe: { id: 'bitcoin', symbol: 'BTC', name: 'Bitcoin', asset_type: 'crypto', current_price: 78_000 },
  mre: {
    _id: 'mre-1',
    ticker: 'BINANCE:BTCUSDT',
    ticker_display: 'BTC/USDT',
    interval: '1h',
    signal: { what: 'oversold', direction: 'LONG' },
  },
  prediction: {
    market_id: 'kalshi:1',
    platform: 'kalshi',
    question: 'Will it?',
    outcome_prices: [0.4, 0.6],
    active: true,
  },
};

it.each(Object.entries(RECORDS))(
  'a record of %s that is sent again as it was changes nothing',
  async (module, record) => {
    const feed = registry.find((one) => one.feed.module === module)?.feed ?? expect.unreachable();
    const send = async () => (await app.ingest(module, [record])).json();
    const head = async () => (await app.services.feeds.heads([feed])).get(module);
    expect(await send()).toMatchObject({ created: 1 });
    const first = await head();
    clock.advance(60_000);
    expect(await send()).toMatchObject({ created: 0, updated: 0, unchanged: 1 });
    expect(await head()).toBe(first);
    const other =
      module === 'prediction' ? { ...record, active: false } : { ...record, name: 'Bitcoin again' };
    if (module !== 'mre')
      expect(await (await app.ingest(module, [other])).json()).toMatchObject({ updated: 1 });
  },
);
