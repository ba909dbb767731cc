import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { buildSiteIfStale, SITE_DIR } from '../../src/pages/build.ts';
import { readSite } from '../../src/pages/site.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { CHROMIUM, launchBrowser } from '../support/browser.ts';
import { cutFigures, seriousFaults } from '../support/page-probes.ts';
import { seedPages, signal, trade, whale } from './seed.ts';

const run = promisify(execFile);

interface Groups {
  readonly nodes: readonly {
    readonly count: number;
    readonly key: Readonly<Record<string, string | null>>;
  }[];
}

describe.skipIf(CHROMIUM === null)(
  'groups keep the tab, speak the words of the rows, and are what is copied (skipped without Chromium: apt-get install chromium)',
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
      const signals = [
        signal('ranked', { source: 'aoe', source_detail: null }),
        signal('closed1', { status: 'CLOSED' }),
        signal('closed2', { status: 'CLOSED', source: 'aoe', source_detail: null }),
      ];
      expect((await app.ingest('trade-feed', signals)).status).toBe(200);
      const bought = [whale('coin', { event_type: 'token_buy', title: 'BTC', outcome: null })];
      expect((await app.ingest('whales', bought)).status).toBe(200);
      const members = Array.from({ length: 120 }, (_, n) => trade(`many${n}`));
      expect((await app.ingest('congress', members)).status).toBe(200);
      browser = await launchBrowser();
    }, 600_000);
    afterAll(async () => {
      await browser?.close();
      await app?.stop();
    }, 600_000);
    afterEach(async () => {
      await context?.close();
      expect(complaints.splice(0)).toEqual([]);
    });

    const rows = () => page.locator('.feed-page tbody tr');
    const open = async (path: string, key: string | null = app.key) => {
      context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
      await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: app.url });
      page = await context.newPage();
      page.on('console', (message) => {
        if (message.type() === 'error') complaints.push(message.text());
      });
      page.on('pageerror', (error) => complaints.push(error.message));
      if (key !== null)
        await page.addInitScript((text) => sessionStorage.setItem('alpha-data-key', text), key);
      await page.goto(app.url + path);
      await rows().first().waitFor();
    };
    const labels = () => rows().locator('td:first-child').allTextContents();
    const heading = (text: RegExp) => page.getByRole('heading', { name: text });
    const copied = async (what: string) => {
      await page.getByRole('button', { name: `Copy as ${what}` }).click();
      await page.getByRole('button', { name: 'Copied' }).waitFor();
      return page.evaluate(() => navigator.clipboard.readText());
    };

    test('the tab stays, and the others group what they show', async () => {
      await open('/feed/signals');
      await page.getByLabel('Group by').selectOption('SOURCE');
      await page.waitForURL(/\?status=OPEN&by=SOURCE$/);
      const answer = await app.get('/api/v1/trade-feed/groups?by=source&status=OPEN', {
        'x-api-key': app.key,
      });
      const { groups } = (await answer.json()) as { groups: readonly { key: { source: string } }[] };
      await heading(new RegExp(`^${groups.length} groups, `)).waitFor();
      const tab = (name: string) => page.getByRole('button', { name, exact: true });
      expect(await tab('Open').getAttribute('aria-pressed')).toBe('true');
      const said: Readonly<Record<string, string>> = { mte: 'Strategy', aoe: 'Ranking', insider: 'Insider' };
      expect(await labels()).toEqual(groups.map(({ key }) => said[key.source]));
      expect(await seriousFaults(page)).toEqual([]);
      await tab('Closed').click();
      await page.waitForURL(/\?status=CLOSED&by=SOURCE$/);
      await heading(/^2 groups, 2 rows$/).waitFor();
      await page.getByRole('link', { name: 'Ranking', exact: true }).click();
      await heading(/^1 row$/).waitFor();
      expect(await tab('Closed').getAttribute('aria-pressed')).toBe('true');
      await page.getByRole('link', { name: 'Remove the filter: Source is Ranking' }).waitFor();
      await page.getByLabel('Group by').selectOption('STATUS');
      await heading(/^1 group, 1 row$/).waitFor();
      await tab('All').click();
      await heading(/^2 groups, 2 rows$/).waitFor();
      expect(await tab('All').getAttribute('aria-pressed')).toBe('true');
      await page.setViewportSize({ width: 390, height: 844 });
      await tab('All').waitFor();
      expect(await cutFigures(page)).toEqual([]);
    }, 600_000);

    test('a source is chosen by the word that stands in the rows', async () => {
      await open('/feed/signals');
      await page.getByLabel('Filter by').selectOption('source');
      await page.getByLabel('Value').selectOption('Ranking');
      await page.getByRole('button', { name: 'Add', exact: true }).click();
      await page.waitForURL(/source=aoe$/);
      await heading(/^1 row$/).waitFor();
      await page.getByRole('link', { name: 'Remove the filter: Source is Ranking' }).waitFor();
    }, 600_000);

    test('whales without a name go by their address, and lead to their moves', async () => {
      await open('/feed/whales?by=EVENT_TYPE');
      await expect
        .poll(async () => (await labels()).toSorted())
        .toEqual(['Buy of a token', 'Increase, or buy of a coin']);
      expect(await page.getByLabel('Group by').locator('option').allTextContents()).toEqual([
        'Not grouped',
        'By market',
        'By whale',
        'By platform',
        'By event',
        'By day seen',
        'By month seen',
      ]);
      await page.getByLabel('Group by').selectOption('WHALE_NAME');
      await heading(/^7 groups, 13 rows$/).waitFor();
      expect(await labels()).toContain('Whale 0');
      await page.getByRole('link', { name: '0x5e9e…a13a', exact: true }).click();
      await heading(/^7 rows$/).waitFor(); // six of the seed, and the purchase
      await page.getByRole('link', { name: 'Remove the filter: No name', exact: true }).waitFor();
    }, 600_000);

    test('what is copied asks for the groups, in the order of the page, with its filter', async () => {
      await open('/feed/insider?transactionDirection=BUY&sort=-COUNT&by=TICKER');
      const shown = await rows().evaluateAll((all) =>
        all.map((row) => [
          row.querySelector('td')?.textContent,
          Number(row.querySelector('td.number')?.textContent),
        ]),
      );
      expect(shown).toHaveLength(3);
      const inGraph = ({ nodes }: Groups) => nodes.map(({ key, count }) => [key.ticker, count]);

      const [first = '', ...text] = (await copied('GraphQL')).split('\n');
      const variables = JSON.parse(first.replace('# Variables: ', ''));
      const { data } = await app.graphql(text.join('\n'), variables);
      expect(inGraph(data?.insiderFilingGroups ?? expect.unreachable())).toEqual(shown);

      const env = { ...process.env, ALPHA_KEY: app.key };
      const { stdout } = await run('bash', ['-c', await copied('curl')], { env });
      expect(inGraph(JSON.parse(stdout).data.insiderFilingGroups)).toEqual(shown);

      const url = /"(http[^"]+)"/.exec(await copied('pandas'))?.[1] ?? '';
      const csv = await fetch(url, { headers: { 'x-api-key': app.key, accept: 'text/csv' } });
      const lines = (await csv.text()).trim().split(/\r?\n/);
      expect(lines[0]).toBe('key.ticker,count,value.sum');
      expect(lines.slice(1).map((line) => [line.split(',')[0], Number(line.split(',')[1])])).toEqual(shown);
    }, 600_000);

    test('the file has all groups, those beyond the page and the first hundred too', async () => {
      await open('/feed/congress?by=POLITICIAN_NAME');
      await heading(/^50 of 150 groups, 150 rows$/).waitFor();
      expect(await page.getByRole('button', { name: 'Parquet' }).count()).toBe(0);
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'CSV' }).click(),
      ]);
      expect(file.suggestedFilename()).toBe('congress-groups.csv');
      const lines = readFileSync(await file.path(), 'utf8')
        .trim()
        .split(/\r?\n/);
      expect(lines[0]).toBe('key.politician_name,count,amount_low.sum');
      expect(new Set(lines.slice(1)).size).toBe(150);

      const code = await copied('pandas');
      const url = /f"(http[^"]+)"/.exec(code)?.[1] ?? '';
      expect(code).toContain('for page in range(2)');
      const sizes = await Promise.all(
        ['0', '1'].map(async (number) => {
          const headers = { 'x-api-key': app.key, accept: 'text/csv' };
          const text = await (await fetch(url.replace('{page}', number), { headers })).text();
          return text.trim().split('\n').length - 1;
        }),
      );
      expect(sizes).toEqual([100, 50]);
    }, 600_000);

    test('without a key an address of groups shows the rows', async () => {
      await open('/feed/signals?status=OPEN&by=SOURCE', null);
      expect(await rows().count()).toBeGreaterThan(9);
      expect(await page.getByLabel('Group by').count()).toBe(0);
    }, 600_000);
  },
);
