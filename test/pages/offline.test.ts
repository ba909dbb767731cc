import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importAnswers } from '../../src/demo/import-simulated.ts';
import { createMarket } from '../../src/demo/market.ts';
import { buildSiteIfStale, SITE_DIR } from '../../src/pages/build.ts';
import { readSite } from '../../src/pages/site.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { CHROMIUM, launchBrowser, watchedPage } from '../support/browser.ts';

describe.skipIf(CHROMIUM === null)(
  'pages in Chromium (skipped where it is missing: apt-get install chromium)',
  () => {
    let app: TestApp;
    let browser: Browser;
    beforeAll(async () => {
      await buildSiteIfStale();
      app = await startApp({}, { site: readSite(SITE_DIR) });
      const now = app.services.clock.now().getTime();
      await importAnswers(app.services, createMarket(1), Number.NEGATIVE_INFINITY, now);
      browser = await launchBrowser();
    });
    afterAll(async () => {
      await browser.close();
      await app.stop();
    });

    it('runs the example over eight feeds in GraphiQL with a key, from its own origin alone', async () => {
      const { page, complaints } = await watchedPage(browser, app.url);
      await page.goto(`${app.url}/graphql`);
      await page.getByRole('button', { name: /execute/i }).waitFor();
      // The schema is there without a key.
      await page.getByRole('button', { name: /documentation explorer/i }).click();
      await page.getByText('Root Types', { exact: false }).waitFor();
      await page.getByText('"X-API-Key"').click();
      // Between the quotes that wait for it.
      await page.keyboard.press('End');
      await page.keyboard.press('ArrowLeft');
      await page.keyboard.insertText(app.key);
      const answered = page.waitForResponse(
        (response) =>
          response.url().endsWith('/graphql') && response.request().postData()?.includes('signals') === true,
      );
      await page.getByRole('button', { name: /execute/i }).click();
      const body = (await (await answered).json()) as { data?: Record<string, unknown>; errors?: unknown };
      expect(body.errors).toBeUndefined();
      expect(Object.keys(body.data ?? {}).length).toBeGreaterThanOrEqual(8);
      expect(complaints).toEqual([]);
    }, 600_000);

    it('sends the key that was entered elsewhere, and shows no more than its end', async () => {
      const { page } = await watchedPage(browser, app.url);
      await page.addInitScript((key) => sessionStorage.setItem('alpha-data-key', key), app.key);
      await page.goto(`${app.url}/graphql`);
      await page.locator('#key', { hasText: `Key …${app.key.slice(-4)}` }).waitFor();
      const answered = page.waitForResponse(
        (response) => response.request().postData()?.includes('signals') === true,
      );
      await page.getByRole('button', { name: /execute/i }).click();
      expect((await answered).request().headers()['x-api-key']).toBe(app.key);
      await page.getByRole('button', { name: 'Headers', exact: true }).click();
      await page
        .getByRole('region', { name: /result/i })
        .getByText('signals')
        .first()
        .waitFor();
      expect(await page.content()).not.toContain(app.key);
      // Its head is that of the other pages.
      await page.getByRole('button', { name: 'Feeds' }).click();
      await page.getByRole('link', { name: 'Whales' }).click();
      await page.waitForURL(`${app.url}/feed/whales`);
    }, 600_000);

    it('renders the REST reference from its own origin alone', async () => {
      const { page, complaints } = await watchedPage(browser, app.url);
      await page.goto(`${app.url}/docs`);
      await page.getByText('/api/v1/trade-feed').first().waitFor();
      expect(complaints).toEqual([]);
    }, 600_000);

    it('tries a request in the REST reference with the key that was entered elsewhere; on a phone, modules are folded up', async () => {
      const { page, complaints } = await watchedPage(browser, app.url);
      await page.addInitScript((key) => sessionStorage.setItem('alpha-data-key', key), app.key);
      await page.goto(`${app.url}/docs`);
      await page
        .getByRole('button', { name: /test request/i })
        .first()
        .click();
      const answered = page.waitForResponse((response) => response.url().includes('/api/v1/'));
      await page.getByRole('button', { name: /^send/i }).first().click();
      expect((await answered).status()).toBe(200);
      expect((await answered).url()).not.toContain(app.key);

      await page.setViewportSize({ width: 390, height: 844 });
      await page.goto(`${app.url}/docs?phone`);
      // The one behind the first module, which is open. It is drawn when one scrolls to it.
      const folded = page.getByRole('heading', { name: '(mte)' }).first();
      const scrolled = async () => {
        await page.mouse.wheel(0, 500);
        return folded.isVisible();
      };
      await expect.poll(scrolled, { timeout: 300_000 }).toBe(true);
      expect(await page.getByText('/api/v1/mte/groups').count()).toBe(0);
      expect(complaints).toEqual([]);
    }, 600_000);
  },
);
