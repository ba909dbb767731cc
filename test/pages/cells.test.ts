import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { buildSiteIfStale, SITE_DIR } from '../../src/pages/build.ts';
import { readSite } from '../../src/pages/site.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { CHROMIUM, launchBrowser } from '../support/browser.ts';
import { insider, seedPages, signal, trade } from './seed.ts';

const BOND = 'IL State Harbour Authority Revenue Bond';
const DAY = '2027-02-11';

const market = (id: string, more: object) => ({
  market_id: id,
  platform: 'polymarket',
  event_title: 'An event',
  yes_price: 0.2,
  outcome_prices: [0.2, 0.8],
  volume: 90_000,
  volume_24h: 50_000,
  volume_unit: 'USD',
  category_norm: 'other',
  active: true,
  end_date: new Date(Date.now() + 9e9).toISOString(),
  ...more,
});

describe.skipIf(CHROMIUM === null)(
  'what stands in the cells of feeds (skipped without Chromium: apt-get install chromium)',
  () => {
    let app: TestApp;
    let browser: Browser;
    let page: Page;

    beforeAll(async () => {
      await buildSiteIfStale();
      app = await startApp({}, { site: readSite(SITE_DIR) });
      await seedPages(app);
      for (const [module, records] of Object.entries({
        congress: [
          trade('bond', {
            ticker: null,
            asset_name: BOND,
            transaction_date: '2026-02-20T00:00:00',
            filing_date: '2026-03-04T00:00:00',
          }),
        ],
        prediction: [
          market('three', {
            question: `Who wins the presidency of Estmere by ${DAY}?`,
            outcome_prices: [0.2, 0.75, 0.05],
            outcomes: [
              { name: 'First', price: 0.2 },
              { name: 'Second', price: 0.75 },
              { name: 'Third', price: 0.05 },
            ],
          }),
          market('two', {
            question: `Will Fenhollow United top the Highland League on ${DAY}?`,
            outcomes: [
              { name: 'Yes', price: 0.2 },
              { name: 'No', price: 0.8 },
            ],
          }),
        ],
        'trade-feed': [
          signal('unpriced', { symbol: 'UNP', source: 'insider', current_price: null, pnl_pct: null }),
        ],
        insider: [insider('roleless', { insider_title: null, is_director: false, is_ten_percent: false })],
      }))
        expect((await app.ingest(module, records)).status, module).toBe(200);
      browser = await launchBrowser();
    }, 600_000);
    afterAll(async () => {
      await browser?.close();
      await app?.stop();
    }, 600_000);
    afterEach(() => page?.close());

    const open = async (path: string, width: number, key: string | null = app.key) => {
      page = await browser.newPage({ viewport: { width, height: 900 } });
      if (key !== null)
        await page.addInitScript((text) => sessionStorage.setItem('alpha-data-key', text), key);
      await page.goto(app.url + path);
      await page.locator('.scroll tbody tr').first().waitFor();
    };
    const row = (text: string) => page.locator('.scroll tbody tr').filter({ hasText: text });

    test.each([1440, 390])(
      'at %i pixels a market of several outcomes has the likeliest and its name, and bars are of one length',
      async (width) => {
        await open('/feed/markets', width);
        await page.getByRole('columnheader', { name: 'Odds' }).waitFor();
        const several = row('presidency');
        expect(await several.locator('.probability').textContent()).toBe('75%');
        await several.getByText('Second').filter({ visible: true }).waitFor();
        expect(await row('Fenhollow').locator('.probability').textContent()).toBe('20%');
        const lengths = await page
          .locator('.bar')
          .evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().width)));
        expect(new Set(lengths).size).toBe(1);
        // The same question on two platforms is told apart.
        await several.getByText('Polymarket').filter({ visible: true }).waitFor();
      },
      600_000,
    );

    test('on a tablet held upright no head and no cell is cut', async () => {
      for (const path of ['/feed/markets', '/feed/signals']) {
        await open(path, 768);
        await expect
          .poll(() =>
            page
              .locator('th:visible, tbody td:visible')
              .evaluateAll((all) =>
                all
                  .filter((one) => one.scrollWidth > one.clientWidth)
                  .map((one) => `${one.textContent}: ${one.scrollWidth} of ${one.clientWidth}`),
              ),
          )
          .toEqual([]);
        await page.close();
      }
    }, 600_000);

    test('without a key the likeliest of several outcomes stands without its name, and volumes have their unit', async () => {
      await open('/feed/markets', 1440, null);
      const several = row('presidency');
      expect(await several.locator('.probability').textContent()).toBe('75%');
      await several.getByText('$50.0K').waitFor();
    }, 600_000);

    test('the day in a question stands on one line, whatever the width', async () => {
      await open('/feed/markets', 360);
      for (let width = 360; width <= 430; width += 10) {
        await page.setViewportSize({ width, height: 844 });
        const broken = await page.locator('.scroll tbody td:first-child').evaluateAll((all, day) => {
          const lines: number[] = [];
          for (const cell of all) {
            const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
            for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
              const at = text.textContent?.indexOf(day) ?? -1;
              if (at < 0) continue;
              const range = document.createRange();
              range.setStart(text, at);
              range.setEnd(text, at + day.length);
              lines.push(range.getClientRects().length);
            }
          }
          return lines;
        }, DAY);
        expect(broken, `${width}`).toEqual([1, 1]);
      }
    }, 600_000);

    test.each([1440, 1000, 390])(
      'at %i pixels what has no ticker is whole, and a filing has its day',
      async (width) => {
        await open('/feed/congress?assetName.contains=Harbour', width);
        const bond = row(BOND);
        await bond.getByText(BOND).filter({ visible: true }).waitFor();
        const cut = await bond
          .locator('td:visible')
          .evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).length);
        expect(cut).toBe(0);
        expect(await bond.locator('.day').last().textContent()).toBe('2026-03-04');
      },
      600_000,
    );

    test('the feed of insiders ends with a whole row', async () => {
      await open('/feed/insider', 1440);
      const sliced = await page.locator('.scroll').evaluate((region) => {
        const { bottom } = region.getBoundingClientRect();
        return [...region.querySelectorAll('tr')].filter((one) => {
          const box = one.getBoundingClientRect();
          return box.top < bottom - 2 && box.bottom > bottom + 2;
        }).length;
      });
      expect(sliced).toBe(0);
    }, 600_000);

    test.each([
      ['/feed/outperformers', 'Score', '▾', true],
      ['/feed/congress', 'Filed', '▾', true],
      ['/feed/congress', 'Filed', '▾', false],
      ['/feed/insider', 'Filed', '▾', true],
      // The newest first are the smallest ages first.
      ['/feed/whales', 'Age', '▴', false],
    ])(
      'the feed %s says that it is sorted by %s %s, its own order (key: %s)',
      async (path, title, mark, hasKey) => {
        await open(path, 1440, hasKey ? app.key : null);
        const sorted = page.locator('.scroll th[aria-sort]');
        expect(await sorted.allTextContents()).toEqual([`${title} ${mark}`]);
        expect(await sorted.getAttribute('aria-sort')).toBe(mark === '▾' ? 'descending' : 'ascending');
      },
      600_000,
    );

    test('a phone says in words what rows are sorted by, and changes it; files are behind one button', async () => {
      await open('/feed/congress?sort=-AMOUNT_LOW', 390);
      const sorted = page.getByLabel('Sorted by');
      const chosen = () =>
        sorted.evaluate((one) => (one as HTMLSelectElement).selectedOptions[0]?.textContent ?? '');
      expect(await chosen()).toBe('Sorted by Amount ↓');
      await sorted.selectOption({ label: 'Sorted by Asset ↑' });
      await page.waitForURL(/sort=TICKER$/);
      await sorted.waitFor();
      expect(await chosen()).toBe('Sorted by Asset ↑');
      expect(await page.getByRole('button', { name: 'CSV' }).isVisible()).toBe(false);
      await page.getByText('Save ▾').click();
      await page.getByRole('button', { name: 'CSV' }).waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'CSV' }).waitFor({ state: 'hidden' });
    }, 600_000);

    test('a signal without a price says why', async () => {
      await open('/feed/signals?symbol=UNP', 1440);
      const why = await row('UNP')
        .locator('.none[title]')
        .evaluateAll((all) => all.map((one) => one.getAttribute('title')));
      expect(why).toEqual(Array(2).fill(expect.stringContaining('since the filing was public')));
    }, 600_000);
  },
);
