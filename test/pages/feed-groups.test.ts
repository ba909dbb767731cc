import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { buildSiteIfStale, SITE_DIR } from '../../src/pages/build.ts';
import { readSite } from '../../src/pages/site.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { CHROMIUM, launchBrowser } from '../support/browser.ts';
import { cutFigures, seriousFaults } from '../support/page-probes.ts';
import { readParquet } from '../support/read-parquet.ts';
import { seedPages, trade } from './seed.ts';

interface Answered {
  readonly groups: readonly {
    readonly key: Readonly<Record<string, string | null>>;
    readonly count: number;
  }[];
}

describe.skipIf(CHROMIUM === null)(
  'groups on the page of a feed (skipped without Chromium: apt-get install chromium)',
  () => {
    let app: TestApp;
    let browser: Browser;
    let page: Page;
    const complaints: string[] = [];

    beforeAll(async () => {
      await buildSiteIfStale();
      app = await startApp({}, { site: readSite(SITE_DIR) });
      await seedPages(app);
      const many = Array.from({ length: 120 }, (_, n) =>
        trade(`many${n}`, {
          ticker: n % 5 === 0 ? null : ['AAPL', 'MSFT', 'NVDA'][n % 3],
          amount_low: 1_001 + 1_000 * n,
          amount_high: 1_000_000,
          transaction_date: '2026-01-02T00:00:00',
          filing_date: `2026-0${1 + (n % 2)}-15T00:00:00`,
        }),
      );
      expect((await app.ingest('congress', many)).status).toBe(200);
      browser = await launchBrowser();
    }, 600_000);
    afterAll(async () => {
      await browser?.close();
      await app?.stop();
    }, 600_000);
    afterEach(async () => {
      await page?.close();
      expect(complaints.splice(0)).toEqual([]);
    });

    const rows = () => page.locator('.feed-page tbody tr');
    const open = async (path: string, { key = app.key, width = 1440 } = {}) => {
      page = await browser.newPage({ viewport: { width, height: 900 } });
      page.on('console', (message) => {
        if (message.type() === 'error') complaints.push(message.text());
      });
      page.on('pageerror', (error) => complaints.push(error.message));
      await page.addInitScript((text) => sessionStorage.setItem('alpha-data-key', text), key);
      await page.goto(app.url + path);
      await rows().first().waitFor();
    };
    const groupsOf = async (query: string, key = app.key) =>
      ((await (await app.get(`/api/v1/congress/groups?${query}`, { 'x-api-key': key })).json()) as Answered)
        .groups;
    const shown = () =>
      rows().evaluateAll((list) =>
        list.map((row) => [
          row.querySelector('td')?.textContent,
          row.querySelector('td.number')?.textContent,
        ]),
      );

    test('are what REST says, and each leads to as many rows as it has', async () => {
      await open('/feed/congress');
      await page.getByLabel('Group by').selectOption('TICKER');
      await page.waitForURL(/\/feed\/congress\?by=TICKER$/);
      const head = page.getByRole('heading', { name: /groups, / });
      await head.waitFor();
      const expected = await groupsOf('by=ticker&sort_by=amount_low_sum');
      const rowsInAll = expected.reduce((sum, { count }) => sum + count, 0);
      expect(await head.textContent()).toBe(`${expected.length} groups, ${rowsInAll} rows`);
      // The bar stands beside the figure that it measures, and on a phone below the name.
      expect(await rows().first().locator('td.number .bar').isVisible()).toBe(true);
      await page.setViewportSize({ width: 390, height: 844 });
      await rows().first().locator('td').first().locator('.bar').waitFor();
      await page.setViewportSize({ width: 1440, height: 900 });
      await rows().first().locator('td').first().locator('.bar').waitFor({ state: 'detached' });
      expect(await shown()).toEqual(
        expected.map(({ key, count }) => [key.ticker ?? 'No ticker', String(count)]),
      );
      expect(await seriousFaults(page)).toEqual([]);
      expect(await cutFigures(page)).toEqual([]);
      for (const { key, count } of expected.slice(0, 4)) {
        await page.getByRole('link', { name: key.ticker ?? 'No ticker', exact: true }).click();
        const total = page.getByRole('heading', { name: /^(50 of )?[\d,]+ rows?$/ });
        await total.waitFor();
        expect(await total.textContent(), String(key.ticker)).toMatch(
          new RegExp(`^(50 of )?${count} rows?$`),
        );
        await page.goBack();
        await head.waitFor();
      }
    }, 600_000);

    test('of a time begin with the latest, keep the filter, and are ordered by their sums', async () => {
      await open('/feed/congress?amountLow.gte=50000&by=FILING_MONTH');
      const expected = await groupsOf('by=filing_month&amount_low_gte=50000&sort_by=key&order=desc');
      expect(await shown()).toEqual(
        expected.map(({ key, count }) => [key.filing_month?.slice(0, 7) ?? 'No date', String(count)]),
      );
      await page.getByRole('link', { name: 'At least, buys and sells together', exact: true }).click();
      await page.waitForURL(/sort=-AMOUNT_LOW_SUM&by=FILING_MONTH$/);
      await rows().first().waitFor();
      const first = await rows().first().locator('td').first().textContent();
      const [largest] = await groupsOf(
        'by=filing_month&amount_low_gte=50000&sort_by=amount_low_sum&order=desc',
      );
      expect(first).toBe(largest?.key.filing_month?.slice(0, 7));
      await page.getByRole('link', { name: first ?? '', exact: true }).click();
      await page.getByRole('heading', { name: new RegExp(`^(50 of )?${largest?.count} rows$`) }).waitFor();
    }, 600_000);

    test('of a free key, on a phone, as REST has them for that key', async () => {
      const key = await app.issue('free');
      await open('/feed/insider?by=TICKER', { key, width: 390 });
      const answer = await app.get('/api/v1/insider/groups?by=ticker&sort_by=value_sum', {
        'x-api-key': key,
      });
      const { groups } = (await answer.json()) as Answered;
      expect(await shown()).toEqual(
        groups.map((group) => [group.key.ticker ?? 'No ticker', String(group.count)]),
      );
      // The head of the column has no room for what is added up.
      await page.getByText('Value: shares times price, of purchases, sales and all other').waitFor();
      expect(await seriousFaults(page)).toEqual([]);
      expect(await cutFigures(page)).toEqual([]);
    }, 600_000);

    test('the rows as a Parquet file; what is refused is said', async () => {
      await open('/feed/congress?ticker=NVDA');
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Parquet' }).click(),
      ]);
      expect(file.suggestedFilename()).toBe('congress.parquet');
      const { rows: inFile } = await readParquet(readFileSync(await file.path()));
      const total = (await page.getByRole('heading', { name: /rows$/ }).textContent()) ?? '';
      expect(String(inFile.length)).toBe(/(\d+) rows$/.exec(total)?.[1]);
      await page.evaluate(() => sessionStorage.setItem('alpha-data-key', 'ak_wrong'));
      await page.getByRole('button', { name: 'CSV' }).click();
      await page.getByRole('alert').getByText(/key/).waitFor();
      complaints.length = 0; // the browser names the status of the refused request
    }, 600_000);
  },
);
