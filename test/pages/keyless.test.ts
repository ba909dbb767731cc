import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildSiteIfStale, SITE_DIR } from '../../src/pages/build.ts';
import { readSite } from '../../src/pages/site.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { CHROMIUM, launchBrowser } from '../support/browser.ts';
import { cutFigures, seriousFaults } from '../support/page-probes.ts';
import { seedPages, whale } from './seed.ts';

describe.skipIf(CHROMIUM === null)(
  'pages without a key (skipped without Chromium: apt-get install chromium)',
  () => {
    let app: TestApp;
    let browser: Browser;
    let page: Page;
    const complaints: string[] = [];

    beforeAll(async () => {
      await buildSiteIfStale();
      app = await startApp({}, { site: readSite(SITE_DIR) });
      await seedPages(app);
      browser = await launchBrowser();
    }, 600_000);

    afterAll(async () => {
      await browser?.close();
      await app?.stop();
    });

    beforeEach(async () => {
      page = await browser.newPage();
      page.setDefaultTimeout(120_000);
      complaints.length = 0;
      page.on('console', (message) => {
        if (message.type() === 'error') complaints.push(message.text());
      });
    });

    afterEach(async () => {
      expect(complaints).toEqual([]);
      expect(await seriousFaults(page)).toEqual([]);
      expect(await cutFigures(page)).toEqual([]);
      await page.close();
    });

    /** What a key is told. */
    const newestOf = async (scorecard: string) => {
      const answer = await app.get(`/api/scorecards/${scorecard}/latest`);
      const { item } = (await answer.json()) as {
        item: { data: Record<string, number>; timestamp: string };
      };
      return { value: item.data[scorecard]?.toFixed(1), day: item.timestamp.slice(0, 10) };
    };

    test('the scorecards have their newest values, and a drawing in place of their past', async () => {
      await page.goto(app.url);
      const scorecards = page.getByRole('region', { name: 'Scorecards' });
      const cards = scorecards.locator('.card');
      const newest = await Promise.all(['ams', 'mrs', 'gls'].map(newestOf));
      const texts = (of: string) => cards.locator(of).allTextContents();
      await expect.poll(() => texts('.value .figure')).toEqual(newest.map(({ value }) => value));
      // A store may not have been filled for a year.
      expect(await texts('.value .day')).toEqual(newest.map(({ day }) => day));
      expect([await cards.locator('.blurred').count(), await cards.locator('.line-chart').count()]).toEqual([
        3, 0,
      ]);
      // What a key would add stands below the drawings.
      for (const width of [1440, 390]) {
        await page.setViewportSize({ width, height: 900 });
        const top = (await scorecards.locator('.key-offer').boundingBox())?.y ?? 0;
        const boxes = await Promise.all((await cards.all()).map((card) => card.boundingBox()));
        for (const box of boxes) expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(top + 1);
        expect(await cards.locator('.blurred').filter({ visible: true }).count()).toBe(3);
      }
      const getKey = scorecards.getByRole('link', { name: 'Get a key' });
      expect(await getKey.getAttribute('href')).toBe('/account#create');
    }, 240_000);

    test('what is said to be the newest is, of the open feeds', async () => {
      await page.goto(app.url);
      const tile = (title: string) =>
        page.locator('.today-row li').filter({ has: page.locator('.item-title').getByText(title) });
      const { activity } = (await (await app.get('/api/whales/activity/public')).json()) as {
        activity: readonly { title: string; value: number }[];
      };
      const { filings } = (await (await app.get('/api/insider-alpha/filings?limit=14')).json()) as {
        filings: readonly { ticker: string; transaction_direction: string; filing_date: string }[];
      };
      expect(await tile('Newest whale move').locator('b').textContent()).toBe(activity[0]?.title);
      const buy = filings.find((one) => one.transaction_direction === 'buy');
      expect(await tile('Newest insider buy').locator('b').textContent()).toBe(buy?.ticker);
      expect(await page.getByText(/^Top /).count()).toBe(0);
    }, 240_000);

    test('the page of a scorecard has its newest value; other pages say how to see them', async () => {
      await page.goto(`${app.url}/scorecard/MRS`);
      await page
        .locator('.headline .numbers')
        .getByText(String((await newestOf('mrs')).value))
        .waitFor();
      await page.getByText('This page needs a key.').waitFor();
      await page.goto(`${app.url}/whale/hyperliquid:0x1`);
      await page.getByText('This page needs a key.').waitFor();
      expect(await page.getByRole('link', { name: 'Get a key' }).getAttribute('href')).toBe(
        '/account#create',
      );
    }, 240_000);

    test('the page of an asset has what happened, and a drawing in place of its prices', async () => {
      await page.goto(`${app.url}/asset/NVDA`);
      await page.getByText('the price in candles').waitFor();
      await page.getByRole('list', { name: 'Signals and trades' }).waitFor();
      // Rows of the asset alone, out of open feeds that do not know assets.
      const others = [whale('of-eth'), whale('of-btc', { title: 'BTC-PERP' })];
      expect((await app.ingest('whales', others)).status).toBe(200);
      const market = (market_id: string, question: string) => ({
        market_id,
        question,
        platform: 'polymarket',
        yes_price: 0.2,
        outcome_prices: [0.2, 0.8],
        volume_24h: 1,
        active: true,
        category_norm: 'crypto',
      });
      const asked = [market('eth', 'ETH above $9,000?'), market('word', 'Will Ethel win?')];
      expect((await app.ingest('prediction', asked)).status).toBe(200);
      await page.goto(`${app.url}/asset/ETH`);
      const cells = (panel: string) => page.locator(`[data-panel="${panel}"] tbody td`).allTextContents();
      await expect.poll(async () => (await cells('whales')).join()).toContain('ETH-PERP');
      expect((await cells('whales')).join()).not.toContain('BTC');
      // A move of a whale happened; nothing is said of thirty days, which the open feed does not have.
      await page.locator('.happened').getByText('Increase long').first().waitFor();
      expect(await page.locator('.told .legend').textContent()).not.toContain('30 days');
      await expect.poll(async () => (await cells('markets')).join()).toContain('ETH above $9,000?');
      expect((await cells('markets')).join()).not.toContain('Ethel');
      await page.goto(`${app.url}/asset/NOSUCH`);
      await page.getByText('There is no data on NOSUCH').waitFor();
      expect(await page.locator('.panel:visible').count()).toBe(0);
    }, 240_000);
  },
);
