import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { runFormat } from '../../src/app/import.ts';
import { strategies } from '../../src/feeds/mte/feed.ts';
import { buildSiteIfStale, SITE_DIR } from '../../src/pages/build.ts';
import { readSite } from '../../src/pages/site.ts';
import { secOwnership } from '../../src/sources/sec/sec-ownership.ts';
import { ENTITIES } from '../../src/web/data/entities.ts';
import { ownershipDocument, transaction } from '../sources/sec/ownership-document.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { CHROMIUM, launchBrowser } from '../support/browser.ts';
import { cutFigures, seriousFaults } from '../support/page-probes.ts';
import { sampleRecords } from '../support/records.ts';
import { seedPages, trade, whale } from './seed.ts';

const HOLDING = `<nonDerivativeHolding>
  <securityTitle><value>Class B Common Stock</value></securityTitle>
  <postTransactionAmounts><sharesOwnedFollowingTransaction><value>76543</value></sharesOwnedFollowingTransaction></postTransactionAmounts>
  <ownershipNature><directOrIndirectOwnership><value>D</value></directOrIndirectOwnership></ownershipNature>
</nonDerivativeHolding>`;

const PHONE = { width: 390, height: 844 };

describe.skipIf(CHROMIUM === null)(
  'the page of a politician, a whale, a strategy, a market, an insider, a cluster, a scorecard (skipped without Chromium: apt-get install chromium)',
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
      await app.services.ingest.write(strategies, sampleRecords(strategies, 2));
      browser = await launchBrowser();
    }, 600_000);
    afterAll(async () => {
      await browser?.close();
      await app?.stop();
    }, 600_000);

    beforeEach(async () => {
      complaints.length = 0;
      context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
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

    const enterKey = () =>
      page.addInitScript((text) => sessionStorage.setItem('alpha-data-key', text), app.key);
    const scale = () => page.locator('.line-chart .scale span').allTextContents();
    const heading = () => page.getByRole('heading', { level: 1 });

    test.each([
      ['congress', '/politician/', ['Trades', 'Purchases', 'Disclosed'], 'Trades'],
      ['whales', '/whale/', ['Events', 'Last seen'], 'Activity'],
      ['strategies', '/strategy/', ['Grade', 'Drawdown', 'Sharpe'], 'Signals'],
      ['markets', '/market/', ['Yes', '24 h volume'], null],
      ['insider', '/insider/', ['Transactions', 'Bought', 'Sold'], 'Transactions'],
    ] as const)(
      'a row of %s leads to %s…, with its figures and what belongs to it',
      async (feed, path, figures, rows) => {
        await enterKey();
        await page.goto(`${app.url}/feed/${feed}`);
        const link = page.locator('tbody a.name').first();
        const name = (await link.getAttribute('title')) ?? expect.unreachable('a link says where it leads');
        await link.click();
        await page.waitForURL(new RegExp(path));
        for (const figure of figures)
          await page.locator('.numbers dt', { hasText: figure }).first().waitFor();
        const said = `${await heading().textContent()} ${await heading().locator('span').last().getAttribute('title')}`;
        const words = name.split(/[ ,·]/)[0] ?? '';
        expect(said).toContain(words.startsWith('0x') ? words.slice(0, 6) : words);
        const panel = page.locator('[data-panel="rows"]');
        if (rows === null) expect(await panel.isHidden()).toBe(true);
        else await panel.getByRole('heading', { name: rows, exact: true }).waitFor();
        expect(await seriousFaults(page)).toEqual([]);
        expect(await cutFigures(page)).toEqual([]);
        await page.setViewportSize(PHONE);
        expect(await cutFigures(page)).toEqual([]);
      },
      600_000,
    );

    test('a market has the odds of each outcome, and a name for what is told of it', async () => {
      const market = (market_id: string, more: object) => ({
        market_id,
        platform: 'polymarket',
        question: 'Who wins?',
        yes_price: 0.2,
        outcome_prices: [0.2, 0.5, 0.3],
        volume_24h: 1,
        active: true,
        ...more,
      });
      const three = ['First', 'Second', 'Third'].map((name, n) => ({ name, price: [0.2, 0.5, 0.3][n] }));
      const answer = await app.ingest('prediction', [
        market('three', { outcomes: three }),
        market('ruled', { outcomes: three.slice(0, 2), rules: 'Whoever is first.' }),
      ]);
      expect(answer.status, await answer.text()).toBe(200);
      await enterKey();
      await page.goto(`${app.url}/market/three`);
      await page.getByRole('heading', { name: 'Outcomes', exact: true }).waitFor();
      expect(await page.locator('.outcomes dt').allTextContents()).toEqual(['Second', 'Third', 'First']);
      expect(await page.locator('.outcomes dd').allTextContents()).toEqual(['50%', '30%', '20%']);
      expect(await page.locator('.numbers').textContent()).toContain('Second50%');
      await page.locator('.strip').getByText('Live', { exact: true }).waitFor();
      const turned = three.map(({ name }, n) => ({ name, price: [0.7, 0.1, 0.2][n] }));
      expect((await app.ingest('prediction', [market('three', { outcomes: turned })])).status).toBe(200);
      await page.locator('.outcomes dd', { hasText: '70%' }).waitFor(); // by itself
      expect(await page.locator('.outcomes dt').allTextContents()).toEqual(['First', 'Third', 'Second']);
      await page.goto(`${app.url}/market/ruled`);
      await page.getByRole('heading', { name: 'Outcomes and rules', exact: true }).waitFor();
      await page.getByText('Whoever is first.').waitFor();
      expect(await seriousFaults(page)).toEqual([]);
    }, 600_000);

    test('the exits of a whale are in a tab of their own', async () => {
      const address = '0x1111111111111111111111111111111111111111';
      const exit = whale('exit', { address, event_type: 'exit', title: 'SOL-PERP', value: 76_543, size: 0 });
      const more = whale('more', { address, position_value: 40_000 });
      expect((await app.ingest('whales', [exit, more])).status).toBe(200);
      await enterKey();
      await page.goto(`${app.url}/whale/hyperliquid:${address}`);
      const open = page.getByRole('region', { name: 'Open positions' }).locator('tbody tr');
      await open.first().locator('[title="20 ETH"]').waitFor(); // a size has its unit
      await open.locator('a[href^="/asset/ETH"]', { hasText: 'ETH-PERP' }).waitFor();
      expect(await page.locator('.headline .address').textContent(), 'the whole address').toBe(address);
      expect(await page.locator('.numbers').textContent()).toMatch(/1Value\$40\.0K seen \d+[smh] ago/);
      await page.getByRole('button', { name: 'Closed', exact: true }).click();
      const rows = page.getByRole('region', { name: 'Closed positions' }).locator('tbody tr');
      await rows.first().waitFor();
      expect(await rows.count()).toBe(1);
      expect(await rows.locator('[title="76,543 USD"]').count()).toBe(1);
      expect(await rows.textContent()).toContain('SOL-PERP');
      expect(await seriousFaults(page)).toEqual([]);
      expect(await cutFigures(page)).toEqual([]);
      await page.setViewportSize(PHONE);
      expect(await cutFigures(page)).toEqual([]);
    }, 600_000);

    test('the newest cluster leads to who bought, and from there to each of them', async () => {
      await enterKey();
      await page.goto(app.url);
      await page.locator('.today-row').getByRole('link', { name: 'insiders bought' }).click();
      await page.waitForURL(/\/cluster\/[A-Z]+$/);
      const rowsOf = (label: string) => page.getByRole('region', { name: label }).locator('tbody tr');
      const buyers = rowsOf('Purchases');
      await buyers.first().waitFor();
      // Every second of thirty filings is a purchase, the others are sales, and a third of them are of one ticker.
      expect(await heading().textContent()).toContain('5 insiders bought');
      expect(await buyers.count()).toBe(5);
      const sellers = await rowsOf('Sales within the same 30 days')
        .locator('td:first-child a')
        .allTextContents();
      expect(sellers).toHaveLength(5);
      const boughtBy = await buyers.locator('td:first-child a').allTextContents();
      expect(sellers.filter((name) => boughtBy.includes(name))).toEqual([]);
      await page.locator('.strip').getByText('Live', { exact: true }).waitFor();
      expect(await buyers.first().locator('td').first().textContent()).toMatch(
        /^Insider \d+Chief Executive Officer$/,
      );
      expect(await page.locator('.numbers dt').allTextContents()).toEqual([
        'Insiders',
        'Bought',
        'Average price',
        'Sold',
        'Purchase days',
        'Cluster since',
      ]);
      expect(await seriousFaults(page)).toEqual([]);
      expect(await cutFigures(page)).toEqual([]);
      await page.goto(`${page.url()}?as_of=${new Date().toISOString()}`);
      await buyers.first().waitFor();
      await buyers
        .first()
        .getByRole('link', { name: /^Insider/ })
        .click();
      await page.waitForURL(/\/insider\/insider-\d+\?as_of=/);
      await page.getByRole('region', { name: 'Companies' }).locator('tbody tr').first().waitFor();
    }, 600_000);

    test('what an insider holds stands behind a tab', async () => {
      const folder = await mkdtemp(join(tmpdir(), 'alpha-page-'));
      const form = join(folder, 'form4.xml');
      await writeFile(form, ownershipDocument({ nonDerivative: transaction('nonDerivative', {}) + HOLDING }));
      await runFormat(app.services, secOwnership, [form], {
        filedAt: new Date(Date.now() - 86_400_000),
        reject: async () => undefined,
        onProgress: () => undefined,
      });
      await rm(folder, { recursive: true });
      await enterKey();
      await page.goto(`${app.url}/insider/cik-0000000007`);
      await page.getByRole('button', { name: 'Held', exact: true }).click();
      const rows = page.getByRole('region', { name: 'Holdings' }).locator('tbody tr');
      await rows.first().waitFor();
      expect(await rows.locator('[title="76,543"]').textContent()).toBe('76.5K');
      expect(await seriousFaults(page)).toEqual([]);
      expect(await cutFigures(page)).toEqual([]);
      await page.setViewportSize(PHONE);
      expect(await cutFigures(page)).toEqual([]);
    }, 600_000);

    test('a scorecard says what it is made of, and where it stands in its bands', async () => {
      const metrics = {
        mrs: 62.5,
        vix: 14.4,
        vix_score: 24.6,
        financial_stress_score: 92.3,
        financial_stress_stale_days: 3,
        coverage_pct: 75,
      };
      const point = { id: 'mrs-0', scorecard: 'mrs', timeframe: '1D', data: metrics };
      const today = `${new Date().toISOString().slice(0, 10)}T00:00:00.000Z`;
      const before = new Date(Date.parse(today) - 30 * 86_400_000).toISOString();
      const month = { ...point, id: 'mrs-30', timestamp: before, data: { ...metrics, mrs: 80 } };
      expect((await app.ingest('mrs', [month, { ...point, timestamp: today }])).status).toBe(200);
      await enterKey();
      await page.goto(app.url);
      const card = page.getByRole('article', { name: 'Market risk' });
      await expect.poll(() => card.locator('.value').textContent()).toMatch(/62\.5 .*\+.* points in a day/);
      await card.getByRole('link').click();
      await page.waitForURL(/\/scorecard\/MRS$/);
      const rows = page.getByRole('region', { name: 'Components' }).locator('tbody tr');
      await rows.first().waitFor();
      const cells = (row: number) => rows.nth(row).locator('td').allTextContents();
      expect((await cells(0)).slice(1)).toEqual(['30%', '14.40', '24.6', '13.4']);
      expect((await cells(1)).slice(1)).toEqual(['25%', '–', '92.3 held', '42.0']);
      expect(await rows.count()).toBe(5);
      expect(await rows.filter({ hasText: 'reversed' }).locator('td').first().textContent()).toMatch(
        /[Yy]ield/,
      );
      await page.locator('.strip').getByText('Live', { exact: true }).waitFor();
      expect(await page.locator('.numbers').textContent()).toContain('Risk-off 62.5');
      expect(await page.locator('.numbers').textContent()).toContain('30 days▼−17.5 points');
      const later = { ...point, timestamp: today, data: { ...metrics, mrs: 71 } };
      expect((await app.ingest('mrs', [later])).status).toBe(200);
      await page.locator('.numbers').getByText('71.0').waitFor(); // by itself
      expect(await page.locator('.line-chart .divide').count()).toBe(2);
      expect(await page.locator('.band-word').allTextContents()).toEqual(['Risk-on', 'Neutral', 'Risk-off']);
      expect(await scale()).toEqual(['0', '40', '60', '100']);
      expect(await seriousFaults(page)).toEqual([]);
      expect(await cutFigures(page)).toEqual([]);
      await page.setViewportSize(PHONE);
      expect(await cutFigures(page)).toEqual([]);
    }, 600_000);

    test('each kind that the page knows is served', async () => {
      for (const kind of Object.keys(ENTITIES)) {
        const path = kind === 'scorecard' ? '/scorecard/MRS' : `/${kind}/one`;
        expect((await fetch(app.url + path)).status, kind).toBe(200);
      }
    });

    test('a report of Congress that took more than 45 days is said to be late', async () => {
      const day = (ago: number) =>
        `${new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)}T00:00:00`;
      const amount = { amount_low: 1_001, amount_high: 15_000 };
      const own = { ...amount, politician_name: 'Tardy Member', filing_date: day(1) };
      const trades = [
        trade('late', { ...own, transaction_date: day(61) }),
        trade('timely', { ...own, transaction_date: day(46) }),
      ];
      expect((await app.ingest('congress', trades)).status).toBe(200);
      await enterKey();
      await page.goto(`${app.url}/politician/Tardy%20Member`);
      const rows = page.getByRole('region', { name: 'Trades' }).locator('tbody tr');
      await rows.first().waitFor();
      const delays = await rows.locator('td:last-child').allTextContents();
      expect(delays.toSorted()).toEqual(['45 days', '60 days, late']);
      const most = page.getByRole('region', { name: 'Assets traded most' }).locator('tbody td');
      expect((await most.allTextContents()).slice(0, 5)).toEqual(['NVDA', '', '2', '0', '$2K–30K']);
      await page.setViewportSize(PHONE);
      await page.locator('.under').getByText('60 days, late', { exact: true }).waitFor();
    }, 600_000);

    test('one that there is not is said to be none', async () => {
      await enterKey();
      await page.goto(`${app.url}/politician/X999999`);
      await page.getByText('There is no such politician.').waitFor();
      expect(await page.locator('.panel:visible').count()).toBe(0);
    }, 600_000);
  },
);
