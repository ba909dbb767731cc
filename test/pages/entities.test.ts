import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { strategies } from '../../src/feeds/mte/feed.ts';
import { buildSiteIfStale, SITE_DIR } from '../../src/pages/build.ts';
import { readSite } from '../../src/pages/site.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { CHROMIUM, launchBrowser } from '../support/browser.ts';
import { cutFigures, seriousFaults } from '../support/page-probes.ts';
import { sampleRecords } from '../support/records.ts';
import { seedPages, signal } from './seed.ts';

const PHONE = { width: 390, height: 844 };

describe.skipIf(CHROMIUM === null)(
  'the page of a politician, a whale, a strategy, a market (skipped without Chromium: apt-get install chromium)',
  () => {
    let app: TestApp;
    let browser: Browser;
    let context: BrowserContext;
    let page: Page;
    const complaints: string[] = [];

    beforeAll(async () => {
      await buildSiteIfStale();
      app = await startApp({}, { site: readSite(SITE_DIR) });
      await seedPages(app);
      await app.services.ingest.write(strategies, sampleRecords(strategies, 2));
      browser = await launchBrowser();
    }, 600_000);
    afterAll(async () => {
      await browser?.close();
      await app?.stop();
    }, 240_000);

    beforeEach(async () => {
      complaints.length = 0;
      context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
      page = await context.newPage();
      page.on('console', (message) => {
        if (message.type() === 'error') complaints.push(message.text());
      });
      page.on('pageerror', (error) => complaints.push(error.message));
    });
    afterEach(async () => {
      await context.close();
      expect(complaints).toEqual([]);
    });

    const enterKey = () =>
      page.addInitScript((text) => sessionStorage.setItem('alpha-data-key', text), app.key);
    const heading = () => page.getByRole('heading', { level: 1 });

    test.each([
      ['congress', '/politician/', ['Trades', 'Purchases', 'Disclosed'], 'Trades'],
      ['whales', '/whale/', ['Events', 'Last seen'], 'Activity'],
      ['strategies', '/strategy/', ['Grade', 'Drawdown', 'Sharpe'], 'Signals'],
      ['markets', '/market/', ['Yes', '24 h volume'], null],
    ] as const)(
      'a row of %s leads to %s…, with its figures and what belongs to it',
      async (feed, path, figures, rows) => {
        await enterKey();
        await page.goto(`${app.url}/feed/${feed}`);
        const link = page.locator('tbody a.name').first();
        const name = (await link.getAttribute('title')) ?? expect.unreachable('a link says where it leads');
        await link.click();
        await page.waitForURL(new RegExp(path));
        for (const figure of figures)
          await page.locator('.numbers dt', { hasText: figure }).first().waitFor();
        const said = `${await heading().textContent()} ${await heading().locator('span').last().getAttribute('title')}`;
        const words = name.split(/[ ,·]/)[0] ?? '';
        expect(said).toContain(words.startsWith('0x') ? words.slice(0, 6) : words);
        const panel = page.locator('[data-panel="rows"]');
        if (rows === null) expect(await panel.isHidden()).toBe(true);
        else await panel.getByRole('heading', { name: rows, exact: true }).waitFor();
        expect(await seriousFaults(page)).toEqual([]);
        expect(await cutFigures(page)).toEqual([]);
        await page.setViewportSize(PHONE);
        expect(await cutFigures(page)).toEqual([]);
      },
      240_000,
    );

    test('the closed signals of a strategy are drawn as results added up', async () => {
      const slug = String(sampleRecords(strategies, 1)[0]?.slug);
      const closed = [5, -2, 4].map((pnl_pct, n) =>
        signal(`closed${n}`, {
          source: 'mte',
          source_detail: slug,
          status: 'CLOSED',
          pnl_pct,
          timestamp: new Date(Date.now() - (9 - n) * 86_400_000).toISOString(),
        }),
      );
      expect((await app.ingest('trade-feed', closed)).status).toBe(200);
      await enterKey();
      await page.goto(`${app.url}/strategy/${slug}`);
      await page.getByText('Results of the newest 3 closed signals in view').waitFor();
      expect(await page.locator('.line-chart .scale span').allTextContents()).toEqual(['7.0', '5.0', '3.0']);
    }, 240_000);

    test('one that there is not is said to be none', async () => {
      await enterKey();
      await page.goto(`${app.url}/politician/X999999`);
      await page.getByText('There is no such politician within the window of this key.').waitFor();
      expect(await page.locator('.panel:visible').count()).toBe(0);
    }, 240_000);

    test('without a key it says how to see it', async () => {
      await page.goto(`${app.url}/whale/hyperliquid:0x1`);
      await page.getByText('Enter a key above to see this').waitFor();
      expect(await seriousFaults(page)).toEqual([]);
    }, 240_000);
  },
);
