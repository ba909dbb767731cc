import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { predictionMarkets } from '../../src/feeds/prediction/feed.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { CHROMIUM, launchBrowser, watchedPage } from '../support/browser.ts';
import { sampleRecords } from '../support/records.ts';

const POLL = { timeout: 20_000, interval: 200 };

describe.skipIf(CHROMIUM === null)(
  'subscriptions in GraphiQL (skipped without Chromium: apt-get install chromium)',
  () => {
    let app: TestApp;
    let browser: Browser;
    let page: Page;
    let complaints: string[];
    beforeAll(async () => {
      app = await startApp();
      browser = await launchBrowser();
      ({ page, complaints } = await watchedPage(browser, app.url));
      await page.goto(`${app.url}/graphql`);
      await page.getByRole('button', { name: /execute/i }).waitFor();
    });
    afterAll(async () => {
      await browser.close();
      await app.stop();
    });

    const result = () => page.getByRole('region', { name: /result/i });
    const write = (question: string) =>
      app.services.ingest.write(predictionMarkets, [{ ...sampleRecords(predictionMarkets, 1)[0], question }]);

    it('tells why a socket was closed', async () => {
      await page.getByRole('tab', { name: 'Live' }).click();
      await page.getByRole('button', { name: /execute/i }).click();
      await result().getByText('the socket was closed: 4401', { exact: false }).waitFor();
    }, 60_000);

    it('shows events as they come, with the key typed in another tab, and stops', async () => {
      await page.getByRole('tab', { name: 'Dashboard' }).click();
      await page.getByText('"X-API-Key"').click();
      await page.keyboard.press('End');
      await page.keyboard.press('ArrowLeft');
      await page.keyboard.insertText(app.key);
      await page.getByRole('button', { name: /execute/i }).click();
      await result().getByText('"predictionMarkets"', { exact: false }).waitFor();

      await page.getByRole('tab', { name: 'Live' }).click();
      const opened = page.waitForEvent('websocket');
      await page.getByRole('button', { name: /execute/i }).click();
      const socket = await opened;
      // It shows what comes after it was opened, so there is to be more than one change.
      let day = 0;
      const shown = () => result().getByText('Will it rain on day', { exact: false }).count();
      await expect
        .poll(async () => {
          await write(`Will it rain on day ${++day}?`);
          return shown();
        }, POLL)
        .toBeGreaterThan(0);
      await write('Will it snow?');
      await result().getByText('Will it snow?', { exact: false }).waitFor();

      const closed = socket.waitForEvent('close');
      await page.getByRole('button', { name: /stop/i }).click();
      await closed;
      expect(complaints).toEqual([]);
    }, 60_000);
  },
);
