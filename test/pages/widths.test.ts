import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { strategies } from '../../src/feeds/mte/feed.ts';
import { buildSiteIfStale, SITE_DIR } from '../../src/pages/build.ts';
import { readSite } from '../../src/pages/site.ts';
import { PLACES } from '../../src/web/data/feed-query.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { CHROMIUM, launchBrowser } from '../support/browser.ts';
import { sampleRecords } from '../support/records.ts';
import { seedPages } from './seed.ts';

const WIDTHS = [390, 768, 844, 900, 1040, 1180, 1280, 1440, 1760];

describe.skipIf(CHROMIUM === null)(
  'tables at every width (skipped without Chromium: apt-get install chromium)',
  () => {
    let app: TestApp;
    let browser: Browser;
    let page: Page;

    beforeAll(async () => {
      await buildSiteIfStale();
      app = await startApp({}, { site: readSite(SITE_DIR) });
      await seedPages(app);
      await app.services.ingest.write(strategies, sampleRecords(strategies, 2));
      browser = await launchBrowser();
      const context = await browser.newContext();
      page = await context.newPage();
      await page.addInitScript((text) => sessionStorage.setItem('alpha-data-key', text), app.key);
    }, 600_000);
    afterAll(async () => {
      await browser?.close();
      await app?.stop();
    }, 600_000);

    test.each(['/', '/scorecard/MRS'])(
      'charts of %s have their labels beside the plot, and dates apart',
      async (path) => {
        await page.goto(app.url + path);
        for (const width of WIDTHS) {
          await page.setViewportSize({ width, height: 900 });
          await page.locator('.line-chart .scale span').first().waitFor();
          const faults = await page.locator('.line-chart').evaluateAll((charts) =>
            charts.flatMap((chart) => {
              const boxesOf = (of: string) =>
                [...chart.querySelectorAll(of)].map((one) => one.getBoundingClientRect());
              const [plot] = boxesOf('.plot');
              const dates = boxesOf('.ends span').toSorted((one, other) => one.left - other.left);
              const isBeside = (label: DOMRect) =>
                plot &&
                label.left >= plot.right &&
                label.top > plot.top - 12 &&
                label.bottom < plot.bottom + 12;
              return [
                ...(boxesOf('.scale span').every(isBeside) ? [] : ['labels']),
                ...(dates.every((date, n) => date.right <= (dates[n + 1]?.left ?? Infinity))
                  ? []
                  : ['dates']),
              ];
            }),
          );
          expect(faults, `${width} pixels`).toEqual([]);
        }
      },
      600_000,
    );

    const paths = [
      '/',
      ...Object.keys(PLACES).map((name) => `/feed/${name}`),
      '/feed/insider?by=TICKER',
      '/asset/NVDA',
      '/cluster/NVDA',
    ];
    test.each(paths)(
      'no table of %s is wider than its place',
      async (path) => {
        await page.goto(app.url + path);
        await page.locator('.scroll thead').first().waitFor();
        for (const width of WIDTHS) {
          await page.setViewportSize({ width, height: 900 });
          const wide = await page
            .locator('.scroll')
            .evaluateAll((all) =>
              all
                .filter((one) => one.scrollWidth > one.clientWidth)
                .map((one) => `${one.ariaLabel}: ${one.scrollWidth} of ${one.clientWidth}`),
            );
          expect(wide, `${width} pixels`).toEqual([]);
          // A phone held sideways and a tablet held upright have the whole header too.
          expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
        }
      },
      600_000,
    );
  },
);
