import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildSiteIfStale, SITE_DIR } from '../../src/pages/build.ts';
import { readSite } from '../../src/pages/site.ts';
import { bracket } from '../../src/web/ui/format.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { CHROMIUM, launchBrowser } from '../support/browser.ts';
import { seedPages, trade } from './seed.ts';

const OWN = {
  politician_name: 'Jane Doe',
  politician_id: 'D000001',
  amount_low: 250_001,
  amount_high: 500_000,
};
const AMOUNT = bracket(OWN.amount_low, OWN.amount_high);

describe.skipIf(CHROMIUM === null)(
  'what a key has read (skipped without Chromium: apt-get install chromium)',
  () => {
    let app: TestApp;
    let browser: Browser;

    beforeAll(async () => {
      await buildSiteIfStale();
      app = await startApp({}, { site: readSite(SITE_DIR) });
      await seedPages(app);
      expect((await app.ingest('congress', [trade('own', OWN)])).status).toBe(200);
      browser = await launchBrowser();
    }, 600_000);
    afterAll(async () => {
      await browser?.close();
      await app?.stop();
    }, 600_000);

    /** Opens a page live, then leaves less than half of the day's units: with the next change the stream stops. */
    const openAndStop = async (path: string, change: string, polled: string[]): Promise<Page> => {
      const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
      page.setDefaultTimeout(300_000);
      page.on('request', (request) => {
        const { pathname } = new URL(request.url());
        if (pathname.startsWith('/api/')) polled.push(pathname);
      });
      await page.addInitScript((text) => sessionStorage.setItem('alpha-data-key', text), app.key);
      await page.goto(app.url + path);
      await page.locator('.source-live').waitFor();
      await page.locator('tbody').getByText(AMOUNT).first().waitFor();
      polled.length = 0;
      await page.evaluate(() => {
        const units = JSON.parse(sessionStorage.getItem('alpha-data-units') ?? '');
        units.day.remaining = 10;
        sessionStorage.setItem('alpha-data-units', JSON.stringify(units));
      });
      expect((await app.ingest('congress', [trade(change, OWN)])).status).toBe(200);
      await page.getByText('This page is not live').waitFor();
      return page;
    };

    test.each(['/politician/D000001', '/feed/congress'])(
      '%s stays as it was read: the open feed tells less',
      async (path) => {
        const polled: string[] = [];
        const page = await openAndStop(path, `changed ${path}`, polled);
        await page.getByText('Its rows stay as they were read.').waitFor();
        await page.locator('.badge').getByText('Not live').waitFor();
        expect(await page.locator('tbody').getByText(AMOUNT).count()).toBeGreaterThan(0);
        expect(polled).toEqual([]);
        await page.close();
      },
      600_000,
    );

    test('nothing of it is shown when the key is forgotten', async () => {
      const page = await openAndStop('/politician/D000001', 'forgotten', []);
      await page.getByRole('button', { name: 'Key', exact: true }).click();
      await page.getByRole('button', { name: 'Forget the key' }).click();
      await page.getByText('A key shows the amounts').waitFor();
      await page.locator('tbody tr').first().waitFor();
      expect(await page.locator('tbody').getByText(AMOUNT).count()).toBe(0);
      expect(await page.locator('.headline .numbers').count()).toBe(0);
      await page.close();
    }, 600_000);
  },
);
