import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildSiteIfStale, SITE_DIR } from '../../src/pages/build.ts';
import { readSite } from '../../src/pages/site.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { CHROMIUM, launchBrowser } from '../support/browser.ts';
import { cutFigures, seriousFaults } from '../support/page-probes.ts';
import { seedPages, whale } from './seed.ts';

describe.skipIf(CHROMIUM === null)(
  'pages of another time (skipped without Chromium: apt-get install chromium)',
  () => {
    let app: TestApp;
    let browser: Browser;
    let context: BrowserContext;
    let page: Page;
    const complaints: string[] = [];
    const asked: string[] = [];

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
      complaints.length = 0;
      asked.length = 0;
      context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
      page = await context.newPage();
      page.on('console', (message) => {
        if (message.type() === 'error') complaints.push(message.text());
      });
      page.on('pageerror', (error) => complaints.push(error.message));
      page.on('request', (request) => asked.push(new URL(request.url()).pathname));
      page.on('websocket', (socket) => asked.push(new URL(socket.url()).pathname));
    });
    afterEach(() => context.close());

    const enterKey = () =>
      page.addInitScript((text) => sessionStorage.setItem('alpha-data-key', text), app.key);
    const strip = () => page.locator('.strip [role=status]');
    const rows = () => page.locator('.feed-page tbody tr');

    test('what came since is not there, nothing ticks, and links lead to that time', async () => {
      const then = new Date().toISOString();
      const since = new Date(Date.parse(then) + 1).toISOString(); // not of the same millisecond
      await app.ingest('whales', [whale('since', { title: 'SINCE-PERP', created_at: since })]);
      await enterKey();
      await page.goto(`${app.url}/?as_of=${then}`);
      await strip()
        .getByText(`As of ${then.slice(0, 10)}`)
        .waitFor();
      await page.locator('.congress tbody tr').first().waitFor();
      await page.locator('.whales tbody tr').first().waitFor();
      expect(await page.getByText('SINCE-PERP').count()).toBe(0);
      const ticker = page.locator('.congress a.ticker').first();
      expect(new URLSearchParams((await ticker.getAttribute('href'))?.split('?')[1]).get('as_of')).toBe(then);
      expect(await seriousFaults(page)).toEqual([]);
      expect(await cutFigures(page)).toEqual([]);
      await ticker.click();
      await page.waitForURL(/\/asset\//);
      await page.locator('.congress tbody tr').first().waitFor();
      expect(asked.filter((path) => path.startsWith('/api/'))).toEqual([]); // open feeds are of now
      expect(asked.filter((path) => path === '/graphql')).toHaveLength(2); // and so is the stream
      await page.goto(app.url);
      await page.getByText('SINCE-PERP').first().waitFor();
      await page.goto(`${app.url}/?as_of=${then}`);
      await page.getByRole('link', { name: 'Back to now' }).click();
      await page.getByText('SINCE-PERP').first().waitFor();
      expect(complaints).toEqual([]);
    }, 600_000);

    test('a moment is chosen on the page', async () => {
      await enterKey();
      await page.goto(`${app.url}/feed/congress?party=D`);
      await rows().first().waitFor();
      await page.getByText('As of a date', { exact: true }).click();
      await page.getByLabel('Show what was known at (UTC)').fill('2026-03-14T15:30');
      await page.getByRole('button', { name: 'Show', exact: true }).click();
      await page.waitForURL(/\?party=D&as_of=2026-03-14T15%3A30%3A00Z$/);
      await strip().getByText('As of 2026-03-14 15:30:00 UTC').waitFor();
      expect(complaints).toEqual([]);
    }, 600_000);

    test('a link shows again what was shown', async () => {
      await enterKey();
      await page.goto(`${app.url}/feed/whales`);
      await rows().first().waitFor();
      const shown = await rows().count();
      await page.getByText('As of a date', { exact: true }).click();
      await page.getByRole('button', { name: 'Copy a link' }).click();
      const link = await page.getByLabel('Copied.').inputValue();
      await app.ingest('whales', [whale('later', { created_at: new Date().toISOString() })]);
      await page.reload();
      await page.getByText(`${shown + 1} rows`, { exact: true }).waitFor();
      await page.goto(link);
      await page.getByText(`${shown} rows`, { exact: true }).waitFor();
      await strip().getByText('From a snapshot').waitFor();
      await page.goto(link.replace('/feed/whales', '/'));
      await page.locator('.whales tbody tr').first().waitFor();
      expect(await page.locator('.source-failed').count()).toBe(0);
      expect(complaints).toEqual([]);
    }, 600_000);

    test.each([
      ['2100-01-01T00:00:00Z', 'later than now'],
      ['yesterday', 'as_of must be an ISO 8601 time such as 2026-03-14T15:30:00Z, not “yesterday”'],
    ])(
      '%s is refused with what is allowed',
      async (moment, why) => {
        await enterKey();
        await page.goto(`${app.url}/feed/whales?as_of=${moment}`);
        await strip().getByText(why).waitFor();
        await page.getByText('This time cannot be shown. The line at the top says why.').waitFor();
      },
      600_000,
    );

    test('without a key it says that it needs one', async () => {
      await page.goto(`${app.url}/?as_of=2026-03-14T15:30:00Z`);
      await strip().getByText('The past is shown with a key').waitFor();
      expect(asked.filter((path) => path.startsWith('/api/'))).toEqual([]);
      expect(complaints).toEqual([]);
    }, 600_000);
  },
);
