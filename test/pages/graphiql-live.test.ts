import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { predictionMarkets } from '../../src/feeds/prediction/feed.ts';
import { buildSiteIfStale, SITE_DIR } from '../../src/pages/build.ts';
import { readSite } from '../../src/pages/site.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { CHROMIUM, launchBrowser, watchedPage } from '../support/browser.ts';
import { sampleRecords } from '../support/records.ts';

const POLL = { timeout: 300_000, interval: 200 };

describe.skipIf(CHROMIUM === null)(
  'subscriptions in GraphiQL (skipped without Chromium: apt-get install chromium)',
  () => {
    let app: TestApp;
    let browser: Browser;
    beforeAll(async () => {
      await buildSiteIfStale();
      app = await startApp({}, { site: readSite(SITE_DIR) });
      browser = await launchBrowser();
    });
    afterAll(async () => {
      await browser.close();
      await app.stop();
    });

    const open = async () => {
      const watched = await watchedPage(browser, app.url);
      await watched.page.goto(`${app.url}/graphql`);
      await watched.page.getByRole('button', { name: /execute/i }).waitFor();
      return watched;
    };
    const openLive = async (page: Page) => {
      await page.getByRole('button', { name: 'Live', exact: true }).click();
      await expect.poll(() => page.url(), POLL).toMatch(/subscription\+Live/); // GraphiQL has read it
    };
    const execute = (page: Page) => page.getByRole('button', { name: /execute/i }).click();
    const inResult = (page: Page, text: string) =>
      page.getByRole('region', { name: /result/i }).getByText(text, { exact: false });
    const write = (question: string) =>
      app.services.ingest.write(predictionMarkets, [{ ...sampleRecords(predictionMarkets, 1)[0], question }]);

    it('tells why a socket was closed', async () => {
      const { page } = await open();
      await openLive(page);
      await execute(page);
      await inResult(page, 'the socket was closed: 4401').waitFor();
    }, 600_000);

    it('shows events as they come, with the key typed in another tab, and stops', async () => {
      const { page, complaints } = await open();
      await page.getByText('"X-API-Key"').click();
      await page.keyboard.press('End');
      await page.keyboard.press('ArrowLeft');
      await page.keyboard.insertText(app.key);
      await execute(page);
      await inResult(page, '"predictionMarkets"').waitFor();

      await openLive(page);
      const opened = page.waitForEvent('websocket');
      await execute(page);
      const socket = await opened;
      // It shows what comes after it was opened, and the last event alone: a heartbeat may take the place of a change.
      let day = 0;
      const showsChanges = (weather: string) =>
        expect
          .poll(async () => {
            await write(`Will it ${weather} on day ${++day}?`);
            return inResult(page, `Will it ${weather} on day`).count();
          }, POLL)
          .toBeGreaterThan(0);
      await showsChanges('rain');
      await showsChanges('snow');
      // One unit for the query in the other tab, one for the stream; asking takes none.
      const cost = page.getByLabel('Cost of the last request');
      await expect
        .poll(() => cost.textContent(), POLL)
        .toMatch(/^Cost 1 unit, 1 more for every 100 changes · left: .* 999,999,998 of 1,000,000,000 today$/);

      const closed = socket.waitForEvent('close');
      await page.getByRole('button', { name: /stop/i }).click();
      await closed;
      expect(complaints).toEqual([]);
    }, 600_000);
  },
);
