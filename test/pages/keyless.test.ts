import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { strategies } from '../../src/feeds/mte/feed.ts';
import { buildSiteIfStale, SITE_DIR } from '../../src/pages/build.ts';
import { readSite } from '../../src/pages/site.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { CHROMIUM, launchBrowser } from '../support/browser.ts';
import { cutFigures, seriousFaults } from '../support/page-probes.ts';
import { sampleRecords } from '../support/records.ts';
import { ago, insider, seedPages, whale } from './seed.ts';

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
      page.setDefaultTimeout(300_000);
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
      // Each drawing is another one, as wide as the words above it.
      const drawn = await cards
        .locator('.blurred path')
        .evaluateAll((all) => all.map((one) => one.getAttribute('d')));
      expect(new Set(drawn).size).toBe(3);
      const edges = await cards.evaluateAll((all) =>
        all.map((card) => {
          const endOf = (what: string) => card.querySelector(what)?.getBoundingClientRect().right ?? 0;
          return endOf('.value') - endOf('.blurred');
        }),
      );
      for (const edge of edges) expect(Math.abs(edge)).toBeLessThanOrEqual(2);
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
    }, 600_000);

    test('the row at the top has the largest of the same days as with a key', async () => {
      // Neither is among the rows of the panels: as many newer ones as these show came after.
      const hour = 3_600_000;
      const large = whale('large', { title: 'SOL-PERP', value: 9_876_543, created_at: ago(22 * hour) });
      const older = whale('older', { title: 'ADA-PERP', value: 99_876_543, created_at: ago(26 * hour) });
      const newer = Array.from({ length: 20 }, (_, at) =>
        whale(`newer-${at}`, { value: 1_000 + at, created_at: ago(at * 60_000) }),
      );
      expect((await app.ingest('whales', [large, older, ...newer])).status).toBe(200);
      await page.goto(app.url);
      const tile = (title: string) =>
        page.locator('.today-row li').filter({ has: page.locator('.item-title').getByText(title) });
      await tile('Top whale move, 24 h').getByText('$9.9M').waitFor();
      expect(await tile('Top whale move, 24 h').locator('b').textContent()).toBe('SOL-PERP');
      const week = new Date(Date.now() - 7 * 24 * hour).toISOString();
      const buys = `/api/insider-alpha/filings?transaction_direction=buy&filing_date_gt=${week}&sort_by=value&order=desc`;
      const { filings } = (await (await app.get(buys)).json()) as { filings: readonly { value: number }[] };
      const figure = tile('Top insider buy, 7 d').locator('.figure');
      expect(await figure.getAttribute('title')).toBe(`${filings[0]?.value.toLocaleString('en')} USD`);
      // What came while the page is open is seen without a reload.
      const now = whale('now', { title: 'XRP-PERP', value: 19_876_543, created_at: ago(0) });
      expect((await app.ingest('whales', [now])).status).toBe(200);
      await tile('Top whale move, 24 h').getByText('$19.9M').waitFor();
    }, 600_000);

    test('a search that cannot read an open feed says so, and not that there is nothing', async () => {
      const politicians = '**/api/congress/trades?*politician_name_contains*';
      const refuse = (status: number, code: string) =>
        page.route(politicians, (route) =>
          route.fulfill({ status, contentType: 'application/problem+json', json: { code, detail: 'no' } }),
        );
      const said = page.locator('.palette [role=status]');
      const search = (query: string) => page.getByRole('combobox', { name: 'Search names' }).fill(query);
      await page.goto(app.url);
      await page.keyboard.press('Control+k');
      await refuse(429, 'RATE_LIMITED');
      await search('nobody at all');
      await said.getByText('Your address has read the open feeds as often as a minute allows.').waitFor();
      await refuse(500, 'INTERNAL');
      await search('nobody else');
      await said.getByText('The open feeds cannot be read right now.').waitFor();
      await search('Coin 3');
      await said.getByText('1 found in the open data. Some of it cannot be read right now.').waitFor();
      // What was not whole is not kept.
      await page.unroute(politicians);
      await search('nobody else');
      await said.getByText('The open data has no “nobody else”.').waitFor();
      await search('Coin 3');
      await said.getByText('1 found in the open data. With a key').waitFor();
      complaints.length = 0; // of the refusals
    }, 600_000);

    test('the search finds assets, people and markets by name, and people lead to their rows', async () => {
      const [listing = {}] = sampleRecords(strategies, 1);
      const named = {
        ...listing,
        name: 'PatientMeanReversion_BTC_1h',
        slug: 'patient-mean-reversion-btc-1h',
      };
      await app.services.ingest.write(strategies, [named]);
      await page.goto(app.url);
      await page.getByRole('button', { name: 'Search' }).click();
      const first = page.getByRole('option').first();
      for (const [query, href] of [
        ['coin 3', '/asset/COIN3?kind=crypto'],
        ['coin3', '/asset/COIN3?kind=crypto'],
        ['NVDA In', '/asset/NVDA?kind=stock'],
        ['member c2', '/asset/MSFT?kind=stock'],
        ['insider 12', '/asset/NVDA?kind=stock'],
        ['whale 10', '/whale/hyperliquid%3A0x5e9ee1089755c3435139848e47e6635505d5a13a'],
        ['mean reversion', '/strategy/patient-mean-reversion-btc-1h'],
        ['btc reversion', '/strategy/patient-mean-reversion-btc-1h'],
        ['event 7', '/market/m7'],
      ] as const) {
        await page.getByRole('combobox', { name: 'Search names' }).fill(query);
        await expect.poll(() => first.getAttribute('href').catch(() => null)).toBe(href);
      }
      await page.getByText(/^\d+ found in the open data\. With a key the search finds more\.$/).waitFor();
    }, 600_000);

    test('the page of a scorecard has its newest value; other pages say how to see them', async () => {
      await page.goto(`${app.url}/scorecard/MRS`);
      await page
        .locator('.headline .numbers')
        .getByText(String((await newestOf('mrs')).value))
        .waitFor();
      await page.getByText('A key shows the score by day').waitFor();
      await page.goto(`${app.url}/whale/hyperliquid:0x1`);
      await page.getByText('The open feeds know no such whale. A key goes back further.').waitFor();
      expect(await page.getByRole('link', { name: 'Get a key' }).getAttribute('href')).toBe(
        '/account#create',
      );
    }, 600_000);

    test('the page of an asset has what happened, and a drawing in place of its prices', async () => {
      await page.goto(`${app.url}/asset/NVDA`);
      await page.getByText('the price in candles').waitFor();
      await page.goto(`${app.url}/asset/MSFT?kind=stock`);
      await page.locator('.headline').getByText('$101.00').waitFor(); // of a signal
      const scanned = page.locator('.headline .last dd[title]');
      await page.goto(`${app.url}/asset/BTC`);
      expect(await scanned.getAttribute('title')).toMatch(/^From the newest scan of coins\. /);
      const filed = await app.ingest('insider', [insider('unpriced', { ticker: 'NKE' })]);
      expect(filed.status).toBe(200);
      await page.goto(`${app.url}/asset/NKE`);
      await page.locator('.headline').getByText('The price of NKE needs a key.').waitFor();
      await page.goto(`${app.url}/asset/NVDA`);
      await page.setViewportSize({ width: 1440, height: 900 });
      const price = await page.locator('.panel.price').boundingBox();
      expect(price?.height).toBeLessThanOrEqual(300);
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
    }, 600_000);
  },
);
