import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '../support/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({}, { clock: { now: () => new Date('2026-11-24T15:00:00Z') } });
}, 600_000);
afterAll(() => app.stop(), 600_000);

it('bars tell what was traded in the quote currency and what takers bought, where the exchange does', async () => {
  const series = { kind: 'bar', series: 'BINANCE:DDDUSDT|1h' };
  const prices = { o: 5, h: 5, l: 5, c: 5, v: 50 };
  await app.services.inputs.put([
    { ...series, key: '2026-11-24T10:00:00.000Z', data: { ...prices, q: 250, n: 7, tb: 40 } },
    { ...series, key: '2026-11-24T11:00:00.000Z', data: prices },
  ]);
  const turnover = 'bars(interval: "1h") { nodes { volume quoteVolume takerBuyVolume trades } }';
  const { data } = await app.graphql(`{ asset(symbol: "DDD/USDT") { ${turnover} } }`);
  const untold = { volume: 50, quoteVolume: null, takerBuyVolume: null, trades: null };
  const told = { volume: 50, quoteVolume: 250, takerBuyVolume: 40, trades: 7 };
  expect(data).toEqual({ asset: { bars: { nodes: [untold, told] } } });
});
