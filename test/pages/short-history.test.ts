import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DEFAULT_TIERS } from '../../src/core/access/tiers.ts';
import { buildSiteIfStale, SITE_DIR } from '../../src/pages/build.ts';
import { readSite } from '../../src/pages/site.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { CHROMIUM, launchBrowser } from '../support/browser.ts';
import { cutFigures, seriousFaults } from '../support/page-probes.ts';
import { seedPages } from './seed.ts';

const SHORT = DEFAULT_TIERS.find(({ historyDays }) => historyDays === 14);

describe.skipIf(CHROMIUM === null)(
  'a key that sees less than a page sums up (skipped without Chromium: apt-get install chromium)',
  () => {
    let app: TestApp;
    let browser: Browser;

    beforeAll(async () => {
      await buildSiteIfStale();
      app = await startApp({}, { site: readSite(SITE_DIR) });
      await seedPages(app);
      browser = await launchBrowser();
    }, 600_000);
    afterAll(async () => {
      await browser?.close();
      await app?.stop();
    }, 600_000);

    const open = async (path: string, key: string): Promise<Page> => {
      const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
      await page.addInitScript((text) => sessionStorage.setItem('alpha-data-key', text), key);
      await page.goto(app.url + path);
      return page;
    };

    test('sums, clusters and every page say how many days they are of', async () => {
      const key = await app.issue(SHORT?.id ?? expect.unreachable('a tier of fourteen days'));
      for (const [of, windows, strip] of [
        [key, ['14 of 30 days'], 'the last 14 days'],
        [app.key, ['30 days', '90 days'], null],
      ] as const) {
        const asset = await open('/asset/NVDA', of);
        const flow = asset.locator('[data-panel="insider-flow"]');
        await flow.getByText('bought together').waitFor();
        expect(await flow.locator('h3').allTextContents()).toEqual(windows);
        expect(await flow.locator('.cluster .day').count()).toBe(strip === null ? 1 : 0);
        expect(await asset.locator('.strip').getByText('the last 14 days').count()).toBe(
          strip === null ? 0 : 1,
        );
        await asset.setViewportSize({ width: 390, height: 844 });
        expect(await cutFigures(asset)).toEqual([]);
        expect(await seriousFaults(asset)).toEqual([]);
        await asset.close();

        const cluster = await open('/cluster/NVDA', of);
        const title = cluster.locator('h1');
        await title.getByText('within 30 days').waitFor();
        const figures = await cluster.locator('.numbers dt').allTextContents();
        expect(figures.includes('Cluster since')).toBe(strip === null);
        expect((await title.textContent())?.includes('of which this key sees 14')).toBe(strip !== null);
        await cluster.close();
      }
    }, 600_000);

    test('the score of a day that is not over is one so far', async () => {
      const page = await open('/scorecard/MRS', app.key);
      const day = page.locator('.numbers > div').filter({ has: page.getByText('Day', { exact: true }) });
      const isSaidOfToday = async () => {
        await page.reload();
        const text = (await day.textContent()) ?? '';
        return (
          /\d{4}-\d\d-\d\d/.test(text) &&
          text.includes('so far') === text.includes(new Date().toISOString().slice(0, 10))
        );
      };
      await expect.poll(isSaidOfToday).toBe(true);
      await page.clock.setFixedTime(Date.now() + 2 * 86_400_000); // the day is over
      await page.reload();
      await day.locator('.day').waitFor();
      expect(await day.getByText('so far').count()).toBe(0);
      await page.close();
    }, 600_000);
  },
);
