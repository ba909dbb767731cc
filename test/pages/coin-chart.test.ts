import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildSiteIfStale, SITE_DIR } from '../../src/pages/build.ts';
import { readSite } from '../../src/pages/site.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { CHROMIUM, launchBrowser } from '../support/browser.ts';
import { outperformer, seedPages } from './seed.ts';

const DAY_MS = 86_400_000;
const isoDay = (daysAgo: number): string =>
  new Date(Date.now() - daysAgo * DAY_MS).toISOString().slice(0, 10);

describe.skipIf(CHROMIUM === null)(
  'the chart of a coin (skipped without Chromium: apt-get install chromium)',
  () => {
    let app: TestApp;
    let browser: Browser;
    let page: Page;
    const complaints: string[] = [];

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
      page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
      await page.addInitScript((text) => sessionStorage.setItem('alpha-data-key', text), app.key);
      page.on('console', (message) => {
        if (message.type() === 'error') complaints.push(message.text());
      });
      page.on('pageerror', (error) => complaints.push(error.message));
    });
    afterEach(async () => {
      await page.close();
      expect(complaints).toEqual([]);
    });

    const panel = (name: string) => page.locator(`section[aria-labelledby="${name}"]`);

    test('it ends with the price of the head, at every tick', async () => {
      const hour = (ago: number) =>
        new Date((Math.floor(Date.now() / 3_600_000) - ago) * 3_600_000).toISOString();
      await app.services.inputs.put(
        [4, 3, 2, 1].map((ago) => ({
          kind: 'bar',
          series: 'BINANCE:COIN3USDT|1h',
          key: hour(ago),
          data: { o: 25, h: 26, l: 24, c: 25, v: 1000 },
        })),
      );
      // Each changes something: what came before the stream was open is told by the next one, as prices tick on.
      let ticks = 0;
      const tick = (current_price: number) => {
        ticks += 1;
        const more = { symbol: 'COIN3', name: 'Coin 3', current_price, perf_7d: ticks };
        return app.ingest('aoe', [outperformer('o3', more)]);
      };
      expect((await tick(25.5)).status).toBe(200);
      await page.goto(`${app.url}/asset/COIN3`);
      const said = panel('price').locator('figcaption');
      for (const [price, text] of [
        [25.5, '25.50'],
        [27.25, '27.25'],
        [9.5, '9.5000'],
      ] as const) {
        const shownAfterTick = async () => {
          expect((await tick(price)).status).toBe(200);
          return page.locator('.last').textContent();
        };
        await expect.poll(shownAfterTick).toContain(`$${text}`);
        await expect.poll(() => said.textContent()).toContain(`, now $${text}`);
      }
      await page.locator('.last').getByText('24 h', { exact: true }).waitFor();
    }, 600_000);

    test('the days of a coin end with the one that runs, out of its hours', async () => {
      const bar = (length: '1d' | '1h', key: string, c: number) => ({
        kind: 'bar',
        series: `BINANCE:COIN4USDT|${length}`,
        key,
        data: { o: 25, h: 30, l: 20, c, v: 1000 },
      });
      await app.services.inputs.put([
        ...[4, 3, 2].map((ago) => bar('1d', `${isoDay(ago)}T00:00:00.000Z`, 25)),
        ...[0, 1, 2].map((hour) => bar('1h', `${isoDay(1)}T0${hour}:00:00.000Z`, 26 + hour)),
      ]);
      await page.goto(`${app.url}/asset/COIN4?kind=crypto`);
      await panel('price')
        .getByText(`Daily candles, the last one until ${isoDay(1)} 03:00 UTC`)
        .waitFor();
      expect(await panel('price').locator('figcaption').textContent()).toContain('from $25.00 to $28.00');
      await panel('price').getByRole('button', { name: '2D' }).click();
      await panel('price').getByText('Hourly candles, last close').waitFor();
    }, 600_000);
  },
);
