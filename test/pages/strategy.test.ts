import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AnyRecord } from '../../src/feed/feed.ts';
import { strategies } from '../../src/feeds/mte/feed.ts';
import { signals } from '../../src/feeds/trade-feed/feed.ts';
import { buildSiteIfStale, SITE_DIR } from '../../src/pages/build.ts';
import { readSite } from '../../src/pages/site.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { CHROMIUM, launchBrowser } from '../support/browser.ts';
import { sampleRecords } from '../support/records.ts';
import { signal } from './seed.ts';

describe.skipIf(CHROMIUM === null)(
  'the page of a strategy (skipped without Chromium: apt-get install chromium)',
  () => {
    let app: TestApp;
    let browser: Browser;
    let context: BrowserContext;
    let page: Page;
    const complaints: string[] = [];

    beforeAll(async () => {
      await buildSiteIfStale();
      app = await startApp({}, { site: readSite(SITE_DIR) });
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
    const scale = () => page.locator('.line-chart:not(.of-down) .scale span').allTextContents();
    const heading = () => page.getByRole('heading', { level: 1 });

    test('the account of a backtest ends at its result; the signals are live', async () => {
      const [listing = {}] = sampleRecords(strategies, 1);
      const slug = String(listing.slug);
      const tested = [300, -100, 200].map((profit, n) => {
        const closed_at = new Date(Date.now() - (9 - n) * 86_400_000);
        const [{ execution, ...sample } = {} as AnyRecord] = sampleRecords(signals, 1);
        return {
          ...sample,
          id: `tested${n}`,
          source: 'mte',
          source_detail: slug,
          status: 'CLOSED',
          timestamp: closed_at,
          known_from: closed_at,
          execution: { ...(execution as AnyRecord), profit, closed_at },
        };
      });
      await app.services.ingest.write(signals, tested);
      const performance = {
        ...(listing.performance as AnyRecord),
        total_pnl_pct: 4,
        total_trades: 5,
        closed_drawdown_pct: -0.97,
        max_drawdown_pct: -1.5,
      };
      const backtest = { ...(listing.backtest as AnyRecord), starting_balance: 10_000, currency: 'USDT' };
      await app.services.ingest.write(strategies, [{ ...listing, performance, backtest }]);
      await enterKey();
      await page.goto(`${app.url}/strategy/${slug}`);
      await page.getByText('as a percentage of the starting balance of 10,000 USDT.').waitFor();
      await page.getByText('Only the newest 3 of 5 trades are drawn.').waitFor();
      // 0, 3, 2 and 4 per cent.
      expect(await scale()).toEqual(['0%', '1%', '2%', '3%', '4%']);
      // From 103 to 102.
      await page.getByText('below its peak after each closed trade: −1.0% at most.').waitFor();
      await page.getByText('With losses of trades that were still open: −1.5%.').waitFor();
      expect(await page.locator('.of-down .scale span').allTextContents()).toEqual([
        '−1.0%',
        '−0.5%',
        '0.0%',
      ]);
      const panel = page.locator('[data-panel="rows"]');
      await panel.getByText('Live', { exact: true }).waitFor();
      const alert = {
        source: 'mte',
        source_detail: slug,
        symbol: 'LIVE/USDT',
        timestamp: new Date().toISOString(),
      };
      const others = { ...alert, source_detail: 'another', symbol: 'OTHER/USDT' };
      expect((await app.ingest('trade-feed', [signal('another', others), signal('own', alert)])).status).toBe(
        200,
      );
      await panel.getByText('LIVE/USDT').waitFor();
      expect(await panel.getByText('OTHER/USDT').count()).toBe(0);
    }, 600_000);

    test('a long backtest is read to its beginning; one whose beginning is not known begins with its first trade', async () => {
      const [listing = {}, sample = {}] = [sampleRecords(strategies, 1)[0], sampleRecords(signals, 1)[0]];
      const trades = Array.from({ length: 230 }, (_, n) => {
        const closed_at = new Date(Date.UTC(2026, 2, 1 + n));
        return {
          ...sample,
          id: `long${n}`,
          source: 'mte',
          source_detail: 'long',
          status: 'CLOSED',
          timestamp: closed_at,
          known_from: closed_at,
          execution: { ...(sample.execution as AnyRecord), profit: 10, closed_at },
        };
      });
      const held = {
        ...sample,
        id: 'held',
        source: 'mte',
        source_detail: 'long',
        status: 'OPEN',
        symbol: 'HELD/USDT',
      };
      const before = new Date(Date.UTC(2026, 1, 2));
      await app.services.ingest.write(signals, [
        ...trades,
        { ...held, timestamp: before, known_from: before, execution: null },
      ]);
      const backtest = {
        ...(listing.backtest as AnyRecord),
        tested_from: new Date(Date.UTC(2026, 1, 1)),
        tested_to: new Date(Date.UTC(2026, 9, 20)),
        starting_balance: 10_000,
      };
      const tell = (total_pnl_pct: number) =>
        app.services.ingest.write(strategies, [
          {
            ...listing,
            slug: 'long',
            name: 'LongTestedReversion_BTC_1h',
            performance: { ...(listing.performance as AnyRecord), total_pnl_pct, total_trades: 230 },
            backtest,
          },
        ]);
      await tell(23);
      await enterKey();
      await page.goto(`${app.url}/strategy/long`);
      await expect.poll(scale).toEqual(['0%', '5%', '10%', '15%', '20%', '25%']);
      await page.locator('.line-chart:not(.of-down) .ends').getByText('2026-02-01').waitFor();
      expect(await page.getByText('Only the newest').count()).toBe(0);
      expect(await heading().textContent()).toContain('LongTestedReversion_BTC_1h');
      expect(await heading().locator('wbr').count()).toBe(3);
      // An open signal is shown, however many were closed since.
      await page.locator('[data-panel="rows"]').getByText('HELD/USDT').waitFor();

      // Of 73 per cent 50 were made in trades that are not known.
      await tell(73);
      await page.reload();
      await expect.poll(scale).toEqual(['50%', '55%', '60%', '65%', '70%', '75%']);
      await page.locator('.line-chart:not(.of-down) .ends').getByText('2026-03-01').waitFor();
      const line = (await page.locator('.line-chart:not(.of-down) path.line').getAttribute('d')) ?? '';
      expect(line.split(/[ML]/).length - 1).toBe(230);
    }, 600_000);
  },
);
