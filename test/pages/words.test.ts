import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { buildSiteIfStale, SITE_DIR } from '../../src/pages/build.ts';
import { readSite } from '../../src/pages/site.ts';
import { TERMS } from '../../src/web/data/terms.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { CHROMIUM, launchBrowser } from '../support/browser.ts';
import { ago, DAY_MS, insider, outperformer, reversal, seedPages } from './seed.ts';

describe.skipIf(CHROMIUM === null)(
  'words on the pages (skipped without Chromium: apt-get install chromium)',
  () => {
    let app: TestApp;
    let browser: Browser;
    let page: Page;

    beforeAll(async () => {
      await buildSiteIfStale();
      app = await startApp({}, { site: readSite(SITE_DIR) });
      await seedPages(app);
      browser = await launchBrowser();
    }, 600_000);
    afterEach(() => page?.close());
    afterAll(async () => {
      await browser?.close();
      await app?.stop();
    }, 600_000);

    const panel = (name: string) => page.locator(`section[aria-labelledby="${name}"]`);
    const rows = (name: string) => panel(name).locator('tbody tr');
    const tip = () => page.getByRole('tooltip');
    const open = async (path: string) => {
      page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
      await page.context().addCookies([{ name: 'keyed', value: '1', url: app.url }]);
      await page.addInitScript((text) => sessionStorage.setItem('alpha-data-key', text), app.key);
      await page.goto(app.url + path);
    };

    test('are explained under the pointer and on focus, and lead to the glossary', async () => {
      await open('/');
      await rows('signals').first().waitFor();
      const source = panel('signals').getByRole('link', { name: 'Source' });
      await source.hover();
      await tip().getByText(TERMS.Source).waitFor();
      await page.mouse.move(0, 0);
      await tip().waitFor({ state: 'hidden' });
      await panel('signals').getByRole('link', { name: 'P/L' }).focus();
      await tip().getByText(TERMS['P/L']).waitFor();
      expect(await panel('signals').getByRole('link', { name: 'P/L' }).getAttribute('aria-describedby')).toBe(
        await tip().getAttribute('id'),
      );
      await page.keyboard.press('Escape');
      await tip().waitFor({ state: 'hidden' });
      // Beside the page, which stays as far down as it was scrolled.
      const [glossary] = await Promise.all([page.context().waitForEvent('page'), source.click()]);
      await glossary.getByRole('heading', { name: 'Words on the pages' }).waitFor();
      await glossary.close();
    });

    test('a sale of an insider is told, however many grants were filed since', async () => {
      const own = { ticker: 'GRNT', company_name: 'Granting Inc' };
      const granted = {
        transaction_code: 'A',
        transaction_direction: 'other',
        transaction_type: 'Grant or award',
      };
      const grants = Array.from({ length: 20 }, (_, n) =>
        insider(`grant${n}`, { ...own, ...granted, insider_name: `Grantee ${n}`, value: 0 }),
      );
      const sale = insider('sale', {
        ...own,
        insider_name: 'Early Seller',
        filing_date: ago(9 * DAY_MS),
        trade_date: ago(10 * DAY_MS),
      });
      const answer = await app.ingest('insider', [...grants, sale]);
      expect(answer.status, await answer.text()).toBe(200);
      await open('/asset/GRNT?kind=stock');
      await page.locator('.happened').getByText('Early Seller').first().waitFor({ state: 'attached' });
      await panel('insider').getByText('Grantee').first().waitFor();
      expect(await panel('insider').getByText('Early Seller').count()).toBe(0);
    }, 600_000);

    test('coins are ranked against Bitcoin: those ahead first, over a window that is said, Bitcoin itself nowhere', async () => {
      const coins = [
        outperformer('o-btc', { symbol: 'BTC', outperf_vs_btc_24h: 0, composite_score: 99 }),
        outperformer('o-behind', { symbol: 'BEHIND', outperf_vs_btc_24h: -7, composite_score: 98 }),
        outperformer('o-ahead', { symbol: 'AHEAD', outperf_vs_btc_24h: 50, composite_score: 1 }),
      ];
      expect((await app.ingest('aoe', coins)).status).toBe(200);
      await open('/');
      await rows('outperformers').first().getByText('AHEAD').waitFor();
      await panel('outperformers').getByText('vs BTC 24 h').waitFor();
      await panel('outperformers').getByText('Coins against Bitcoin').waitFor();
      expect(await panel('outperformers').getByText('BTC', { exact: true }).count()).toBe(0);
      await page.close();
      await open('/feed/outperformers');
      const bitcoin = page.locator('tbody tr').filter({ has: page.getByText('BTC', { exact: true }) });
      expect(await bitcoin.locator('td').nth(6).textContent()).toBe('–');
    }, 600_000);

    test('the reason of a reversal is whole, on its page and on the dashboard', async () => {
      const condition = `RSI(14) 27.4 and close 0.93% below the lower band; ${'turned up since, '.repeat(3)}to the end`;
      await app.ingest('mre', [
        reversal('whole', { score: 99, signal: { ...reversal('x').signal, condition } }),
      ]);
      await open('/feed/reversals');
      const reason = page.locator('tbody tr').filter({ hasText: 'WHOLE' }).locator('.tall > span');
      await reason.getByText('to the end').waitFor();
      expect(await reason.evaluate((one) => one.scrollHeight - one.clientHeight)).toBeLessThanOrEqual(0);
      await page.close();
      await open('/');
      await rows('reversals').filter({ hasText: 'WHOLE' }).getByRole('button').focus();
      await tip().getByText('to the end').waitFor();
    });

    test('no table is wider than its panel where the screen is small', async () => {
      for (const width of [1280, 1271, 390]) {
        await open('/');
        await page.setViewportSize({ width, height: 900 });
        await rows('signals').first().waitFor();
        const tooWide = await page
          .locator('.scroll')
          .evaluateAll((all) =>
            all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.ariaLabel),
          );
        expect(tooWide, `at ${width} pixels`).toEqual([]);
        await page.close();
      }
    });

    test('stand where feeds have codes', async () => {
      await app.ingest('aoe', [
        outperformer('rebound', { symbol: 'RBND', market_phase: 'PHASE_A', composite_score: 99 }),
      ]);
      await open('/');
      await rows('outperformers').filter({ hasText: 'RBND' }).getByText('Rebound').waitFor();
      expect(await rows('signals').first().textContent()).toContain('Strategy');
      expect(await panel('scorecards').textContent()).toContain('Alt-market strength');
    });
  },
);
