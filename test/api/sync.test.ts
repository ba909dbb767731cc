import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createSynchroniser, type Synchroniser } from '../../src/app/sync.ts';
import { providers } from '../../src/sources/providers.ts';
import { parseSources } from '../../src/sources/sync/sources-file.ts';
import { html, json, type ProviderServer, startProvider } from '../sources/sync/provider-server.ts';
import { startApp, type TestApp } from '../support/app.ts';

const TRADE = {
  senator: 'Boozman, John',
  ptr_link: 'https://efdsearch.senate.gov/search/view/ptr/00000000-0000-0000-0000-000000000001/',
  transaction_date: '07/09/2026',
  disclosure_date: '08/17/2026',
  owner: 'Joint',
  ticker: 'APTV',
  asset_description: 'Aptiv PLC',
  asset_type: 'Stock',
  type: 'Purchase',
  amount: '$1,001 - $15,000',
};

let app: TestApp;
let senate: ProviderServer;
let house: ProviderServer;
let synchroniser: Synchroniser;
const dataDir = mkdtempSync(join(tmpdir(), 'alpha-sync-test-'));

beforeAll(async () => {
  [app, senate, house] = await Promise.all([startApp(), startProvider(), startProvider()]);
  const settings = parseSources(
    JSON.stringify({
      'senate-transactions': { base_url: senate.url },
      'house-transactions': { base_url: house.url },
    }),
    providers,
  );
  synchroniser = createSynchroniser(app.services, { settings, dataDir, env: { random: () => 0 } });
});
afterAll(async () => {
  await Promise.all([app.stop(), senate[Symbol.asyncDispose](), house[Symbol.asyncDispose]()]);
  rmSync(dataDir, { recursive: true, force: true });
});

it('serves what one provider has while another answers an error page', async () => {
  senate.answer(json([TRADE, { ...TRADE, transaction_date: 'soon' }], { etag: '"1"' }));
  house.answer(html);
  const both = Promise.withResolvers<void>();
  const seen = new Set<unknown>();
  const logger = pino(
    { level: 'info' },
    {
      write(line: string) {
        seen.add((JSON.parse(line) as { provider?: string }).provider);
        if (seen.has('senate-transactions') && seen.has('house-transactions')) both.resolve();
      },
    },
  );
  const scheduler = await synchroniser.start(['senate-transactions', 'house-transactions'], logger);
  await both.promise;
  await scheduler.stop();

  const answer = await app.get('/api/v1/congress');
  const { trades } = (await answer.json()) as { trades: object[] };
  expect(trades).toMatchObject([{ ticker: 'APTV', politician_name: 'John Boozman' }]);
  const states = await synchroniser.states();
  expect(states.get('senate-transactions')).toMatchObject({
    failures: 0,
    counts: { read: 2, created: 1, rejected: 1 },
  });
  expect(states.get('house-transactions')).toMatchObject({ failures: 1, lastSuccessAt: null });
  expect(states.get('house-transactions')?.lastError?.message).toMatch(/HTML page/);
  const listing = await synchroniser.list();
  expect(listing.find(({ provider }) => provider.name === 'sec-current')?.missing).toMatch(/contact/);
});

it('writes nothing the second time, keeps rejects in a file, and one process at a time to a provider', async () => {
  const signal = new AbortController().signal;
  const again = await synchroniser.sync('senate-transactions', { signal, full: true });
  expect(again).toMatchObject({ outcome: 'done', created: 0, updated: 0, unchanged: 1 });
  expect(again.rejectsFile).toBe(join(dataDir, 'imports', 'sync-senate-transactions.rejects.ndjson'));

  const settings = parseSources(
    JSON.stringify({ 'senate-transactions': { base_url: senate.url } }),
    providers,
  );
  const other = createSynchroniser(app.services, { settings, dataDir });
  const asked = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<void>();
  senate.answer((request, response, url) => {
    asked.resolve();
    void answer.promise.then(() => json([TRADE])(request, response, url));
  });
  const running = synchroniser.sync('senate-transactions', { signal });
  await asked.promise;
  expect(await other.sync('senate-transactions', { signal })).toMatchObject({ outcome: 'busy' });
  answer.resolve();
  expect(await running).toMatchObject({ outcome: 'done', unchanged: 1 });
  expect(await other.sync('senate-transactions', { signal })).toMatchObject({ outcome: 'done' });
});
