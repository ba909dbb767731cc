import type { Browser, BrowserContext, Page, WebSocketRoute } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildSiteIfStale, SITE_DIR } from '../../src/pages/build.ts';
import { readSite } from '../../src/pages/site.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { CHROMIUM, launchBrowser } from '../support/browser.ts';
import { boxesOf, seriousFaults, shifted } from '../support/page-probes.ts';
import { UNMETERED } from '../support/tiers.ts';
import { seedPages, signal, trade, whale } from './seed.ts';

const LONG_AGO = { transaction_date: '2020-01-01T00:00:00', filing_date: '2020-01-02T00:00:00' };
/** Its day can be spent within a minute. */
const LIMITS = { requestsPerDay: 50, requestsPerMinute: 50, streamsPerKey: 3, streamsPerSocket: 3 };
const FREE = { ...UNMETERED, ...LIMITS, id: 'free', name: 'Free', historyDays: 7, insiderLagHours: 24 };

describe.skipIf(CHROMIUM === null)(
  'the pages in Chromium (skipped without: apt-get install chromium)',
  () => {
    let app: TestApp;
    let browser: Browser;
    let context: BrowserContext;
    let page: Page;
    const complaints: string[] = [];
    const asked: string[] = [];

    beforeAll(async () => {
      await buildSiteIfStale();
      const tiers = [FREE, UNMETERED];
      app = await startApp({}, { site: readSite(SITE_DIR), tiers });
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
        if (message.type() === 'error') complaints.push(`console: ${message.text()}`);
      });
      page.on('pageerror', (error) => complaints.push(`error: ${error.message}`));
      page.on('request', (request) => {
        if (!request.url().startsWith(app.url)) complaints.push(`foreign request: ${request.url()}`);
        asked.push(`${request.method()} ${new URL(request.url()).pathname}`);
      });
    });
    afterEach(async () => {
      await context.close();
      expect(complaints).toEqual([]);
    });

    const panel = (name: string) => page.locator(`section[aria-labelledby="${name}"]`);
    const rows = (name: string) => panel(name).locator('tbody tr');
    const source = (name: string) => panel(name).locator('.badge');
    /** As a page that was opened with it before. */
    const withKey = async (key: string) => {
      await context.addCookies([{ name: 'keyed', value: '1', url: app.url }]);
      await page.addInitScript((text) => sessionStorage.setItem('alpha-data-key', text), key);
    };
    const open = (path: string) => page.goto(app.url + path);
    const graphqlPosts = () => asked.filter((one) => one === 'POST /graphql').length;

    test('the layout is there before any script', async () => {
      const plain = await browser.newContext({
        javaScriptEnabled: false,
        viewport: { width: 1440, height: 900 },
      });
      await plain.addCookies([{ name: 'keyed', value: '1', url: app.url }]);
      const bare = await plain.newPage();
      await bare.goto(app.url);
      const before = await boxesOf(bare.locator('section.panel'));
      await plain.close();
      await withKey(app.key);
      await open('/');
      await rows('signals').first().waitFor();
      expect(await boxesOf(page.locator('section.panel'))).toEqual(before);
      expect(before.length).toBe(8);
    });

    test('with a key: one query, then streams; a change arrives without another question', async () => {
      await withKey(app.key);
      await open('/');
      for (const name of ['signals', ...LISTS]) await rows(name).first().waitFor();
      await panel('scorecards').getByRole('link', { name: 'Alt-market strength' }).waitFor();
      await expect.poll(() => page.locator('.source-live').count()).toBe(8);
      expect(graphqlPosts()).toBe(1);
      expect(asked.filter((one) => one.startsWith('GET /api/'))).toEqual([]);

      await app.ingest('trade-feed', [signal('s0', { pnl_pct: -2.5 })]);
      await rows('signals').first().getByText('−2.50%').waitFor();
      await app.ingest('ams', [
        {
          id: 'ams-0',
          scorecard: 'ams',
          timeframe: '1D',
          timestamp: `${today()}T00:00:00.000Z`,
          data: { ams: 77.7, btc_dominance: 55 },
        },
      ]);
      await panel('scorecards').getByText('77.7').first().waitFor();
      expect(await shifted(page)).toBeLessThan(0.01);
      await app.ingest('trade-feed', [signal('tick', { symbol: 'TICK', pnl_pct: 1 })]);
      await rows('signals').filter({ hasText: 'TICK' }).getByText('+1.00%').waitFor();
      expect(graphqlPosts()).toBe(1);
      await page.getByText(/of 1,000,000,000/).click();
      await page.getByRole('row', { name: /This page 2/ }).waitFor();
      await page.getByRole('row', { name: /Live stream 1/ }).waitFor();
    });

    test('a socket that drops loses nothing: streams go on behind the last event', async () => {
      let isBlocked = false;
      const sockets: WebSocketRoute[] = [];
      const subscriptions: string[] = [];
      await page.routeWebSocket(/graphql/, (socket) => {
        if (isBlocked) return void socket.close();
        sockets.push(socket);
        const server = socket.connectToServer();
        socket.onMessage((message) => {
          if (String(message).includes('PageChanges')) subscriptions.push(String(message));
          server.send(message);
        });
      });
      await withKey(app.key);
      await open('/');
      await expect.poll(() => page.locator('.source-live').count()).toBe(8);
      await app.ingest('trade-feed', [signal('before', { symbol: 'BEFORE' })]);
      await rows('signals').filter({ hasText: 'BEFORE' }).waitFor();

      isBlocked = true;
      for (const socket of sockets) await socket.close();
      await page.getByText('Connection lost').waitFor();
      const missed = ['MISSED1', 'MISSED2', 'MISSED3'];
      for (const symbol of missed) await app.ingest('trade-feed', [signal(symbol, { symbol })]);
      isBlocked = false;
      for (const symbol of missed) await rows('signals').filter({ hasText: symbol }).waitFor();
      await expect.poll(() => page.locator('.source-live').count()).toBe(8);
      expect(graphqlPosts()).toBe(1);
      const cursors = subscriptions.map((text) => JSON.parse(text).payload.variables.after);
      expect(new Set(cursors).size).toBe(cursors.length); // the second went on from further on

      // Passed over: the page is read anew.
      const stream = subscriptions.map((text) => JSON.parse(text)).at(-1);
      const resync = { kind: 'RESYNC', feed: null, cursor: 'x', node: null };
      sockets
        .at(-1)
        ?.send(JSON.stringify({ id: stream.id, type: 'next', payload: { data: { event: resync } } }));
      await expect.poll(graphqlPosts, { timeout: 300_000 }).toBe(2);
      await expect.poll(() => page.locator('.source-live').count()).toBe(8);
    }, 600_000);

    test('filters: what is on the page at once, older rows with one question, live rows as they come', async () => {
      await app.ingest('congress', [
        trade('old', { politician_name: 'Long Ago', ticker: 'OLDX', ...LONG_AGO }),
      ]);
      await withKey(app.key);
      await open('/');
      await rows('congress').first().waitFor();
      await page.getByLabel('Party of congress trades').selectOption('R');
      await page.getByLabel('Kind of congress trades').selectOption('BUY');
      await expect.poll(() => panel('congress').locator('.party').allTextContents()).not.toContain('D');
      await expect.poll(() => rows('congress').count()).toBe(15);

      await page.getByLabel('Party of congress trades').selectOption('');
      await page.getByLabel('Ticker of congress trades').fill('oldx');
      await rows('congress').getByText('Long Ago').waitFor();
      expect(await rows('congress').count()).toBe(1);
      await app.ingest('congress', [trade('new', { politician_name: 'Just Now', ticker: 'OLDX' })]);
      await rows('congress').getByText('Just Now').waitFor();
      await page.getByLabel('Ticker of congress trades').fill('NONE');
      await panel('congress').getByText('No trade matches the filters.').waitFor();
    });

    test('without a key: the open feeds, and the page says so; a key is taken, kept out of URLs, and refused aloud', async () => {
      await open('/');
      await rows('signals').first().waitFor();
      await page.locator('.strip').getByText('The last seven days, without a key').waitFor();
      expect(await source('scorecards').textContent()).toBe('Open feed');
      const getKey = panel('scorecards').getByRole('link', { name: 'Get a key' });
      expect(await getKey.getAttribute('href')).toBe('/account#create');
      expect(await source('signals').textContent()).toBe('Open feed');
      await app.ingest('trade-feed', [signal('polled', { symbol: 'POLLED' })]);
      await rows('signals').filter({ hasText: 'POLLED' }).waitFor({ timeout: 300_000 });
      expect(graphqlPosts()).toBe(0);

      await page.getByRole('button', { name: 'Enter a key' }).click();
      await page.getByLabel('Key', { exact: true }).fill(app.key);
      await page.keyboard.press('Enter');
      await expect.poll(() => page.locator('.source-live').count()).toBe(8);
      expect(page.url()).toBe(`${app.url}/`);
      expect(await page.evaluate(() => sessionStorage.getItem('alpha-data-key'))).toBe(app.key);
      expect(await page.evaluate(() => localStorage.length)).toBe(0);

      await page.getByRole('button', { name: 'Key', exact: true }).click();
      await page.getByRole('button', { name: 'Forget the key' }).click();
      await expect.poll(() => source('signals').textContent()).toBe('Open feed');
      expect(await page.evaluate(() => sessionStorage.length)).toBe(0); // nothing that was read by it is left
      await page.getByRole('button', { name: 'Enter a key' }).click();
      await page.getByLabel('Key', { exact: true }).fill('no-key');
      await page.keyboard.press('Enter');
      await page.getByText('The key was refused').waitFor();
      expect(complaints.splice(0)).toEqual([expect.stringContaining('401')]); // the browser's own line about it
    }, 600_000);

    test('with a free key: what changes a few times a minute in one stream, the rest from the open feeds, and never more than half of the day', async () => {
      const key = await app.issue('free');
      for (let spent = 0; spent < 21; spent += 1) await app.get('/api/v1/mre', { 'x-api-key': key });
      await withKey(key);
      await page.clock.install();
      await open('/');
      await expect.poll(() => page.locator('.source-live').count()).toBe(4);
      for (const name of ['signals', 'markets', 'reversals', 'outperformers'])
        await expect.poll(() => source(name).textContent()).toBe('Open feed');
      await page.getByText('26 of 50').waitFor(); // 21 before, 2 for the page, 1 for the stream

      const whales = Array.from({ length: 100 }, (_, n) => whale(`many${n}`));
      await app.ingest('whales', whales); // the hundred that cost a unit
      await page.getByText('This page is not live: half of the day’s units are kept').waitFor();
      await expect.poll(() => source('whales').textContent()).toBe('Open feed');
      await app.ingest('trade-feed', [signal('free', { symbol: 'FREE' })]);
      await rows('signals').filter({ hasText: 'FREE' }).waitFor({ timeout: 300_000 });
      const answer = await app.get('/api/v1/insider-alpha/usage', { 'x-api-key': key });
      const { usage } = (await answer.json()) as { usage: { daily_used: number } };
      expect(usage.daily_used).toBe(25 + 1); // the question itself is one

      await page.clock.fastForward('25:00:00'); // the next day has units again
      await expect.poll(graphqlPosts).toBe(2);
    });

    test('a symbol: one query for everything known, reached from a table, live', async () => {
      await withKey(app.key);
      await open('/');
      await rows('congress').first().waitFor();
      asked.length = 0;
      await rows('congress').getByRole('link', { name: 'NVDA' }).first().click();
      await page.waitForURL(/\/asset\/NVDA\?kind=stock$/);
      await page.getByRole('heading', { name: 'NVDA NVDA Inc' }).waitFor();
      for (const name of ['signals', 'insider', 'congress']) await rows(name).first().waitFor();
      await panel('insider-flow').getByText('insiders', { exact: false }).first().waitFor();
      await expect.poll(() => page.locator('.panel:not([hidden]) .source-live').count()).toBe(3);
      expect(graphqlPosts()).toBe(1);
      await app.ingest('trade-feed', [signal('other', { symbol: 'AAPL', pnl_pct: 9.87 })]);
      await app.ingest('trade-feed', [signal('mine', { symbol: 'NVDA', pnl_pct: 6.54 })]);
      await rows('signals').getByText('+6.54%').waitFor();
      expect(await rows('signals').getByText('+9.87%').count()).toBe(0);
      expect(await seriousFaults(page)).toEqual([]);

      await page.keyboard.press('Control+k');
      await page.getByRole('combobox').fill('btc');
      await page.getByRole('option', { name: 'BTC, crypto' }).click();
      await page.waitForURL(/\/asset\/BTC\?kind=crypto/);
      await expect.poll(() => source('reversals').textContent()).toBe('Live');
      await rows('reversals').getByText('BTC/USDT').waitFor();
    });

    test('themes are chosen, kept and there at the first paint; no serious fault in either', async () => {
      await withKey(app.key);
      await open('/');
      await rows('signals').first().waitFor();
      const ground = () =>
        page.evaluate(() => getComputedStyle(document.body.parentElement as Element).backgroundColor);
      const light = await ground();
      expect(await seriousFaults(page)).toEqual([]);
      await page.getByRole('button', { name: 'Switch to dark theme' }).click();
      const dark = await ground();
      expect(dark).not.toBe(light);
      expect(await seriousFaults(page)).toEqual([]);
      const html = await (await page.reload())?.text();
      expect(html).toContain('data-theme="dark"');
      expect(await ground()).toBe(dark);
    });

    test('on a phone nothing is wider than the screen, and everything works by keyboard', async () => {
      await page.setViewportSize({ width: 390, height: 844 });
      await withKey(app.key);
      await open('/');
      await rows('markets').first().waitFor();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
      expect(await seriousFaults(page)).toEqual([]);
      await page.keyboard.press('Tab');
      expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to content');
      await page.locator('section.scroll[aria-label="Coins against Bitcoin"]').focus();
      const before = await page.evaluate(() => scrollY);
      await page.keyboard.press('PageDown');
      // The page scrolls, not the table.
      await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(before);
    });
  },
);

const LISTS = ['whales', 'congress', 'insider', 'markets', 'reversals', 'outperformers'];
const today = (): string => new Date().toISOString().slice(0, 10);
