import { readFileSync } from 'node:fs';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AnyRecord } from '../../src/feed/feed.ts';
import { strategies } from '../../src/feeds/mte/feed.ts';
import { buildSiteIfStale, SITE_DIR } from '../../src/pages/build.ts';
import { readSite } from '../../src/pages/site.ts';
import { PLACES } from '../../src/web/data/feed-query.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { CHROMIUM, launchBrowser } from '../support/browser.ts';
import { cutFigures, seriousFaults } from '../support/page-probes.ts';
import { sampleRecords } from '../support/records.ts';
import { seedPages, signal, trade } from './seed.ts';

const FEED_NAMES = Object.keys(PLACES);

describe.skipIf(CHROMIUM === null)(
  'the page of a feed (skipped without Chromium: apt-get install chromium)',
  () => {
    let app: TestApp;
    let browser: Browser;
    let context: BrowserContext;
    let page: Page;
    const complaints: string[] = [];
    let posts = 0;

    beforeAll(async () => {
      await buildSiteIfStale();
      app = await startApp({}, { site: readSite(SITE_DIR) });
      await seedPages(app);
      const many = Array.from({ length: 120 }, (_, n) =>
        trade(`many${n}`, { amount_low: 1_001 + n, amount_high: 15_000, party: n % 3 === 0 ? 'I' : 'R' }),
      );
      expect((await app.ingest('congress', many)).status).toBe(200);
      browser = await launchBrowser();
    }, 600_000);
    afterAll(async () => {
      await browser?.close();
      await app?.stop();
    }, 600_000);

    beforeEach(async () => {
      complaints.length = 0;
      posts = 0;
      context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
      await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: app.url });
      page = await context.newPage();
      page.on('console', (message) => {
        if (message.type() === 'error') complaints.push(message.text());
      });
      page.on('pageerror', (error) => complaints.push(error.message));
      page.on('request', (request) => {
        if (request.method() === 'POST' && request.headers()['x-api-key'] !== undefined) posts += 1;
      });
    });
    afterEach(async () => {
      await context.close();
      expect(complaints).toEqual([]);
    });

    const rows = () => page.locator('.feed-page tbody tr');
    const open = async (path: string, key: string | null) => {
      if (key !== null)
        await page.addInitScript((text) => sessionStorage.setItem('alpha-data-key', text), key);
      await page.goto(app.url + path);
      await rows().first().waitFor();
    };

    test('filters of all declared fields are chips, and in the address', async () => {
      await open('/feed/congress', app.key);
      await page.getByLabel('Filter by').selectOption('party');
      await page.getByLabel('Value').selectOption('I');
      await page.getByRole('button', { name: 'Add', exact: true }).click();
      await page.waitForURL(/\/feed\/congress\?party=I$/);
      await page.getByLabel('Filter by').selectOption('amountLow');
      await page.getByLabel('Value').fill('1100');
      await page.getByRole('button', { name: 'Add', exact: true }).click();
      await page.waitForURL(/party=I&amountLow.gte=1100$/);
      await page.getByText('7 rows', { exact: true }).waitFor(); // of 1,100, 1,103 to 1,118
      expect(new Set(await page.locator('.party').allTextContents())).toEqual(new Set(['I']));
      expect(await seriousFaults(page)).toEqual([]);
      expect(await cutFigures(page)).toEqual([]);
      await page.getByRole('link', { name: 'Remove the filter: Party is I' }).click();
      await page.waitForURL(/\?amountLow.gte=1100$/);
      await page.getByText('21 rows', { exact: true }).waitFor();
    }, 600_000);

    test('strategies: the best grade first, ungraded last; signals have the names of theirs', async () => {
      const told = (name: string, grade: string | null, score: number | null, n: number): AnyRecord => {
        const [sample = {}] = sampleRecords(strategies, 1);
        const performance = { ...(sample.performance as AnyRecord), score };
        const created_at = new Date(Date.now() - n * 86_400_000);
        return { ...sample, slug: `slug-${n}`, name, grade, performance, created_at };
      };
      await app.services.ingest.write(strategies, [
        told('Ungraded', null, null, 1),
        told('Worst', 'F', 3, 2),
        told('QuietlyBreaking_BTC_1h', 'A', 91.2, 3),
        told('Middle', 'C', 50, 4),
      ]);
      for (const key of [app.key, null]) {
        page = await context.newPage();
        await open('/feed/strategies', key);
        const names = rows().locator('td:first-child');
        await expect
          .poll(() => names.allTextContents())
          .toEqual(['QuietlyBreaking_BTC_1h', 'Middle', 'Worst', 'Ungraded']);
        expect(await names.first().locator('wbr').count()).toBe(2);
        if (key === null) {
          await page.getByText('the days that were tested need a key').waitFor();
          expect(await page.getByRole('columnheader', { name: 'Tested' }).count()).toBe(0);
          continue;
        }
        await page.getByRole('columnheader', { name: 'Tested' }).waitFor();
        const head = page.getByRole('columnheader', { name: 'Grade' });
        expect(await head.getAttribute('aria-sort')).toBe('descending');
        await page.getByText('Not live: strategies have no live stream', { exact: true }).waitFor();
      }
      const of = { source_detail: 'slug-3' };
      expect((await app.ingest('trade-feed', [signal('named', of)])).status).toBe(200);
      page = await context.newPage();
      await open('/feed/signals', app.key);
      await rows().getByText('QuietlyBreaking_BTC_1h').first().waitFor();
      await page.locator('.badge').getByText('Live', { exact: true }).waitFor();
      expect((await app.ingest('trade-feed', [signal('later', { ...of, symbol: 'LATER' })])).status).toBe(
        200,
      );
      const later = rows().filter({ hasText: 'LATER' });
      await later.getByText('QuietlyBreaking_BTC_1h').waitFor();
    }, 600_000);

    test('signals: open ones first, closed ones and all behind tabs, in the address too', async () => {
      const of = (id: string, status: string) => signal(id, { symbol: id.toUpperCase(), status });
      expect((await app.ingest('trade-feed', [of('opened', 'OPEN'), of('ended', 'CLOSED')])).status).toBe(
        200,
      );
      for (const key of [app.key, null]) {
        page = await context.newPage();
        await open('/feed/signals', key);
        const seen = async () => (await rows().locator('td:first-child').allTextContents()).join();
        const tab = (name: string) => page.getByRole('button', { name, exact: true }).click();
        await expect.poll(seen).toContain('OPENED');
        expect(await seen()).not.toContain('ENDED');
        await page.getByRole('columnheader', { name: 'Now' }).waitFor();
        await tab('Closed');
        await page.waitForURL(/\?status=CLOSED$/);
        await expect.poll(seen).toContain('ENDED');
        expect(await seen()).not.toContain('OPENED');
        await page.getByRole('columnheader', { name: 'Exit' }).waitFor();
        await tab('All');
        await page.waitForURL(/\?status=$/);
        await expect.poll(seen).toMatch(/OPENED.*ENDED|ENDED.*OPENED/);
        await page.getByRole('columnheader', { name: 'Last' }).waitFor();
        await tab('Open');
        await page.waitForURL(/\?status=OPEN$/);
      }
    }, 600_000);

    test('without a network a click stays on the page, which says so', async () => {
      await open('/feed/congress', app.key);
      await context.setOffline(true);
      await page.getByText('There is no network.').waitFor();
      await page.getByRole('columnheader', { name: 'Amount' }).getByRole('link').click();
      // The server was asked whether it is there all the same.
      await expect.poll(() => complaints.join()).toContain('ERR_INTERNET_DISCONNECTED');
      complaints.length = 0;
      expect(await rows().count()).toBeGreaterThan(0);
      expect(new URL(page.url()).search).toBe('');
      await context.setOffline(false);
      await page.getByText('There is no network.').waitFor({ state: 'detached' });
    }, 600_000);

    test('heads sort, down first and then up', async () => {
      await open('/feed/congress', app.key);
      const head = () => page.getByRole('columnheader', { name: 'Amount' });
      await head().getByRole('link').click();
      await page.waitForURL(/\?sort=-AMOUNT_LOW$/);
      await rows().first().waitFor();
      expect(await head().getAttribute('aria-sort')).toBe('descending');
      await head().getByRole('link').click();
      await page.waitForURL(/\?sort=AMOUNT_LOW$/);
      await rows().first().waitFor();
      expect(await head().getAttribute('aria-sort')).toBe('ascending');
    }, 600_000);

    test('each order that a head leads to is one of the graph', async () => {
      await app.services.ingest.write(strategies, sampleRecords(strategies, 2));
      for (const name of FEED_NAMES) {
        await open(`/feed/${name}`, app.key);
        const heads = page.locator('.feed-page thead a[href*="sort="]');
        const orders = await heads.evaluateAll((all) => all.map((one) => one.getAttribute('href') ?? ''));
        expect(orders.length, name).toBeGreaterThan(2);
        for (const order of orders) {
          await page.goto(app.url + order);
          await rows().first().waitFor();
          expect(await page.locator('th[aria-sort]').count(), order).toBe(1);
          expect(await page.locator('.left-out').allTextContents(), order).toEqual([]);
        }
      }
    }, 600_000);

    test('rows go on as one scrolls, page by page, to the end', async () => {
      await open('/feed/congress', app.key);
      await page.getByText('50 of 150 rows').waitFor();
      expect(posts).toBe(1);
      const scroll = () => page.locator('.scroll').evaluate((one) => one.scrollTo(0, one.scrollHeight));
      await scroll();
      await page.getByText('100 of 150 rows').waitFor();
      await scroll();
      await page.getByText('150 rows', { exact: true }).waitFor();
      expect(posts).toBe(3);
      expect(await rows().count()).toBe(150);
    }, 600_000);

    test('a free key presses a button for more; without a key the open feed is shown', async () => {
      await open('/feed/congress', await app.issue('free'));
      await page.getByRole('button', { name: 'More, for a unit' }).click();
      await page.getByText('100 of 150 rows').waitFor();
      expect(posts).toBe(2);
      await context.clearCookies();
      page = await context.newPage();
      await open('/feed/congress', null);
      await page.getByText('The newest trades, 50 at most; amount and delay need a key.').waitFor();
    }, 600_000);

    test('the rows as a file and as code', async () => {
      await open('/feed/congress?party=I&amountLow.gte=1100', app.key);
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'CSV' }).click(),
      ]);
      expect(file.suggestedFilename()).toBe('congress.csv');
      expect(
        readFileSync(await file.path(), 'utf8')
          .trim()
          .split('\n'),
      ).toHaveLength(1 + 7);
      const copied = async (what: string) => {
        await page.getByRole('button', { name: `Copy as ${what}` }).click();
        await page.getByRole('button', { name: 'Copied' }).waitFor();
        return page.evaluate(() => navigator.clipboard.readText());
      };
      expect(await copied('GraphQL')).toContain('"amountLow":{"gte":1100}');
      expect(await copied('curl')).toContain(`curl ${app.url}/graphql`);
      expect(await copied('pandas')).toContain('/api/v1/congress/export?party=I&amount_low_gte=1100');
    }, 600_000);

    test('rows come live in the order of the list, as the filter has them, and change in the rows that were asked for since', async () => {
      await open('/feed/congress?party=I', app.key);
      await page.locator('.badge').getByText('Live', { exact: true }).waitFor();
      const fresh = [
        trade('other', { party: 'R', politician_name: 'Of Another Party' }),
        trade('fresh', { party: 'I', politician_name: 'Fresh Member' }),
      ];
      expect((await app.ingest('congress', fresh)).status).toBe(200);
      await expect.poll(() => rows().first().textContent()).toContain('Fresh Member');
      expect(await page.getByText('Of Another Party').count()).toBe(0);

      await open('/feed/congress', app.key);
      await page.locator('.badge').getByText('Live', { exact: true }).waitFor();
      // The first page of 50 rows is not the whole list, and a row that comes live counts in both figures.
      const heading = async () => (await page.getByText(/^[\d,]+ of [\d,]+ rows$/).textContent()) ?? '';
      const total = Number(/of ([\d,]+)/.exec(await heading())?.[1]);
      expect((await app.ingest('congress', [trade('counted')])).status).toBe(200);
      await expect.poll(heading).toBe(`51 of ${total + 1} rows`);

      await rows().last().scrollIntoViewIfNeeded();
      await expect.poll(() => rows().count()).toBeGreaterThan(60);
      const late = rows().nth(60);
      const id =
        /many\d+/.exec((await late.textContent()) ?? '')?.[0] ?? expect.unreachable('a seeded trade');
      const before = await rows().count();
      expect((await app.ingest('congress', [trade(id, { ticker: 'LATE' })])).status).toBe(200);
      await page.getByText('LATE', { exact: true }).waitFor();
      expect(await rows().count()).toBe(before);

      await page.goto(`${app.url}/feed/congress?sort=-TICKER`);
      await page.getByText('Not live: sort by Filed ▾ for new rows as they come', { exact: true }).waitFor();
      await page.goto(`${app.url}/feed/congress?sort=-FILING_DATE`);
      await page.locator('.badge').getByText('Live', { exact: true }).waitFor();
    }, 600_000);
  },
);
