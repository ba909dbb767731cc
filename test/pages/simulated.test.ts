import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildSiteIfStale, SITE_DIR } from '../../src/pages/build.ts';
import { readSite } from '../../src/pages/site.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { CHROMIUM, launchBrowser } from '../support/browser.ts';

const PAGES = ['/', '/graphql', '/docs', '/account', '/guides', '/status', '/nothing/here'];

describe.skipIf(CHROMIUM === null)(
  'that the market is simulated (skipped without Chromium: apt-get install chromium)',
  () => {
    let app: TestApp;
    let browser: Browser;

    beforeAll(async () => {
      await buildSiteIfStale();
      const site = readSite(SITE_DIR, { isSimulated: true });
      app = await startApp({}, { site, dataOrigin: 'simulated' });
      browser = await launchBrowser();
    }, 600_000);
    afterAll(async () => {
      await browser?.close();
      await app?.stop();
    }, 600_000);

    test.each([1440, 390])(
      'is said on every page, in the same words and look, at %i',
      async (width) => {
        const context = await browser.newContext({ viewport: { width, height: 844 } });
        const page = await context.newPage();
        const looks = new Set<string>();
        for (const path of PAGES) {
          await page.goto(app.url + path);
          const tag = page.locator('.tag').getByText('Simulated market', { exact: true });
          await tag.waitFor();
          looks.add(
            await tag.evaluate((one) => {
              const { fontSize, fontWeight, borderTopColor, borderRadius, color } = getComputedStyle(one);
              return [fontSize, fontWeight, borderTopColor, borderRadius, color].join(' ');
            }),
          );
          const beyond = () => document.documentElement.scrollWidth - document.documentElement.clientWidth;
          expect(await page.evaluate(beyond), path).toBeLessThanOrEqual(0);
        }
        expect([...looks]).toHaveLength(1);
        await context.close();
      },
      600_000,
    );
  },
);
