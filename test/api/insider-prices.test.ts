import { afterAll, beforeAll, expect, it } from 'vitest';
import { derive } from '../../src/ingestion/derive.ts';
import { startApp, type TestApp } from '../support/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({}, { clock: { now: () => new Date('2026-11-24T22:00:00Z') } });
}, 600_000);
afterAll(() => app.stop(), 600_000);

const SERIES = 'KO|tiingo|raw+events';

/** A day comes in, as an import writes it. */
async function day(key: string, c: number, more: object = {}): Promise<void> {
  const input = { kind: 'stock_bar', series: SERIES, key, data: { o: c, h: c, l: c, c, v: 1, ...more } };
  await app.services.inputs.put([input]);
  await derive(app.services, [input]);
}

const signals = async () => {
  const { data, errors } = await app.graphql(
    '{ signals { nodes { symbol entryPrice currentPrice pnlPct asset { price { last } } } } }',
  );
  expect(errors).toBeUndefined();
  return (data as unknown as { signals: { nodes: readonly object[] } }).signals.nodes;
};

it('the signal of a purchase follows the bars of its stock through a split', async () => {
  const sent = await app.ingest('insider', [
    {
      id: 'f-1',
      ticker: 'KO',
      company_name: 'COCA COLA CO',
      insider_name: 'SMITH JOHN',
      transaction_code: 'P',
      transaction_direction: 'buy',
      shares: 10_000,
      price_per_share: 60,
      value: 600_000,
      trade_date: '2026-11-16T00:00:00Z',
      filing_date: '2026-11-17T00:00:00Z',
      available_at: '2026-11-17T22:00:00Z',
    },
  ]);
  expect(await sent.json()).toMatchObject({ created: 1 });
  expect(await signals()).toMatchObject([{ symbol: 'KO', entryPrice: 60, currentPrice: null, pnlPct: null }]);
  await day('2026-11-16', 60);
  await day('2026-11-17', 61);
  expect(await signals()).toMatchObject([{ currentPrice: null }]);
  await day('2026-11-18', 63);
  expect(await signals()).toMatchObject([{ currentPrice: 63, pnlPct: 5, asset: { price: { last: 63 } } }]);
  await day('2026-11-19', 33, { s: 2 });
  expect(await signals()).toMatchObject([{ entryPrice: 60, currentPrice: 33, pnlPct: 10 }]);
});
