import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { FREE_TIER_ID } from '../../src/core/access/tiers.ts';
import { buildSiteIfStale, SITE_DIR } from '../../src/pages/build.ts';
import { readSite } from '../../src/pages/site.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { CHROMIUM, launchBrowser } from '../support/browser.ts';
import { DAY_MS, seedPages } from './seed.ts';

const market = (market_id: string, yes_price: number, more: object = {}) => ({
  market_id,
  platform: 'polymarket',
  event_title: 'An event',
  question: `Will BTC be above ${market_id}?`,
  yes_price,
  outcome_prices: [yes_price, 1 - yes_price],
  volume: 10_000,
  volume_24h: 5_000,
  volume_unit: 'USD',
  category_norm: 'crypto',
  active: true,
  end_date: new Date(Date.now() + 40 * DAY_MS).toISOString(),
  ...more,
});

describe.skipIf(CHROMIUM === null)(
  'what is live on the pages of an asset and a market (skipped without Chromium: apt-get install chromium)',
  () => {
    let app: TestApp;
    let browser: Browser;
    let page: Page;

    beforeAll(async () => {
      await buildSiteIfStale();
      app = await startApp({}, { site: readSite(SITE_DIR) });
      await seedPages(app);
      await tell(market('one', 0.2), market('two', 0.3));
      browser = await launchBrowser();
    }, 600_000);
    afterAll(async () => {
      await browser?.close();
      await app?.stop();
    }, 600_000);
    beforeEach(async () => {
      page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
      await page.addInitScript((text) => sessionStorage.setItem('alpha-data-key', text), app.key);
    });
    afterEach(() => page.close());

    const tell = async (...markets: readonly object[]) => {
      const answer = await app.ingest('prediction', markets);
      expect(answer.status, await answer.text()).toBe(200);
    };
    const panel = (name: string) => page.locator(`[data-panel="${name}"]`);
    const isLive = () => page.locator('.strip').getByText('Live', { exact: true }).waitFor();

    test('of an asset all panels that are shown are live, and no others are counted', async () => {
      await page.goto(`${app.url}/asset/NVDA`);
      await panel('congress').locator('.source-live').waitFor();
      await isLive();
      await page.goto(`${app.url}/asset/BTC?kind=crypto`);
      await panel('markets').locator('.source-live').waitFor();
      await isLive();
    }, 600_000);

    test('prediction markets of a coin follow its odds until they end', async () => {
      await page.goto(`${app.url}/asset/BTC?kind=crypto`);
      await panel('markets').locator('.source-live').waitFor();
      const row = (id: string) =>
        panel('markets')
          .locator('tbody tr')
          .filter({ hasText: `above ${id}?` });
      await row('one').getByText('20%', { exact: true }).waitFor();
      await tell(market('one', 0.65));
      await row('one').getByText('65%', { exact: true }).waitFor();
      await tell(market('two', 0.3, { active: false }));
      await row('two').waitFor({ state: 'detached' });
      await tell(market('two', 0.3));
    }, 600_000);

    test('with a key of few units a day they say what it takes', async () => {
      const free = await app.issue(FREE_TIER_ID);
      await page.addInitScript((text) => sessionStorage.setItem('alpha-data-key', text), free);
      await page.goto(`${app.url}/asset/BTC?kind=crypto`);
      await panel('markets')
        .locator('.source-still', { hasText: 'Not live: takes a key with 1,000 units a day' })
        .waitFor();
    }, 600_000);

    test('the page of a market follows the other markets on the same asset', async () => {
      await page.clock.install();
      await page.goto(`${app.url}/market/one`);
      const other = panel('rows').locator('tbody tr').filter({ hasText: 'above two?' });
      await other.waitFor();
      await panel('rows').locator('.source-live').waitFor();
      await tell(market('two', 0.85));
      // Prices that tick are read together, twice a minute.
      await expect
        .poll(async () => {
          await page.clock.fastForward(31_000);
          return other.textContent();
        })
        .toContain('85%');
    }, 600_000);
  },
);
