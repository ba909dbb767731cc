import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildSiteIfStale, SITE_DIR } from '../../src/pages/build.ts';
import { readSite } from '../../src/pages/site.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { CHROMIUM, launchBrowser } from '../support/browser.ts';
import { cutFigures, seriousFaults } from '../support/page-probes.ts';
import { insider, seedPages, whale } from './seed.ts';

const DAY_MS = 86_400_000;
/** Pixels between the middle of the last candle and the scale of prices: what candle-range.ts leaves, and half of the widest bar. */
const BESIDE_LAST = 44 + 20;
const isoDay = (daysAgo: number): string =>
  new Date(Date.now() - daysAgo * DAY_MS).toISOString().slice(0, 10);

describe.skipIf(CHROMIUM === null)(
  'the page of an asset, and search (skipped without Chromium: apt-get install chromium)',
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
      await app.services.inputs.put(
        [4, 3, 2].map((daysAgo, n) => ({
          kind: 'stock_bar',
          series: 'NVDA|tiingo|raw+events',
          key: isoDay(daysAgo),
          data: { o: 100 + n, h: 106 + n, l: 99 + n, c: 105 + n, v: 1000 },
        })),
      );
      const buy = {
        transaction_code: 'P',
        transaction_direction: 'buy',
        transaction_type: 'Open market purchase',
      };
      const answer = await app.ingest('insider', [
        insider('marked', {
          ...buy,
          insider_name: 'Marked Buyer',
          value: 7_700_000,
          trade_date: `${isoDay(2)}T15:00:00.000Z`,
        }),
      ]);
      expect(answer.status, await answer.text()).toBe(200);
      browser = await launchBrowser();
    }, 600_000);
    afterAll(async () => {
      await browser?.close();
      await app?.stop();
    }, 600_000);

    beforeEach(async () => {
      complaints.length = 0;
      context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
      await context.addInitScript((text) => sessionStorage.setItem('alpha-data-key', text), app.key);
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

    const panel = (name: string) => page.locator(`section[aria-labelledby="${name}"]`);
    const shown = () =>
      page
        .locator('section.panel:visible')
        .evaluateAll((all) => all.map((one) => one.getAttribute('data-panel')));

    test('j and k move the focus from panel to panel, but not while one types', async () => {
      await page.goto(`${app.url}/asset/NVDA`);
      await page.locator('main .panel:visible .scroll').nth(1).waitFor();
      const names = await page
        .locator('main .panel:visible')
        .evaluateAll((panels) => panels.map((panel) => panel.getAttribute('aria-labelledby')));
      const focused = () =>
        page.evaluate(() => document.activeElement?.closest('.panel')?.getAttribute('aria-labelledby'));
      for (const name of names) {
        await page.keyboard.press('j');
        expect(await focused()).toBe(name);
      }
      await page.keyboard.press('j');
      expect(await focused()).toBe(names.at(-1));
      await page.keyboard.press('k');
      expect(await focused()).toBe(names.at(-2));
      await page.keyboard.press('/');
      await page.keyboard.type('jk');
      expect(await page.getByRole('combobox').inputValue()).toBe('jk');
    });

    test('price, change and candles; a marker opens what it marks; panels without rows are absent', async () => {
      await page.goto(`${app.url}/asset/NVDA`);
      await page.locator('.last').getByText('$107.00').waitFor();
      await page.locator('.last').getByText('+0.94%').waitFor(); // 107 after 106
      // Of a day, not of the last 24 hours.
      await page
        .locator('.last')
        .getByText(`on the day · close of ${isoDay(2)}`)
        .waitFor();
      await panel('price')
        .getByText(/Daily candles, last close /)
        .waitFor();
      const chart = panel('price').locator('.candles');
      await chart.locator('canvas').first().waitFor();
      await expect.poll(shown).toEqual(['price', 'events', 'signals', 'insider', 'congress', 'insider-flow']);
      const marked = page.locator('.happened details').filter({ hasText: 'Marked Buyer' });
      await marked.getByText('$7.7M').first().waitFor();
      expect(await marked.getAttribute('open')).toBeNull();

      // The buy stands below the last of three candles.
      const box = await chart.locator('canvas').first().boundingBox(); // without the scale of prices
      if (!box) throw new Error('the chart has no place');
      const x = box.x + box.width - BESIDE_LAST;
      // Of two clicks in quick succession the chart takes one.
      for (let y = 320; y > 180 && (await marked.getAttribute('open')) === null; y -= 5)
        await page.mouse.click(x, box.y + y);
      await marked.getByText('Insider: bought, $7.7M, by Marked Buyer').waitFor();
      const tip = chart.locator('.mark-tip');
      for (let y = 320; y > 180 && (await tip.count()) === 0; y -= 5) {
        await page.mouse.move(x, box.y + y);
        await page.waitForTimeout(50);
      }
      // Of several in one marker the newest.
      expect(await tip.textContent()).toMatch(/^(Long .*%|Bought \$.*), .*, \d{4}-\d{2}-\d{2}/);
      expect(await seriousFaults(page)).toEqual([]);
      expect(await cutFigures(page)).toEqual([]);
    }, 600_000);

    test('whales and prediction markets of a coin are on its page', async () => {
      const answer = await app.ingest('whales', [
        whale('of-eth', { title: 'ETH-PERP', whale_name: 'Small Fish', value: 1_000 }),
        whale('sold', { title: 'ETH-PERP', whale_name: 'Big Fish', event_type: 'size_decrease', value: 9e9 }),
      ]);
      expect(answer.status, await answer.text()).toBe(200);
      await page.goto(`${app.url}/asset/ETH?kind=crypto`);
      await panel('whales').getByText('Small Fish').waitFor();
      // What happened tells the largest moves, sales among them, however many the table has since.
      const resizes = Array.from({ length: 16 }, (_, n) => whale(`resized${n}`, { title: 'ETH-PERP' }));
      expect((await app.ingest('whales', resizes)).status).toBe(200);
      await page.reload();
      await panel('whales').locator('tbody tr').nth(14).waitFor();
      expect(await panel('whales').getByText('Big Fish').count()).toBe(0);
      await page.locator('.happened').getByText('Big Fish').first().waitFor({ state: 'attached' });
      expect(await page.locator('.happened').getByText('Small Fish').count()).toBe(0);
      await expect.poll(shown).toContain('whales');
      expect(await shown()).not.toContain('insider');
    });

    test('of what is not known the page says so, and shows no empty panel', async () => {
      await page.goto(`${app.url}/asset/NOTHING`);
      await page.getByText('There is no data on NOTHING').waitFor();
      expect(await shown()).toEqual([]);
    });

    test('⌘K: a name leads to its page by keyboard alone, letters of nothing to no page, Escape back', async () => {
      await page.goto(app.url);
      await panel('congress').locator('tbody tr').first().waitFor();
      await page.keyboard.press('Control+k');
      const field = page.getByRole('combobox', { name: 'Search names and symbols' });
      expect(await page.locator('.palette .keys').innerText()).toMatch(
        /↑.*↓.*choose.*Enter.*opens.*Esc.*closes/s,
      );
      await field.fill('Coin 1');
      const options = page.getByRole('option');
      await options.filter({ hasText: 'COIN1, crypto' }).first().waitFor();
      expect(await field.getAttribute('aria-activedescendant')).toBe('found-0');
      expect(await options.first().getAttribute('aria-selected')).toBe('true');
      await page.keyboard.press('ArrowDown');
      expect(await field.getAttribute('aria-activedescendant')).toBe('found-1');
      await page.keyboard.press('ArrowUp');
      expect(await seriousFaults(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await field.waitFor({ state: 'detached' });
      await page.keyboard.press('/');
      await field.fill('Coin 1');
      await options.filter({ hasText: 'COIN1, crypto' }).first().waitFor();
      await page.keyboard.press('Enter');
      await page.waitForURL(/\/asset\/COIN1/);

      await page.getByRole('button', { name: 'Search' }).click();
      const gate = Promise.withResolvers<void>();
      await page.route('**/graphql', async (route) => {
        await gate.promise;
        await route.continue();
      });
      const said = page.locator('.palette [role=status]');
      const asked = page.waitForRequest('**/graphql');
      await field.fill('xyz');
      await asked;
      expect(await said.textContent()).toBe('Searching…');
      gate.resolve();
      await said.getByText('Nothing is called “xyz”').waitFor();
      await page.unroute('**/graphql');
      expect(await options.allTextContents()).toEqual(['Search the guides for “xyz”']);
      await field.fill('cluster');
      await options.filter({ hasText: 'Insiders' }).first().waitFor();
      await field.fill('liquidity');
      await options.filter({ hasText: 'Global liquidity' }).waitFor();
      await field.fill('glossary');
      await options.filter({ hasText: 'Search the guides for “glossary”' }).waitFor();
      await page.keyboard.press('Enter');
      await page.waitForURL('**/guides?q=glossary');
      await page.locator('.hits a').first().getByText('Glossary').waitFor();
      await page.goBack();
      await page.getByRole('button', { name: 'Search' }).click();
      await field.fill('coin1');
      await options.filter({ hasText: 'COIN1, crypto' }).first().waitFor();
      expect(new URL(page.url()).pathname).toMatch(/COIN1/);
    }, 600_000);

    test('a watched page stands on every page and in the search, until it is taken off', async () => {
      await page.goto(`${app.url}/asset/ETH?kind=crypto`);
      const star = page.getByRole('button', { name: 'Watch ETH' });
      await star.waitFor();
      await panel('whales').locator('tbody tr').first().waitFor(); // with them came what kind of asset it is
      await star.click();
      await expect.poll(() => star.getAttribute('aria-pressed')).toBe('true');
      await page.goto(app.url);
      const line = page.getByRole('navigation', { name: 'Watchlist' });
      await line.getByRole('link', { name: 'ETH' }).waitFor();
      await page.keyboard.press('Control+k');
      const option = page.getByRole('group', { name: 'Watchlist' }).getByRole('option');
      await option.waitFor();
      expect(await seriousFaults(page)).toEqual([]);
      await page.keyboard.press('Enter');
      await page.waitForURL(/\/asset\/ETH\?kind=crypto$/);
      await star.click();
      await line.waitFor({ state: 'detached' });
      // What another script of this origin left there leads nowhere else.
      await page.evaluate(() =>
        localStorage.setItem(
          'alpha-data-watchlist',
          JSON.stringify([
            { href: '//evil.example', title: 'x', what: 'y' },
            { href: '/', title: 1 },
          ]),
        ),
      );
      await page.reload();
      await star.waitFor();
      expect(await line.count()).toBe(0);
    }, 600_000);
  },
);
