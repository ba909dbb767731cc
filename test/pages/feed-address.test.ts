import { readFileSync } from 'node:fs';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildSiteIfStale, SITE_DIR } from '../../src/pages/build.ts';
import { readSite } from '../../src/pages/site.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { CHROMIUM, launchBrowser } from '../support/browser.ts';
import { seriousFaults } from '../support/page-probes.ts';
import { seedPages, signal, trade } from './seed.ts';

describe.skipIf(CHROMIUM === null)(
  'what the address of a feed asks for that the feed does not have (skipped without Chromium: apt-get install chromium)',
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
      const amount = { amount_low: 1_001, amount_high: 15_000 };
      const trades = [trade('a', { party: 'I', ...amount }), trade('b', { party: 'R', ...amount })];
      expect((await app.ingest('congress', trades)).status).toBe(200);
      const of = (id: string, status: string) => signal(id, { symbol: id.toUpperCase(), status });
      expect((await app.ingest('trade-feed', [of('opened', 'OPEN'), of('ended', 'CLOSED')])).status).toBe(
        200,
      );
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
      await context.addInitScript((text) => sessionStorage.setItem('alpha-data-key', text), app.key);
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
    const leftOut = () => page.locator('.left-out').allTextContents();
    const open = async (path: string) => {
      await page.goto(app.url + path);
      await rows().first().waitFor();
    };

    test('what a newsletter adds to a link is no filter, and the page begins as without it', async () => {
      await open('/feed/signals?utm_source=newsletter&utm_medium=email&fbclid=a&gclid=b&ref=c');
      await page.locator('.badge').getByText('Live', { exact: true }).waitFor();
      expect(await leftOut()).toEqual([]);
      expect(await page.locator('.chip').count()).toBe(0);
      const symbols = (await rows().locator('td:first-child').allTextContents()).join();
      expect(symbols).toContain('OPENED');
      expect(symbols).not.toContain('ENDED');
    }, 600_000);

    test('an unknown filter and an unknown operator are left out of rows, chips, files and code, and named', async () => {
      await open('/feed/congress?tickr=NVDA&party=I&ticker.foo=1');
      await expect
        .poll(leftOut)
        .toEqual([
          'There is no filter “tickr” here; the filters are in the list. The rows are shown without it.',
          'The filter “ticker” has no operator “foo”; it has eq, ne, in, gt, gte, lt, lte, contains and isNull. The rows are shown without it.',
        ]);
      expect(await page.locator('.chip').allTextContents()).toEqual(['Party is Independent ×']);
      expect(new Set(await page.locator('.party').allTextContents())).toEqual(new Set(['I']));
      for (const what of ['GraphQL', 'curl', 'pandas']) {
        await page.getByRole('button', { name: `Copy as ${what}` }).click();
        await page.getByRole('button', { name: 'Copied' }).waitFor();
        const code = await page.evaluate(() => navigator.clipboard.readText());
        expect(code).toContain('party');
        expect(code).not.toMatch(/tickr|foo/);
      }
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'CSV' }).click(),
      ]);
      expect(readFileSync(await file.path(), 'utf8')).toContain('politician_name');
      expect(await page.getByRole('columnheader', { name: 'Filed' }).getAttribute('aria-sort')).toBe(
        'descending',
      );
      await page.locator('.badge').getByText('Live', { exact: true }).waitFor();
      expect(posts).toBe(1);
    }, 600_000);

    test('an unknown order and an unknown grouping are named, and the rows are in the usual order', async () => {
      await open('/feed/congress?sort=-FOO&by=BAR');
      await expect
        .poll(async () => (await leftOut()).join(' '))
        .toMatch(
          /^There is no order “FOO” here; the order is the usual one\. Rows cannot be grouped by “BAR” here; choose TICKER, /,
        );
      await page.locator('.badge').getByText('Live', { exact: true }).waitFor();
      await page.goto(`${app.url}/feed/congress?by=PARTY&sort=-AMOUNT_LOW`);
      await rows().first().waitFor();
      await expect
        .poll(leftOut)
        .toEqual(['There is no order “AMOUNT_LOW” here; the order is the usual one.']);
    }, 600_000);

    test('a wrong value of a filter is told in plain words, without a request, and its chip takes it away', async () => {
      const told = async (path: string, message: string) => {
        await page.goto(app.url + path);
        await page.locator('.strip .warning').getByText(message, { exact: true }).waitFor();
        await page.locator('.panel .message').getByText(message, { exact: true }).waitFor();
        expect(await page.getByText('tries again').count()).toBe(0);
        expect(await page.locator('.badge').textContent()).toBe('Refused');
      };
      await told('/feed/congress?amountLow.gte=much', 'The filter “amountLow” takes a number, not “much”.');
      await told(
        '/feed/congress?filingDate.gte=soon',
        'The filter “filingDate” takes a day such as 2026-03-01, not “soon”.',
      );
      await told(
        '/feed/congress?filingDate.within=PXY',
        'The filter “filingDate” takes a span of time such as P7D, not “PXY”.',
      );
      await told('/feed/congress?party.in=I,Y', 'The filter “party” takes D, R or I, not “Y”.');
      await told('/feed/congress?party=X', 'The filter “party” takes D, R or I, not “X”.');
      expect(posts).toBe(0);
      await page.getByRole('link', { name: 'Remove the filter: Party is X' }).click();
      await rows().first().waitFor();
    }, 600_000);

    test('what the server alone can refuse is told once', async () => {
      await page.goto(`${app.url}/feed/congress?filingDate.gte=2026-02-30`);
      await page.locator('.panel .message').getByText('2026-02-30').waitFor();
      expect(await page.getByText('tries again').count()).toBe(0);
      expect(posts).toBe(1);
      complaints.length = 0; // the browser's own line about the refusal
    }, 600_000);

    test('a list of values is one of several, on the page, in code and in a chip', async () => {
      await open('/feed/congress?party.in=I,R&amountLow.in=1001,15001');
      expect(new Set(await page.locator('.party').allTextContents())).toEqual(new Set(['I', 'R']));
      expect(await page.locator('.chip').allTextContents()).toEqual([
        'Party is Independent or Republican ×',
        'Amount is $1,001 or $15,001 ×',
      ]);
      await page.getByRole('button', { name: 'Copy as GraphQL' }).click();
      await page.getByRole('button', { name: 'Copied' }).waitFor();
      const code = await page.evaluate(() => navigator.clipboard.readText());
      expect(code).toContain('{"party":{"in":["I","R"]},"amountLow":{"in":[1001,15001]}}');
    }, 600_000);

    test('without a key the open feed is filtered and ordered as the address asks, and what is wrong is left out', async () => {
      const keyless = await browser.newContext({ viewport: { width: 1440, height: 900 } });
      page = await keyless.newPage();
      const asked: string[] = [];
      page.on('request', (request) => {
        if (request.url().includes('/api/congress/trades')) asked.push(new URL(request.url()).search);
      });
      await open(
        '/feed/congress?party.in=I,R&amountLow.gte=1000&ticker.foo=1&state=&chamber=lords&sort=-TICKER',
      );
      await expect
        .poll(leftOut)
        .toEqual([
          expect.stringContaining('The filter “ticker” has no operator “foo”'),
          'The filter “chamber” takes HOUSE or SENATE, not “lords”. The rows are shown without it.',
        ]);
      expect(new Set(await page.locator('.party').allTextContents())).toEqual(new Set(['I', 'R']));
      expect(await rows().count()).toBe(2);
      expect(asked[0]).toBe('?limit=50&party_in=I%2CR&amount_low_gte=1000&sort_by=ticker&order=desc');
      const sorted = page.locator('th[aria-sort="descending"]').getByRole('link');
      expect(await sorted.getAttribute('href')).toMatch(/sort=TICKER$/); // the other way
      await page.getByRole('link', { name: 'Remove the filter: Party is Independent or Republican' }).click();
      await page.waitForURL(/\?amountLow\.gte=1000&chamber=lords&sort=-TICKER$/);
      expect(await seriousFaults(page)).toEqual([]);
      await page.goto(`${app.url}/feed/congress?filingDate.gte=2026-02-30`);
      await page.locator('.panel .message').getByText('2026-02-30').waitFor();
      expect(await page.locator('.badge').textContent()).toBe('Refused');
      await keyless.close();
    }, 600_000);

    test('while the filters of a feed cannot be read its page waits, and goes on by itself', async () => {
      let refusals = 0;
      await page.route('**/graphql', async (route) => {
        if (route.request().headers()['x-api-key'] !== undefined || refusals === 3) return route.continue();
        refusals += 1;
        const headers = { 'retry-after': '1' };
        await route.fulfill({ status: 429, headers, json: { code: 'RATE_LIMITED', detail: 'no' } });
      });
      await page.goto(`${app.url}/feed/congress?amountLow.gte=1000&party=I`);
      await rows().first().waitFor();
      await page.locator('.badge').getByText('Live', { exact: true }).waitFor();
      expect(new Set(await page.locator('.party').allTextContents())).toEqual(new Set(['I']));
      expect([refusals, posts]).toEqual([3, 1]);
      complaints.length = 0; // of the refusals
    }, 600_000);
  },
);
