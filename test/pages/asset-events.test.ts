import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildSiteIfStale, SITE_DIR } from '../../src/pages/build.ts';
import { readSite } from '../../src/pages/site.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { CHROMIUM, launchBrowser } from '../support/browser.ts';
import { cutFigures, seriousFaults } from '../support/page-probes.ts';
import { DAY_MS, insider, signal, trade, whale } from './seed.ts';

const ADDRESS = '0x5e9ee1089755c3435139848e47e6635505d5a13a';
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
const isoDay = (daysAgo: number): string =>
  new Date(Date.now() - daysAgo * DAY_MS).toISOString().slice(0, 10);

const buy = (id: string, name: string) =>
  insider(id, {
    insider_name: name,
    transaction_code: 'P',
    transaction_direction: 'buy',
    transaction_type: 'Open market purchase',
    document_url: 'https://demo.invalid/form4.xml',
  });

const RECORDS: Readonly<Record<string, readonly object[]>> = {
  insider: [buy('one', 'First Buyer'), buy('two', 'Second Buyer')],
  congress: [
    trade('member', {
      politician_name: 'Some Member',
      document_url: 'https://disclosures.example.org/1.pdf',
      transaction_date: `${isoDay(3)}T00:00:00`,
    }),
  ],
  'trade-feed': [
    signal('open', { timestamp: hoursAgo(2) }),
    signal('bought', { source: 'insider', timeframe: '1d', timestamp: hoursAgo(4) }),
    signal('long ago', { source: 'insider', timeframe: '4h', timestamp: hoursAgo(40 * 24) }),
    signal('closed', {
      symbol: 'BTC/USDT',
      asset_type: 'crypto',
      status: 'CLOSED',
      entry_price: 100,
      current_price: 95,
      pnl_pct: -5,
      timestamp: hoursAgo(3),
    }),
  ],
  whales: [whale('moved', { title: 'BTC-PERP', address: ADDRESS })],
};

describe.skipIf(CHROMIUM === null)(
  'the chart of an asset, and what happened to it, which leads on (skipped without Chromium: apt-get install chromium)',
  () => {
    let app: TestApp;
    let browser: Browser;
    let page: Page;

    beforeAll(async () => {
      await buildSiteIfStale();
      app = await startApp({}, { site: readSite(SITE_DIR) });
      for (const [module, records] of Object.entries(RECORDS)) {
        const answer = await app.ingest(module, records);
        expect(answer.status, `${module}: ${await answer.text()}`).toBe(200);
      }
      await app.services.inputs.put([
        ...[4, 3, 2].map((daysAgo, n) => ({
          kind: 'stock_bar',
          series: 'NVDA|tiingo|raw+events',
          key: isoDay(daysAgo),
          data: { o: 100 + n, h: 106 + n, l: 99 + n, c: 105 + n, v: 1000 },
        })),
        ...[4, 3, 2, 1].map((ago) => ({
          kind: 'bar',
          series: 'BINANCE:BTCUSDT|1h',
          key: new Date((Math.floor(Date.now() / 3_600_000) - ago) * 3_600_000).toISOString(),
          data: { o: 25, h: 26, l: 24, c: 25, v: 1000 },
        })),
      ]);
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

    /** Opens what the list tells, and says what it leads to. */
    const opened = async (text: string) => {
      const event = page.locator('.happened details').filter({ hasText: text });
      await event.locator('summary').click();
      await event.locator('p').first().waitFor();
      const links = await event
        .locator('a')
        .evaluateAll((all) => all.map((one) => [one.textContent, one.getAttribute('href')]));
      return { said: await event.locator('p').first().textContent(), links: Object.fromEntries(links) };
    };

    test('an insider to the insider and the cluster, a member of Congress to the member and the report', async () => {
      await page.goto(`${app.url}/asset/NVDA`);
      const ofInsider = await opened('First Buyer');
      expect(ofInsider.links, 'the form leads nowhere').toEqual({
        'First Buyer': '/insider/first-buyer',
        '2 insiders bought': '/cluster/NVDA',
      });
      expect((await opened('Some Member')).links).toEqual({
        'Some Member': '/politician/Some%20Member',
        'The report': 'https://disclosures.example.org/1.pdf',
      });
      expect(await page.locator('.told .legend').getAttribute('title')).toContain('filing');
      expect(await seriousFaults(page)).toEqual([]);
      expect(await cutFigures(page)).toEqual([]);
    }, 600_000);

    test('a signal to its strategy, with entry and result', async () => {
      await page.goto(`${app.url}/asset/NVDA`);
      const { said, links } = await opened('Strategy 1h');
      expect(said).toContain('Entry $100.00, now $101.00.');
      expect(links).toEqual({ Breakout: '/strategy/breakout' });
      expect((await opened('Insider 1d')).links).toEqual({ '2 insiders bought': '/cluster/NVDA' });
      expect((await opened('Insider 4h')).links, 'older than the cluster').toEqual({});
      await page.goto(`${app.url}/asset/BTC?kind=crypto`);
      expect((await opened('Strategy 1h')).said).toMatch(/−5\.00%.*Entry \$100\.00, exit \$95\.00\./);
    }, 600_000);

    test('a whale to the whale, by its whole address, on a phone too', async () => {
      await page.setViewportSize({ width: 390, height: 844 });
      await page.goto(`${app.url}/asset/BTC?kind=crypto`);
      const { links } = await opened('Increase long');
      expect(links).toEqual({ [ADDRESS]: `/whale/hyperliquid%3A${ADDRESS}` });
      // No trade here becomes known by a report.
      expect(await page.locator('.told .legend').getAttribute('title')).toBeNull();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
      expect(await seriousFaults(page)).toEqual([]);
      expect(await cutFigures(page)).toEqual([]);
    }, 600_000);

    test('while the library of the chart loads its place says so, and where it cannot be loaded too', async () => {
      const library = /lightweight-charts/;
      const held = Promise.withResolvers<void>();
      await page.route(library, async (route) => {
        await held.promise;
        await route.continue();
      });
      await page.goto(`${app.url}/asset/NVDA`);
      const chart = page.locator('.candles');
      await chart.getByRole('status', { name: 'Loading' }).waitFor();
      held.resolve();
      await chart.getByRole('status', { name: 'Loading' }).waitFor({ state: 'detached' });
      await chart.locator('canvas').first().waitFor();
      await page.unroute(library);
      await page.route(library, (route) => route.abort());
      await page.goto(`${app.url}/asset/NVDA`);
      await chart.getByText('The chart could not be loaded.').waitFor();
    }, 600_000);
  },
);
