import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { insiderFilings } from '../../src/feeds/insider/feed.ts';
import { importTarget } from '../../src/ingestion/import-target.ts';
import { importItems } from '../../src/sources/import-run.ts';
import { secOwnership } from '../../src/sources/sec/sec-ownership.ts';
import { secTsv } from '../../src/sources/sec/sec-tsv.ts';
import { testClock } from '../core/clock.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { describeWithSharedData } from '../support/shared-data.ts';

/**
 * PACW, March 2023: 13,885 depositary shares of preferred stock for 293,251 USD, and 25,000 of common stock for 383,250; SCHW:
 * code P, disposed of; CMPO: warrants sold.
 */
const DOCUMENTS = [
  'purchases/0001415889-23-004736.txt',
  'purchases/0001415889-23-004816.txt',
  'edge/0001062993-23-006877.txt',
  'edge/0001104659-23-064866.txt',
];

describeWithSharedData('what follows from securities', 'insider', (folder) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp({}, { clock: testClock('2023-03-16T12:00:00Z') });
    const target = importTarget(app.services, 'test', async () => undefined);
    const documents = DOCUMENTS.map((name) => join(folder, 'sec-full-submissions-2023', name));
    const tables = [join(folder, 'sec-form345-dataset-2024q3')];
    await importItems({ feed: insiderFilings }, secOwnership.read(documents, {}), {
      target,
      completions: [],
    });
    await importItems({ feed: insiderFilings }, secTsv.read(tables, {}), { target, completions: [] });
  }, 600_000);
  afterAll(() => app?.stop(), 600_000);

  const get = async (path: string) => (await app.get(path, { 'x-api-key': app.key })).json();

  it('the one signal is of the stock that the ticker quotes, at the price paid', async () => {
    const { signals } = (await get('/api/v1/trade-feed?source=insider')) as { signals: object[] };
    expect(signals).toMatchObject([
      { symbol: 'PACW', source_detail: '0001415889-23-004816-nd1', direction: 'LONG', entry_price: 15.33 },
    ]);
  });

  it('a purchase of preferred stock counts in sums, and none of derivatives does', async () => {
    const company = await get('/api/v1/insider-alpha/companies/PACW');
    expect(company).toMatchObject({ windows: { '30d': { buy_value: 293_251.2 + 383_250, sell_value: 0 } } });
    const { insiders } = (await get(
      '/api/v1/insider-alpha/insiders?sort_by=total_buy_value&page_size=100',
    )) as {
      insiders: { total_buy_value: number; total_sell_value: number }[];
    };
    const sums = insiders.filter((one) => one.total_buy_value > 0 || one.total_sell_value > 0);
    expect(sums.map((one) => one.total_buy_value)).toEqual([383_250, 293_251.2]);
  });
});
