import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildSiteIfStale, SITE_DIR } from '../../src/pages/build.ts';
import { readSite } from '../../src/pages/site.ts';
import { PLACES } from '../../src/web/data/feed-query.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { CHROMIUM, launchBrowser } from '../support/browser.ts';
import { insider, seedPages, signal, trade } from './seed.ts';

const LONG_NAME = 'Featherstonehaugh-Cholmondeley Maximiliana';
const LONG_TITLE = 'Executive Vice President, Chief Legal Officer and Corporate Secretary';

describe.skipIf(CHROMIUM === null)(
  'the pages on a phone (skipped without Chromium: apt-get install chromium)',
  () => {
    let app: TestApp;
    let browser: Browser;
    let page: Page;

    beforeAll(async () => {
      await buildSiteIfStale();
      app = await startApp({}, { site: readSite(SITE_DIR) });
      await seedPages(app);
      const filing = insider('long', {
        insider_name: LONG_NAME,
        insider_title: LONG_TITLE,
        filing_date: new Date().toISOString(),
      });
      expect((await app.ingest('insider', [filing])).status).toBe(200);
      const told = trade('told', { amount_low: 1_001, amount_high: 15_000 });
      expect((await app.ingest('congress', [told])).status).toBe(200);
      const closed = signal('closed', {
        source: 'mte',
        symbol: 'BTC/USDT',
        direction: 'SHORT',
        status: 'CLOSED',
        entry_price: 115_686.4,
        current_price: 115_700.2,
        pnl_pct: -10.01,
        timeframe: '15m',
        timestamp: new Date().toISOString(),
      });
      expect((await app.ingest('trade-feed', [closed])).status).toBe(200);
      browser = await launchBrowser();
    }, 600_000);
    afterAll(async () => {
      await browser?.close();
      await app?.stop();
    }, 600_000);
    beforeEach(async () => {
      page = await browser.newPage({ viewport: { width: 390, height: 844 } });
      await page.addInitScript((text) => sessionStorage.setItem('alpha-data-key', text), app.key);
    });
    afterEach(() => page.close());

    test('the header is one row that stays, and its menu leads to every feed', async () => {
      await page.goto(app.url);
      await page.getByRole('button', { name: 'Search' }).waitFor();
      const header = page.locator('header.top');
      expect((await header.boundingBox())?.height).toBeLessThanOrEqual(56);
      await page.evaluate(() => scrollTo(0, 600));
      expect((await header.boundingBox())?.y).toBe(0);
      await page.getByRole('button', { name: 'Menu' }).click();
      const menu = page.getByRole('navigation', { name: 'Site' });
      for (const name of Object.keys(PLACES))
        expect(await menu.locator(`a[href^="/feed/${name}"]`).isVisible()).toBe(true);
      await menu.getByRole('button', { name: 'Key', exact: true }).click();
      await page.getByRole('dialog', { name: 'API key' }).getByLabel('Key', { exact: true }).waitFor();
    }, 600_000);

    test('coins against Bitcoin go on in the order of their panel, from its head and from its foot', async () => {
      await page.goto(app.url);
      const panel = page.locator('section.outperformers');
      const first = (await panel.locator('tbody tr td').first().textContent()) ?? '';
      await panel.getByRole('button', { name: /^Show \d+ more$/ }).click();
      const orders = await panel
        .locator('h2 a, a.all-rows')
        .evaluateAll((links) => links.map((one) => one.getAttribute('href')));
      expect(orders).toEqual(Array(2).fill('/feed/outperformers?sort=-OUTPERF_VS_BTC_24H'));
      await panel.locator('a.all-rows').click();
      await page.waitForURL(/sort=/);
      const rows = page.locator('.feed-page tbody tr').filter({ hasNotText: 'BTC' }); // it has no place against itself
      expect(await rows.first().locator('td').first().textContent()).toBe(first);
    }, 600_000);

    test('panels of the dashboard say their order, and a filing is two lines', async () => {
      await page.goto(app.url);
      const rows = page.locator('section.insider tbody tr');
      await rows.nth(3).waitFor();
      expect(await page.locator('section.markets th[aria-sort]:visible').textContent()).toBe(
        'Ends24 h volume ▾',
      );
      const plain = rows.filter({ hasText: 'Chief Executive Officer' }).first();
      await plain.locator('.under .day').waitFor();
      await plain.locator('.before').getByText('NVDA', { exact: true }).waitFor();
      expect((await plain.boundingBox())?.height).toBeLessThan(60);
    }, 600_000);

    test.each([
      ['insider?sort=-SHARES', 'TradeShares ▾'],
      ['congress', 'AmountFiled ▾'],
      ['congress?sort=-TRANSACTION_DATE', 'AmountTraded ▾'],
      ['whales?sort=-CHANGE_PCT', 'MovedChange ▾'],
      ['signals', 'Age ▴'],
    ])('what the feed %s is sorted by is in view, and marked', async (path, head) => {
      await page.goto(`${app.url}/feed/${path}`);
      const sorted = page.locator('th[aria-sort]:visible');
      await sorted.waitFor();
      expect(await sorted.textContent()).toBe(head);
    });

    test.each(['/', '/feed/insider', '/asset/NVDA', '/cluster/NVDA'])(
      'the page %s scrolls, and no table in it does',
      async (path) => {
        await page.goto(app.url + path);
        await page.locator('.scroll tbody tr').first().waitFor();
        const tables = await page
          .locator('.scroll')
          .evaluateAll((all) =>
            all.map((one) => [one.getAttribute('aria-label'), getComputedStyle(one).overflowY]),
          );
        expect(tables.length).toBeGreaterThan(0);
        for (const [label, overflow] of tables) expect(overflow, label ?? '').toBe('visible');
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
        // No panel is shorter than what is in it.
        const clipped = await page
          .locator('.panel:visible')
          .evaluateAll((all) =>
            all
              .filter((one) => one.scrollHeight > one.clientHeight + 1)
              .map((one) => `${one.getAttribute('data-panel')}: ${one.scrollHeight} of ${one.clientHeight}`),
          );
        expect(clipped).toEqual([]);
        // Heads stand above their rows, however deep in the page.
        const covered = await page.locator('.scroll table').evaluateAll((all) =>
          all.flatMap((one) => {
            one.scrollIntoView({ block: 'center' });
            const [head, row] = ['th', 'td'].map((cell) => one.querySelector(cell)?.getBoundingClientRect());
            const isInView = row !== undefined && row.top > 90;
            return isInView && (head?.bottom ?? 0) > row.top + 1 ? [one.textContent] : [];
          }),
        );
        expect(covered).toEqual([]);
      },
      600_000,
    );

    test.each([
      ['/', true],
      ['/', false],
      ['/feed/insider?sort=-VALUE', true],
      ['/asset/NVDA', true],
    ])(
      'the line under the header of %s takes one line, and tells the rest on a press (key: %s)',
      async (path, hasKey) => {
        if (!hasKey) await page.addInitScript(() => sessionStorage.clear());
        await page.goto(app.url + path);
        const status = page.locator('.strip [role=status]');
        const before = await status.boundingBox();
        const said = status.locator('[data-help]');
        await said.waitFor();
        expect((await said.boundingBox())?.height).toBeLessThanOrEqual(18);
        expect((await status.boundingBox())?.height).toBe(before?.height);
        expect(await status.evaluate((one) => one.scrollHeight <= one.clientHeight)).toBe(true);
        await said.click();
        const tip = page.locator('#tip');
        expect(await tip.textContent()).toBe(await said.getAttribute('data-help'));
        expect(await tip.isVisible()).toBe(true);
      },
      600_000,
    );

    test.each([360, 390])(
      'at %i pixels a signal has its side, source and timeframe to their ends',
      async (width) => {
        await page.setViewportSize({ width, height: 844 });
        await page.goto(`${app.url}/feed/signals?status=CLOSED`);
        const row = page.locator('tbody tr').filter({ hasText: 'BTC/USDT' }).filter({ hasText: 'closed' });
        await row.locator('.under').getByText('Strategy 15m').waitFor();
        const cut = await page
          .locator('.under')
          .evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).length);
        expect(cut).toBe(0);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      },
      600_000,
    );

    test('a table shows its first rows, more of them on a press, and then leads to all', async () => {
      await page.goto(app.url);
      const panel = page.locator('.panel.insider');
      await panel.locator('tbody tr').first().waitFor();
      expect(await panel.locator('tbody tr').count()).toBe(6);
      expect(await panel.getByRole('link', { name: 'All insider filings' }).count()).toBe(0);
      await panel.getByRole('button', { name: 'Show 8 more' }).click();
      expect(await panel.locator('tbody tr').count()).toBe(14);
      await panel.getByRole('link', { name: 'All insider filings' }).click();
      await page.waitForURL(`${app.url}/feed/insider`);
    }, 600_000);

    test.each([390, 800, 1100, 1440])(
      'at %i pixels an insider has the whole name and role',
      async (width) => {
        await page.setViewportSize({ width, height: 900 });
        await page.goto(app.url);
        const cell = page.locator('.panel.insider td').filter({ hasText: LONG_NAME });
        await cell.getByText(LONG_TITLE).waitFor();
        const cut = await cell
          .locator('*')
          .evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth + 1).length);
        expect(cut).toBe(0);
        expect(
          await cell.evaluate((one) => [
            one.scrollWidth <= one.clientWidth,
            one.scrollHeight <= one.clientHeight,
          ]),
        ).toEqual([true, true]);
      },
      600_000,
    );
  },
);
