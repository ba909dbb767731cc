import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { strategies } from '../../src/feeds/mte/feed.ts';
import { buildSiteIfStale, SITE_DIR } from '../../src/pages/build.ts';
import { readSite } from '../../src/pages/site.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { CHROMIUM, launchBrowser } from '../support/browser.ts';
import { cutFigures, seriousFaults } from '../support/page-probes.ts';
import { sampleRecords } from '../support/records.ts';
import { seedPages, signal, trade, whale } from './seed.ts';

const ADDRESS = '0x5e9ee1089755c3435139848e47e6635505d5a13a';
const DESKTOP = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };

describe.skipIf(CHROMIUM === null)(
  'pages of entities without a key (skipped without Chromium: apt-get install chromium)',
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
    }, 600_000);

    beforeEach(async () => {
      page = await browser.newPage({ viewport: DESKTOP });
      page.setDefaultTimeout(300_000);
      complaints.length = 0;
      page.on('console', (message) => {
        if (message.type() === 'error') complaints.push(message.text());
      });
    });
    afterEach(async () => {
      expect(complaints).toEqual([]);
      expect(await seriousFaults(page)).toEqual([]);
      for (const size of [DESKTOP, PHONE]) {
        await page.setViewportSize(size);
        expect(await cutFigures(page)).toEqual([]);
        // Nor is the state of the panel.
        expect(
          await page.locator('.badge').evaluateAll((all) =>
            all.flatMap((one) => {
              const panel = one.closest('.panel');
              const isCut = panel && one.getBoundingClientRect().right > panel.getBoundingClientRect().right;
              return isCut ? [one.textContent] : [];
            }),
          ),
        ).toEqual([]);
      }
      await page.close();
    });

    const title = () => page.locator('h1');
    const figures = () => page.locator('.headline .numbers');
    const rows = () => page.locator('[data-panel="rows"] tbody tr');
    const offer = (text: string) => page.locator('[data-panel="rows"]').getByText(text);

    test('a question leads to its market: question, platform, odds and volume, a drawing in place of the past', async () => {
      await page.goto(`${app.url}/feed/markets`);
      await page.getByRole('link', { name: 'Will event 3 happen?' }).click();
      await page.waitForURL(/\/market\/m3$/);
      await title().getByText('Will event 3 happen?').waitFor();
      expect(await title().textContent()).toContain('Polymarket');
      expect(await page.title()).toBe('Will event 3 happen? · Alpha Data');
      expect(await figures().locator('dt').allTextContents()).toEqual(['Odds', '24 h volume', 'Ends']);
      expect(await figures().locator('dd').first().textContent()).toBe('30%');
      await page.getByRole('heading', { name: 'Odds', exact: true }).waitFor();
      await offer('A key shows the odds by day').waitFor();
      expect(await page.locator('[data-panel="rows"] .blurred').count()).toBe(1);
      expect(await page.getByRole('link', { name: 'Get a key' }).getAttribute('href')).toBe(
        '/account#create',
      );
    }, 600_000);

    test('a whale has its own moves of the open feed, and its short address for a name', async () => {
      const others = [whale('other', { address: '0xother' }), whale('elsewhere', { source: 'polymarket' })];
      expect((await app.ingest('whales', [whale('own', { whale_name: null }), ...others])).status).toBe(200);
      await page.goto(`${app.url}/whale/hyperliquid:${ADDRESS}`);
      await rows().first().waitFor();
      const { activity } = (await (
        await app.get(`/api/whales/activity/public?address=${ADDRESS}&source=hyperliquid&limit=100`)
      ).json()) as { activity: readonly object[] };
      expect(activity.length).toBeGreaterThan(5);
      expect(await rows().count()).toBe(activity.length);
      expect(await title().textContent()).toMatch(/^0x5e9e…a13a Hyperliquid · 0x5e9ee1/);
      await page.getByText('Open feed', { exact: true }).waitFor();
      await offer('A key shows the open positions').waitFor();
    }, 600_000);

    test('a politician has a name, an office and trades, without a dash for amounts that the open feed lacks', async () => {
      const own = { politician_name: 'Jane Doe', politician_id: 'D000001', party: 'D', chamber: 'senate' };
      const told = await app.ingest('congress', [
        trade('own1', { ...own, owner: 'Spouse' }),
        trade('own2', own),
      ]);
      expect(told.status, await told.text()).toBe(200);
      await page.setViewportSize(PHONE);
      await page.goto(`${app.url}/politician/D000001`);
      await rows().nth(1).waitFor();
      expect(await rows().count()).toBe(2);
      expect(await title().textContent()).toMatch(/^Jane Doe Democrat · Senate/);
      const said = (await rows().locator('.under').allTextContents()).toSorted();
      expect(said.slice(0, 2)).toEqual(['Self', 'Spouse']);
      for (const one of said.slice(2)) expect(one).toMatch(/^Traded \d{4}-/);
      await offer('A key shows the amounts').waitFor();
    }, 600_000);

    test('a strategy has its figures and its signals, a cluster the purchases of its insiders, a scorecard its name', async () => {
      const [listing] = sampleRecords(strategies, 1);
      await app.services.ingest.write(strategies, [
        { ...listing, slug: 'listed', name: 'ListedStrategy_BTC' },
      ]);
      const told = await app.ingest('trade-feed', [
        signal('own', { source: 'mte', source_detail: 'listed', symbol: 'OWN/USDT' }),
        signal('other', { source: 'mte', source_detail: 'another', symbol: 'OTHER/USDT' }),
      ]);
      expect(told.status, await told.text()).toBe(200);
      await page.goto(`${app.url}/strategy/listed`);
      await title().getByText('ListedStrategy_BTC').waitFor();
      await rows().first().waitFor();
      expect(await rows().count()).toBe(1);
      expect(await figures().locator('dt').allTextContents()).toContain('Sharpe');

      await page.goto(`${app.url}/cluster/NVDA`);
      await rows().first().waitFor();
      expect(new Set(await rows().locator('td:nth-child(2)').allTextContents())).toEqual(new Set(['▲Buy']));
      expect(await title().textContent()).toContain('NVDA');

      await page.goto(`${app.url}/scorecard/mrs`);
      await figures().getByText('Score').waitFor();
      expect(await title().textContent()).toBe('Market risk MRS');
      expect(await page.title()).toBe('Market risk · Alpha Data');
      await offer('A key shows the score by day').waitFor();
    }, 600_000);

    test('what no open feed knows is of its kind, with what the address has', async () => {
      await page.goto(`${app.url}/market/nosuch`);
      await title().getByText('nosuch').waitFor();
      expect(await title().textContent()).toBe('Market nosuch');
      await offer('The open feeds know no such prediction market.').waitFor();
      expect(await page.locator('.blurred').filter({ visible: true }).count()).toBe(0);
      const inPanel = await page.locator('[data-panel="rows"]').evaluate((panel) => {
        const end =
          panel.querySelector('.actions')?.getBoundingClientRect().bottom ?? Number.POSITIVE_INFINITY;
        return end <= panel.getBoundingClientRect().bottom;
      });
      expect(inPanel).toBe(true);
      await page.goto(`${app.url}/insider/cik-0000000007`);
      await title().getByText('cik-0000000007').waitFor();
      await offer('This page needs a key.').waitFor();
      await page.goto(`${app.url}/politician/Z999999`);
      await offer('The open feeds know no such politician.').waitFor();
      expect(await page.title()).toBe('Z999999 · Alpha Data');
    }, 600_000);

    test('an open feed that cannot be read is no empty one', async () => {
      await page.route('**/api/congress/trades?*', (route) => route.fulfill({ status: 500, json: {} }));
      await page.goto(`${app.url}/politician/D000001`);
      await offer('This feed cannot be read right now. The page tries again.').waitFor();
      await page.unroute('**/api/congress/trades?*');
      complaints.length = 0; // of the refusal
    }, 600_000);
  },
);
