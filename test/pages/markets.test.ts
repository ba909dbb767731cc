import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { buildSiteIfStale, SITE_DIR } from '../../src/pages/build.ts';
import { readSite } from '../../src/pages/site.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { CHROMIUM, launchBrowser } from '../support/browser.ts';
import { cutFigures } from '../support/page-probes.ts';

const market = (id: string, platform: string, volume_24h: number, volume_unit: string, more = {}) => ({
  market_id: id,
  platform,
  event_title: 'An event',
  question: `Will BTC be above ${id}?`,
  yes_price: 0.28,
  outcome_prices: [0.28, 0.72],
  volume: 900_000,
  volume_24h,
  volume_unit,
  category_norm: 'crypto',
  active: true,
  end_date: new Date(Date.now() + 9e9).toISOString(),
  ...more,
});

const CONTRACTS = market('contracts', 'kalshi', 269_800, 'contracts', {
  one_day_change: 0.031,
  liquidity: 68_148.06,
});
const MARKETS = [
  market('played', 'manifold', 4_600, 'play_money'),
  CONTRACTS,
  market('dollars', 'polymarket', 192_600, 'USD'),
  market('few', 'polymarket', 3_600, 'USD'),
];
const IN_ORDER = ['dollars', 'contracts', 'few', 'played'];

describe.skipIf(CHROMIUM === null)(
  'prediction markets in the order of their dollars (skipped without Chromium: apt-get install chromium)',
  () => {
    let app: TestApp;
    let browser: Browser;
    let page: Page;

    beforeAll(async () => {
      await buildSiteIfStale();
      app = await startApp({}, { site: readSite(SITE_DIR) });
      expect((await app.ingest('prediction', MARKETS)).status).toBe(200);
      browser = await launchBrowser();
    }, 600_000);
    afterAll(async () => {
      await browser?.close();
      await app?.stop();
    }, 600_000);
    afterEach(() => page?.close());

    const open = async (path: string, key: string | null, width = 1440) => {
      page = await browser.newPage({ viewport: { width, height: 900 } });
      if (key !== null)
        await page.addInitScript((text) => sessionStorage.setItem('alpha-data-key', text), key);
      await page.goto(app.url + path);
      await rows().first().waitFor();
    };
    const rows = () => page.locator('tbody tr').filter({ hasText: 'Will BTC be above' });
    const idsIn = async () =>
      (await rows().allTextContents()).map((text) => /above (\w+)\?/.exec(text)?.[1] ?? text);
    const row = (id: string) => rows().filter({ hasText: `above ${id}?` });

    describe.each([
      ['with', true],
      ['without', false],
    ])('%s a key', (_, hasKey) => {
      test.each(['/', '/feed/markets', '/asset/BTC?kind=crypto'])(
        'on %s',
        async (path) => {
          await open(path, hasKey ? app.key : null);
          await expect.poll(idsIn).toEqual(IN_ORDER);
          expect(await row('dollars').locator('[title="192,600 USD"]').last().textContent()).toBe('$192.6K');
          const about = row('contracts').locator('[title="269,800 contracts at 28%"]').last();
          expect(await about.textContent()).toBe('≈ $75.5K');
          await row('played').getByText('4.6K play money').filter({ visible: true }).waitFor();
          expect(await cutFigures(page)).toEqual([]);
        },
        600_000,
      );

      test('on a phone', async () => {
        await open('/feed/markets', hasKey ? app.key : null, 390);
        await expect.poll(idsIn).toEqual(IN_ORDER);
        await row('contracts').getByText('≈ $75.5K').filter({ visible: true }).waitFor();
        await row('played').getByText('4.6K play money').filter({ visible: true }).waitFor();
        expect(await cutFigures(page)).toEqual([]);
      }, 600_000);
    });

    test('the feed is live in this order: a market with more dollars goes up', async () => {
      await open('/feed/markets', app.key);
      await page.locator('.source-live').first().waitFor();
      const more = { ...CONTRACTS, volume_24h: 900_000 };
      expect((await app.ingest('prediction', [more])).status).toBe(200);
      await expect.poll(idsIn).toEqual(['contracts', 'dollars', 'few', 'played']);
      await row('contracts').getByText('≈ $252.0K').filter({ visible: true }).waitFor();
      expect((await app.ingest('prediction', [CONTRACTS])).status).toBe(200);
      await expect.poll(idsIn).toEqual(IN_ORDER);
    }, 600_000);

    test('a settled market says what came true, behind its tab, and is not among those that one can still bet on', async () => {
      const settled = market('settled', 'kalshi', 10, 'contracts', {
        yes_price: 1,
        outcome_prices: [1, 0],
        one_day_change: 0.4,
        active: false,
        is_resolved: true,
        result: 'Yes',
      });
      expect((await app.ingest('prediction', [settled])).status).toBe(200);
      const unsettled = market('unsettled', 'kalshi', 10, 'contracts', {
        one_day_change: 0.4,
        active: false,
      });
      expect((await app.ingest('prediction', [unsettled])).status).toBe(200);
      const ended = market('ended', 'kalshi', 10, 'contracts', {
        end_date: new Date(Date.now() - 9e7).toISOString(),
      });
      expect((await app.ingest('prediction', [ended])).status).toBe(200);
      const unsaid = {
        ...settled,
        market_id: 'unsaid',
        question: 'Will BTC be above unsaid?',
        yes_price: 0.99,
        result: null,
      };
      expect((await app.ingest('prediction', [unsaid])).status).toBe(200);
      await open('/feed/markets?active=false', app.key);
      await row('settled').getByText('Resolved: Yes').waitFor();
      await row('unsaid').getByText('Resolved, last 99%').waitFor();
      for (const over of ['settled', 'unsettled']) expect(await row(over).textContent()).not.toContain('pt');
      const heads = await page.locator('thead th').allTextContents();
      expect(heads.map((head) => head.trim()).slice(-1)).toEqual(['Ended']);
      expect(heads.join()).not.toContain('24 h change');
      expect(await cutFigures(page)).toEqual([]);
      await page.setViewportSize({ width: 390, height: 844 });
      await row('settled').locator('.under', { hasText: 'Yes' }).waitFor();
      expect(await cutFigures(page)).toEqual([]);
      await page.close();
      await open('/market/contracts', app.key);
      expect((await idsIn()).toSorted()).toEqual(['dollars', 'few', 'played']);
      await page.close();
    }, 600_000);

    test('the page of a market has its dollars, and the change of its odds', async () => {
      page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
      await page.addInitScript((text) => sessionStorage.setItem('alpha-data-key', text), app.key);
      await page.goto(`${app.url}/market/contracts`);
      const figures = page.locator('.headline .numbers');
      const figure = (title: string) =>
        figures
          .locator('div')
          .filter({ has: page.locator('dt', { hasText: title }) })
          .locator('dd');
      await expect.poll(() => figure('Change, 24 h').textContent()).toBe('▲+3.1 pt');
      expect(await figure('24 h volume').textContent()).toBe('≈ $75.5K');
      expect(await figure('Liquidity').textContent()).toBe('$68.1K');
      const odds = page.locator('.outcomes dd');
      const outcomes = [
        { name: 'Yes', price: 0.175 },
        { name: 'No', price: 0.825 },
      ];
      const fine = market('fine', 'kalshi', 10, 'contracts', { yes_price: 0.175, outcomes });
      expect((await app.ingest('prediction', [fine])).status).toBe(200);
      await page.goto(`${app.url}/market/fine`);
      await expect.poll(() => odds.allTextContents()).toEqual(['17.5%', '82.5%']);
      expect(await figure('Yes').textContent()).toBe('17.5%');
      expect(await cutFigures(page)).toEqual([]);
      await page.goto(`${app.url}/market/played`);
      await expect.poll(() => figure('24 h volume').textContent()).toBe('4.6K play money');
      expect(await figures.textContent()).not.toContain('Odds, ');
    }, 600_000);
  },
);
