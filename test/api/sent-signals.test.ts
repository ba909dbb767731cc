import { afterAll, beforeAll, expect, it } from 'vitest';
import { signals } from '../../src/feeds/trade-feed/feed.ts';
import { derive } from '../../src/ingestion/derive.ts';
import { bar } from '../engines/signal-inputs.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { signal } from '../support/signal.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
}, 600_000);
afterAll(() => app.stop(), 600_000);

const at = (hour: number): string => new Date(Date.UTC(2026, 0, 1, hour)).toISOString();

const SENT = { symbol: 'BTC/USDT', asset_type: 'crypto', current_price: 101, pnl_pct: 1, timestamp: at(1) };

const send = async (over: Readonly<Record<string, unknown>> = {}) =>
  (await app.ingest('trade-feed', [signal('mine', { ...SENT, ...over })])).json();

/** The price of BTC or ETH from an hour on. */
async function price(hour: number, close: number, pair = 'BTCUSDT'): Promise<void> {
  const input = bar(`BINANCE:${pair}|1h`, at(hour), close);
  await app.services.inputs.put([input]);
  await derive(app.services, [input]);
}

const seen = async () => {
  const body = await (await app.get('/api/v1/trade-feed')).json();
  return (body as { signals: object[] }).signals;
};

const events = async () => (await app.services.feeds.heads([signals])).get('trade-feed') ?? 0n;

it('follows prices from the moment it is sent until it is closed', async () => {
  await price(0, 99);
  expect(await send()).toEqual({ accepted: 1, created: 1, updated: 0, unchanged: 0 });
  expect(await seen()).toMatchObject([{ current_price: 101, pnl_pct: 1 }]);
  await price(2, 110);
  expect(await seen()).toMatchObject([{ current_price: 110, pnl_pct: 10, status: 'OPEN' }]);
  expect(await send()).toEqual({ accepted: 1, created: 0, updated: 0, unchanged: 1 });
  expect(await seen()).toMatchObject([{ current_price: 110, pnl_pct: 10 }]);
  const closed = { status: 'CLOSED', current_price: 108, pnl_pct: 8 };
  expect(await send(closed)).toMatchObject({ updated: 1 });
  await price(3, 150);
  expect(await seen()).toMatchObject([closed]);
});

it('is written with the newest price at once, in one event', async () => {
  const before = await events();
  await send({ id: 'late' });
  expect(await events()).toBe(before + 1n);
  expect(await seen()).toContainEqual(
    expect.objectContaining({ id: 'late', current_price: 150, pnl_pct: 50 }),
  );
});

it('follows the price of its new symbol when it is corrected, and not that of the old one', async () => {
  await price(2, 50, 'ETHUSDT');
  await send({ id: 'late', symbol: 'ETH/USDT' });
  await price(4, 170);
  expect(await seen()).toContainEqual(
    expect.objectContaining({ id: 'late', current_price: 50, pnl_pct: -50 }),
  );
});

it('does not come back once it is removed', async () => {
  expect(await app.services.inputs.series('signal')).toEqual(['crypto:ETH']);
  const key = await app.issue('quant', 'ingest');
  const response = await fetch(`${app.url}/api/ingest/trade-feed/late`, {
    method: 'DELETE',
    headers: { 'x-api-key': key },
  });
  expect(response.status).toBe(204);
  await price(3, 60, 'ETHUSDT');
  expect(await seen()).toHaveLength(1);
  expect(await app.services.inputs.series('signal')).toEqual([]);
});

it('is refused whole where one of a batch is wrong, and nothing is kept of it', async () => {
  const batch = [signal('good', SENT), signal('bad', { ...SENT, direction: 'UP' })];
  const response = await app.ingest('trade-feed', batch);
  expect([response.status, await response.json()]).toMatchObject([
    400,
    { errors: [{ line: 2, field: 'direction' }] },
  ]);
  expect(await app.services.inputs.series('signal')).toEqual([]);
});

it('has no profit where that lies beyond its bounds, and what follows prices goes on', async () => {
  const tiny = {
    id: 'tiny',
    symbol: 'TINY/USDT',
    direction: 'LONG',
    entry_price: 1e-300,
    current_price: 1e-300,
  };
  await price(2, 1e-300, 'TINYUSDT');
  expect(await send(tiny)).toMatchObject({ created: 1 });
  await price(3, 1e11, 'TINYUSDT');
  expect(await seen()).toContainEqual(
    expect.objectContaining({ id: 'tiny', current_price: 1e11, pnl_pct: null }),
  );
  expect(await send({ ...tiny, notes: 'again' })).toMatchObject({ updated: 1 });
  expect(await seen()).toContainEqual(expect.objectContaining({ notes: 'again', pnl_pct: null }));
});
