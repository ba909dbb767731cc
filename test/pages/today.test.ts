import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildSiteIfStale, SITE_DIR } from '../../src/pages/build.ts';
import { readSite } from '../../src/pages/site.ts';
import { TERMS } from '../../src/web/data/terms.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { CHROMIUM, launchBrowser } from '../support/browser.ts';
import { cutFigures, seriousFaults } from '../support/page-probes.ts';
import { insider, seedPages, trade, whale } from './seed.ts';

const market = (id: string, more: object) => ({
  market_id: id,
  platform: 'polymarket',
  event_title: 'An event',
  question: `Will ${id} happen?`,
  yes_price: 0.2,
  outcome_prices: [0.2, 0.8],
  volume: 90_000,
  volume_24h: 50_000,
  volume_unit: 'USD',
  category_norm: 'other',
  active: true,
  end_date: new Date(Date.now() + 9e9).toISOString(),
  observed_at: new Date(Date.now() - 3_600_000).toISOString(),
  ...more,
});

/** All that a page loads before it shows the market, compressed. */
const MOST_BYTES = 150_000;

describe.skipIf(CHROMIUM === null)(
  'the row that says what happened (skipped without Chromium: apt-get install chromium)',
  () => {
    let app: TestApp;
    let browser: Browser;
    let page: Page;
    const scripts: string[] = [];

    beforeAll(async () => {
      await buildSiteIfStale();
      app = await startApp({}, { site: readSite(SITE_DIR) });
      await seedPages(app);
      const buy = {
        transaction_code: 'P',
        transaction_direction: 'buy',
        transaction_type: 'Open market purchase',
      };
      for (const [module, records] of Object.entries({
        insider: [insider('big', { ...buy, ticker: 'AAPL', value: 88_000_000 })],
        whales: [whale('big', { title: 'ETH-PERP', value: 77_000_000 })],
        prediction: [
          market('quiet', { one_day_change: 0.05 }),
          market('fell', { one_day_change: -0.3 }),
          market('thin', { one_day_change: 0.9, volume_24h: 9_999 }),
          // More than ten thousand contracts, for which less was paid.
          market('cheap', { one_day_change: 0.7, volume_24h: 40_000, volume_unit: 'contracts' }),
          market('playful', { one_day_change: 0.8, volume_unit: 'play_money' }),
        ],
        congress: [trade('big', { ticker: 'MSFT', amount_low: 5_000_001, amount_high: 25_000_000 })],
      }))
        expect((await app.ingest(module, records)).status, module).toBe(200);
      browser = await launchBrowser();
    }, 600_000);
    afterAll(async () => {
      await browser?.close();
      await app?.stop();
    }, 600_000);

    const open = async (path: string, key: string | null) => {
      scripts.length = 0;
      page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
      if (key !== null)
        await page.addInitScript((text) => sessionStorage.setItem('alpha-data-key', text), key);
      page.on('response', (response) => {
        const { pathname } = new URL(response.url());
        if (pathname.endsWith('.js')) scripts.push(pathname);
      });
      await page.goto(app.url + path);
    };
    const item = (title: string) => page.locator('.today-row li').filter({ hasText: title });

    const card = (title: string) => page.locator('.card').filter({ hasText: title });

    test('on every screen, nothing in it is cut', async () => {
      await open('/', app.key);
      for (const [width, height] of [
        [1440, 900],
        [1280, 800],
        [1024, 768],
        [390, 844],
      ] as const) {
        await page.setViewportSize({ width, height });
        await item('Top odds move').getByText('50% →').waitFor();
        const cut = await page
          .locator('.today-row *, .card header *')
          .evaluateAll((all) =>
            all
              .filter((one) => one.clientWidth > 0 && one.scrollWidth > one.clientWidth + 1)
              .map((one) => one.textContent),
          );
        expect(cut, `at ${width}`).toEqual([]);
        const beyond = () => document.documentElement.scrollWidth - document.documentElement.clientWidth;
        expect(await page.evaluate(beyond), `at ${width}`).toBe(0);
      }
      await page.close();
    });

    test('tells the largest of each, and leads to where it comes from', async () => {
      await open('/', app.key);
      await item('Top insider buy').getByText('$88.0M').waitFor();
      await item('Top whale move, 24 h').getByText('$77.0M').waitFor();
      await item('Top Congress').getByText('$5M–25M').waitFor();
      await item('Top odds move').getByText('20%').waitFor();
      await item('Top odds move').getByText('50% →').waitFor();
      // Whose row it is, and the asset.
      const leads = (title: string) => item(title).locator('a.whole').getAttribute('href');
      const asset = (title: string) => item(title).locator('a.ticker').getAttribute('href');
      expect(await leads('Top insider buy')).toMatch(/^\/insider\/.+/);
      expect(await asset('Top insider buy')).toBe('/asset/AAPL?kind=stock');
      expect(await leads('Top whale move')).toMatch(/^\/whale\/hyperliquid%3A0x5e9e/);
      expect(await asset('Top whale move')).toBe('/asset/ETH?kind=crypto');
      expect(await leads('Top odds move')).toBe('/market/fell');
      expect(await leads('Newest insider cluster')).toMatch(/^\/cluster\/[A-Z]+$/);
      expect(await asset('Newest insider cluster')).toMatch(/^\/asset\/[A-Z]+\?kind=stock$/);
      expect(await leads('Top Congress')).toBe('/politician/Member%20big');
      expect(await asset('Top Congress')).toBe('/asset/MSFT?kind=stock');
      await item('Risk').getByText('Neutral').first().waitFor(); // 50
      const score = page.locator('.today-row .scores').getByRole('link', { name: 'Risk' });
      expect(await score.getAttribute('href')).toBe('/scorecard/MRS');
      expect(await page.locator('.today-row .spark path').count()).toBe(3);
      await card('Market risk').getByText('Neutral').waitFor();
      expect(await cutFigures(page)).toEqual([]);
      await page.close();
    });

    test('says what it is the largest of, and when it was filed', async () => {
      await open('/', app.key);
      const odds = item('Top odds move').getByText('of markets over $10K a day');
      expect(await odds.getAttribute('title')).toMatch(/^As of \d{4}-\d\d-\d\d/);
      // The trade is older, and so are its rows on the page of the insider or the politician.
      for (const title of ['Top insider buy, 7 d', 'Newest insider cluster', 'Top Congress trade, 30 d'])
        expect(await item(title).locator('.item-note').textContent()).toMatch(/^filed \d{4}-\d\d-\d\d$/);
      const tip = page.getByRole('tooltip');
      await item('Top odds move').locator('a.whole').focus();
      await tip.getByText(TERMS['Top odds move']).waitFor();
      await item('Top Congress').locator('a.whole').focus();
      await tip.getByText('filed within 30 days').waitFor();
      await item('Top insider buy').locator('a.whole').focus();
      await tip.getByText('88,000,000 USD. ').waitFor();
      expect(await seriousFaults(page)).toEqual([]);
      await page.close();
    });

    test('all of a tile can be clicked, and its ticker leads to the asset', async () => {
      await open('/', app.key);
      await item('Top insider buy').locator('.item-title').click({ force: true });
      await page.waitForURL('**/insider/**');
      await page.goBack();
      await item('Top insider buy').getByRole('link', { name: 'AAPL' }).click();
      await page.waitForURL('**/asset/AAPL?kind=stock');
      await page.close();
    });

    test('without a key the rows that are there tell it', async () => {
      await open('/', null);
      await item('Top whale move, 24 h').waitFor();
      await item('Newest Congress buy').getByText('· amount with a key').waitFor();
      // Of a feed without the past there is no line to draw, nor room for one.
      await page.locator('.today-row .scores').getByText('Neutral').first().waitFor();
      expect(await page.locator('.today-row .spark').count()).toBe(0);
      const whole = item('Top whale move, 24 h').locator('a.whole');
      expect(await whole.getAttribute('href')).toMatch(/^\/whale\/hyperliquid%3A0x/);
      await card('Market risk').getByText('Neutral').waitFor();
      await page.close();
    });

    test('without a key, what the open feed did not tell is not guessed from the newest rows', async () => {
      page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
      await page.route('**/api/whales/activity/public?*sort_by=value*', (route) =>
        route.fulfill({ status: 500, json: { code: 'INTERNAL', detail: 'no' } }),
      );
      await page.goto(app.url);
      await item('Top insider buy, 7 d').waitFor();
      await page.getByRole('region', { name: 'Whales' }).locator('tbody tr').first().waitFor();
      expect(await item('Top whale move').count()).toBe(0);
      await page.close();
    }, 600_000);

    test('candles come with pages of assets alone, and no page loads much', async () => {
      await open('/', app.key);
      await item('Top insider buy').waitFor();
      await page.waitForLoadState('networkidle');
      expect(scripts.filter((name) => name.includes('lightweight'))).toEqual([]);
      const sizes = await Promise.all(
        ['/', ...new Set(scripts)].map((path) => compressedBytes(app.url + path)),
      );
      const bytes = sizes.reduce((sum, size) => sum + size, 0);
      expect(bytes).toBeGreaterThan(10_000);
      expect(bytes).toBeLessThan(MOST_BYTES);
      await page.close();
    });
  },
);

/** Bytes of an answer's body as a browser receives it. A browser counts 0 for what it has in its memory. */
async function compressedBytes(url: string): Promise<number> {
  const [response] = (await once(get(url, { headers: { 'accept-encoding': 'br, gzip' } }), 'response')) as [
    IncomingMessage,
  ];
  let bytes = 0;
  for await (const chunk of response) bytes += (chunk as Buffer).length;
  return bytes;
}
