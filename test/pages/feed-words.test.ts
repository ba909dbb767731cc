import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { buildSiteIfStale, SITE_DIR } from '../../src/pages/build.ts';
import { readSite } from '../../src/pages/site.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { CHROMIUM, launchBrowser } from '../support/browser.ts';
import { boxesOf, cutFigures, seriousFaults } from '../support/page-probes.ts';
import { insider, reversal, seedPages, trade } from './seed.ts';

const FEEDS = ['signals', 'whales', 'congress', 'insider', 'markets', 'reversals', 'outperformers'] as const;

/** What a column shows otherwise than the filter of its order has it. */
const OTHERWISE = ['Age', 'Pair', 'Asset'];

/** What the sentence without a key says is missing, and the columns that are. */
const MISSING: Readonly<Record<(typeof FEEDS)[number], readonly string[]>> = {
  signals: [],
  whales: [],
  congress: ['Amount', 'Delay'],
  insider: ['Price', 'Traded'],
  markets: ['24 h change'],
  reversals: ['Age'],
  outperformers: [],
};

/** Of these, what no row of the seed has. */
const UNSEEDED = ['24 h change', 'Age'];

describe.skipIf(CHROMIUM === null)(
  'words of the pages of feeds (skipped without Chromium: apt-get install chromium)',
  () => {
    let app: TestApp;
    let browser: Browser;
    let page: Page;

    beforeAll(async () => {
      await buildSiteIfStale();
      app = await startApp({}, { site: readSite(SITE_DIR) });
      await seedPages(app);
      const priced = { shares: 1_345, price_per_share: 458.75, value: 617_018.75 };
      expect((await app.ingest('insider', [insider('priced', priced)])).status).toBe(200);
      const disclosed = { amount_low: 1_001, amount_high: 15_000, owner: 'Child' };
      expect((await app.ingest('congress', [trade('disclosed', disclosed)])).status).toBe(200);
      expect((await app.ingest('mre', [reversal('one'), reversal('two')])).status).toBe(200);
      browser = await launchBrowser();
    }, 600_000);
    afterAll(async () => {
      await browser?.close();
      await app?.stop();
    }, 600_000);
    afterEach(() => page?.close());

    const rows = () => page.locator('.feed-page tbody tr');
    const open = async (path: string, key: string | null, width = 1440) => {
      page = await browser.newPage({ viewport: { width, height: 900 } });
      if (key !== null)
        await page.addInitScript((text) => sessionStorage.setItem('alpha-data-key', text), key);
      await page.goto(app.url + path);
      await rows().first().waitFor();
    };
    const heads = () =>
      page
        .locator('.feed-page th')
        .evaluateAll((all) => all.map((head) => (head.textContent ?? '').replace(/ [▾▴]$/, '')));

    test.each(FEEDS)(
      'columns of %s that sort are called as their filters',
      async (feed) => {
        await open(`/feed/${feed}`, app.key);
        const options = page.getByLabel('Filter by').locator('option');
        await expect.poll(() => options.count()).toBeGreaterThan(8);
        const names = new Map(
          await options.evaluateAll((all) =>
            all.map((one) => [(one as HTMLOptionElement).value.toLowerCase(), one.textContent ?? '']),
          ),
        );
        const sorts = await page.locator('.feed-page th a').evaluateAll((all) =>
          all.map((one) => {
            const asked = new URL((one as HTMLAnchorElement).href).searchParams.get('sort') ?? '';
            return [asked.replace(/^-/, '').replaceAll('_', '').toLowerCase(), one.textContent ?? ''];
          }),
        );
        for (const [field = '', head = ''] of sorts.filter(([one]) => one !== '')) {
          const title = head.replace(/ [▾▴]$/, '');
          if (!OTHERWISE.includes(title)) expect(names.get(field)?.replace(/, .*$/, ''), field).toBe(title);
        }
      },
      600_000,
    );

    test.each(FEEDS)(
      'without a key %s lack what is said, which a key shows',
      async (feed) => {
        await open(`/feed/${feed}`, null);
        await page.getByText(/A free key .*groups rows and saves files\./).waitFor();
        const bare = await heads();
        expect((await rows().allTextContents()).join()).not.toMatch(/NaN|undefined/);
        expect(await seriousFaults(page)).toEqual([]);
        await page.close();
        await open(`/feed/${feed}`, app.key);
        const keyed = await heads();
        for (const title of MISSING[feed]) expect(bare).not.toContain(title);
        for (const title of MISSING[feed].filter((one) => !UNSEEDED.includes(one)))
          expect(keyed).toContain(title);
      },
      600_000,
    );

    test('what is said of a feed without a key does not move the rows', async () => {
      for (const width of [1440, 1024, 390]) {
        const tops: number[] = [];
        for (const feed of FEEDS) {
          await open(`/feed/${feed}`, null, width);
          const [box = []] = await boxesOf(page.locator('.feed-page > .panel'));
          tops.push(box[1] ?? 0);
          await page.close();
        }
        expect(new Set(tops).size, String(tops)).toBe(1);
      }
    }, 600_000);

    test('shares times price is the value, to be worked out', async () => {
      await open('/feed/insider', app.key);
      const row = rows().filter({ hasText: '$458.75' });
      await row.getByText('1,345', { exact: true }).waitFor();
      await row.getByText('$617.0K', { exact: true }).waitFor();
      expect(await cutFigures(page)).toEqual([]);
    }, 600_000);

    test('an owner is called alike on a desktop and on a phone', async () => {
      await open('/feed/congress', app.key);
      await rows().getByText('Child', { exact: true }).waitFor();
      expect(await page.locator('.chips').count(), 'the place of an offer is gone').toBe(1);
      await page.setViewportSize({ width: 390, height: 844 });
      await rows().locator('.under').getByText('Child', { exact: true }).waitFor();
      // The page of an asset says whose it is where it is not the member's own.
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.goto(`${app.url}/asset/NVDA`);
      const trades = page.locator('section.congress tbody');
      await trades.getByText('child', { exact: true }).waitFor();
      await page.setViewportSize({ width: 390, height: 844 });
      await trades.getByText('Owner: Child', { exact: true }).waitFor();
    }, 600_000);

    test('on a phone the line below an explained reason is within its place in every row', async () => {
      await open('/feed/reversals', app.key, 390);
      await expect.poll(() => rows().locator('.under .term').count()).toBeGreaterThan(2);
      const spare = await rows()
        .locator('.under .term')
        .evaluateAll((all) =>
          all.map((term) => {
            const place = term.closest('.under')?.getBoundingClientRect();
            return (place?.bottom ?? 0) - term.getBoundingClientRect().bottom;
          }),
        );
      for (const pixels of spare) expect(pixels).toBeGreaterThanOrEqual(2);
    }, 600_000);
  },
);
