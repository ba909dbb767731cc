import type { Browser, BrowserContext, Page, Response } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DEFAULT_TIERS, FREE_TIER_ID } from '../../src/core/access/tiers.ts';
import { buildSiteIfStale, SITE_DIR } from '../../src/pages/build.ts';
import { readSite } from '../../src/pages/site.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { CHROMIUM, launchBrowser } from '../support/browser.ts';
import { seedPages } from './seed.ts';

const FREE = DEFAULT_TIERS.find(({ id }) => id === FREE_TIER_ID);
const MINUTE_MS = 60_000;

describe.skipIf(CHROMIUM === null)(
  'a free key, of five units a minute (skipped without Chromium: apt-get install chromium)',
  () => {
    /** The clock of the server and that of the page run together, from the beginning of a minute. */
    let offsetMs = 0;
    const nowMs = () => Date.now() + offsetMs;
    let app: TestApp;
    let key: string;
    let browser: Browser;
    let context: BrowserContext;
    let page: Page;
    const refusals: string[] = [];
    const asked: string[] = [];

    beforeAll(async () => {
      await buildSiteIfStale();
      app = await startApp({}, { site: readSite(SITE_DIR), clock: { now: () => new Date(nowMs()) } });
      await seedPages(app);
      browser = await launchBrowser();
    }, 600_000);
    afterAll(async () => {
      await browser?.close();
      await app?.stop();
    }, 600_000);

    beforeEach(async () => {
      offsetMs = MINUTE_MS - (Date.now() % MINUTE_MS) + 1_000;
      refusals.length = 0;
      asked.length = 0;
      key = await app.issue(FREE_TIER_ID);
      context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
      await context.addInitScript((text) => sessionStorage.setItem('alpha-data-key', text), key);
      page = await context.newPage();
      await page.clock.install({ time: nowMs() });
      // Node writes the system's time into `Date`, not that of the service's clock: here the page goes by its own.
      await page.route('**/graphql', async (route) => {
        const response = await route.fetch();
        const { date: _date, ...headers } = response.headers();
        await route.fulfill({ response, headers });
      });
      page.on('response', (response: Response) => {
        asked.push(`${response.request().method()} ${new URL(response.url()).pathname}`);
        if (response.status() === 429) refusals.push(response.url());
      });
    });
    afterEach(() => context.close());

    const rows = (name: string) => page.locator(`section[aria-labelledby="${name}"] tbody tr`);
    const graphqlPosts = () => asked.filter((one) => one === 'POST /graphql').length;
    const waiting = () => page.locator('.strip').getByText('Goes on in');
    /** The stream of a page took its unit: whoever leaves before has one more. */
    const streamed = () => page.locator('.source-live').first().waitFor();
    /** Whose clock is the server's, however long the page before took. */
    const visit = async (path: string) => {
      await page.clock.setSystemTime(nowMs());
      await page.goto(app.url + path);
    };
    /** Time passes, for the server and for the page. */
    const pass = async (ms: number) => {
      offsetMs += ms;
      await page.clock.fastForward(ms);
    };

    test('ten minutes of clicking: never refused, never a stuck panel, never asked for a key that is there', async () => {
      const places = ['/', '/asset/NVDA', '/asset/AAPL', '/', '/asset/BTC', '/asset/MSFT'];
      for (let n = 0; n < 40; n += 1) {
        const place = places[n % places.length] ?? '/';
        await visit(place);
        await rows('signals').first().waitFor();
        await expect.poll(() => page.locator('.skeleton').count()).toBe(0);
        expect(await page.getByText('Needs a key').count(), place).toBe(0);
        expect(await page.getByText('Enter a key').count(), place).toBe(0);
        await pass(15_000);
      }
      expect(refusals).toEqual([]);
      expect(graphqlPosts()).toBeGreaterThan(15);
      expect(FREE).toMatchObject({ requestsPerMinute: 5, requestsPerDay: 50 });
    }, 600_000);

    test('when the minute is spent the page keeps what it has, says so, counts down and goes on', async () => {
      await visit('/asset/NVDA');
      await page.getByRole('heading', { name: 'NVDA NVDA Inc' }).waitFor();
      await streamed();
      for (const symbol of ['AAPL', 'MSFT']) {
        await visit(`/asset/${symbol}`);
        await expect.poll(() => page.locator('.skeleton').count()).toBe(0);
      }
      expect(graphqlPosts()).toBe(3); // and the stream of the first
      await visit('/asset/AMZN');
      await waiting().first().waitFor();
      await page.locator('summary').getByText('46 of 50 left').waitFor(); // as the pages before were told
      await page.locator('summary').getByText('Free', { exact: true }).waitFor();
      expect(graphqlPosts()).toBe(3);
      expect(refusals).toEqual([]);
      await pass(MINUTE_MS);
      await expect.poll(graphqlPosts).toBe(4);
      await waiting().first().waitFor({ state: 'detached' });
    }, 600_000);

    test('when the minute is spent a feed has the rows of its open feed, and other pages say when they go on', async () => {
      for (const symbol of ['NVDA', 'AAPL', 'MSFT']) {
        await visit(`/asset/${symbol}`);
        await expect.poll(() => page.locator('.skeleton').count()).toBe(0);
        if (symbol === 'NVDA') await streamed();
      }
      await visit('/feed/insider');
      await page.getByText(/^\d+ of \d+ rows$|^\d+ rows$/).waitFor(); // with the last unit
      await visit('/feed/congress?party=D&sort=-TICKER');
      await waiting().first().waitFor();
      await page.locator('tbody tr').first().waitFor();
      await page.getByText('Open feed', { exact: true }).waitFor();
      expect(new Set(await page.locator('.party').allTextContents())).toEqual(new Set(['D']));
      await visit('/politician/Somebody');
      await page.getByRole('heading', { name: 'Politician', exact: true }).waitFor();
      await page.getByText('The key’s units are spent for the moment.').waitFor();
      expect(await page.locator('.skeleton').count()).toBe(0);
      // The open feeds tell of other entities.
      await visit('/market/m3');
      await page.getByRole('heading', { name: 'Will event 3 happen?' }).waitFor();
      await page.locator('.headline .numbers').getByText('30%').waitFor();
      await page.getByText('The key’s units are spent for the moment.').waitFor();
      await visit('/feed/congress');
      await page.getByText('Open feed', { exact: true }).waitFor();
      await pass(MINUTE_MS);
      await page.getByText('Open feed', { exact: true }).waitFor({ state: 'detached' });
      await waiting().first().waitFor({ state: 'detached' });
      expect(refusals).toEqual([]);
    }, 600_000);

    test('the search leaves units for a page: until there are more it finds what the open feeds have, and leads to no guide', async () => {
      await visit('/');
      await rows('congress').first().waitFor();
      const search = async (query: string) => {
        await page.getByRole('combobox', { name: 'Search names' }).fill(query);
        await page.clock.fastForward(1_000); // until it is no half word
      };
      const said = page.locator('.palette [role=status]');
      const option = (text: string) => page.getByRole('option').filter({ hasText: text }).first();
      await page.getByRole('button', { name: 'Search' }).click();
      await search('Coin 1');
      await option('COIN1, crypto').waitFor();
      await said.getByText(/^\d+ found\.$/).waitFor();
      expect(graphqlPosts()).toBe(2); // two units are left
      await search('Coin 2');
      await option('COIN2, crypto').waitFor();
      await said.getByText('1 found in the open data. The whole search waits for units. Goes on').waitFor();
      await search('Member c1');
      const href = await option('Member c1').getAttribute('href');
      expect(href).toBe('/feed/congress?politicianName.contains=Member+c1');
      await search('Acme');
      await said.getByText('The open data has no “Acme”.').waitFor();
      await page.getByRole('combobox', { name: 'Search names' }).press('Enter');
      expect(new URL(page.url()).pathname).toBe('/');
      expect(graphqlPosts()).toBe(2);
      await pass(MINUTE_MS);
      await said.getByText('Nothing is called “Acme”').waitFor();
      await page.getByRole('combobox', { name: 'Search names' }).press('Enter');
      await page.waitForURL('**/guides?q=Acme');
      expect(refusals).toEqual([]);
    }, 600_000);

    test('going back within a minute asks nothing: what was read is kept', async () => {
      await visit('/');
      await rows('congress').first().waitFor();
      expect(graphqlPosts()).toBe(1);
      await visit('/asset/NVDA');
      await rows('congress').first().waitFor();
      await visit('/');
      await rows('congress').first().waitFor();
      await page.locator('.card').getByText('Alt-market strength', { exact: true }).waitFor();
      expect(await page.locator('.over').count()).toBe(0); // the charts are there
      expect(graphqlPosts()).toBe(2);
    });

    test('units spent elsewhere: the refusal keeps the page, and it goes on when the server says', async () => {
      for (let n = 0; n < 5; n += 1) await app.get('/api/v1/mre', { 'x-api-key': key });
      await visit('/');
      await waiting().first().waitFor();
      await rows('congress').first().waitFor();
      expect(refusals).toHaveLength(1); // nothing had told the page
      await page
        .locator('.strip')
        .getByText(/This costs 2 units; of the 5 units a minute, 0 are left/)
        .waitFor();
      expect(await page.getByText('Needs a key').count()).toBe(0);
      await pass(MINUTE_MS);
      await page
        .locator('section[aria-labelledby="scorecards"]')
        .getByText('Waiting')
        .waitFor({ state: 'detached' });
      await expect.poll(graphqlPosts).toBe(2);
    }, 600_000);
  },
);
