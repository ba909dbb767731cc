import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildSiteIfStale, SITE_DIR } from '../../src/pages/build.ts';
import { readSite } from '../../src/pages/site.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { CHROMIUM, launchBrowser } from '../support/browser.ts';

describe.skipIf(CHROMIUM === null)(
  'the theme on the pages that libraries make (skipped without Chromium: apt-get install chromium)',
  () => {
    let app: TestApp;
    let browser: Browser;

    beforeAll(async () => {
      await buildSiteIfStale();
      app = await startApp({}, { site: readSite(SITE_DIR) });
      browser = await launchBrowser();
    }, 600_000);
    afterAll(async () => {
      await browser?.close();
      await app?.stop();
    }, 600_000);

    const WHITE = 'rgb(255, 255, 255)';
    const BLACK = 'rgb(17, 22, 29)'; // of the bar in the dark

    test.each([
      { system: 'dark', chosen: 'light', ground: WHITE },
      { system: 'light', chosen: 'dark', ground: BLACK },
      { system: 'dark', chosen: null, ground: BLACK },
    ] as const)(
      'system $system, chosen $chosen',
      async ({ system, chosen, ground }) => {
        const context = await browser.newContext({ colorScheme: system });
        if (chosen !== null) await context.addCookies([{ name: 'theme', value: chosen, url: app.url }]);
        const complaints: string[] = [];
        for (const [path, drawn, dark] of [
          ['/docs', '.scalar-app h1', 'dark-mode'],
          ['/graphql', '.graphiql-query-editor .view-line', 'graphiql-dark'],
        ] as const) {
          const page = await context.newPage();
          page.on('console', (message) => {
            if (message.type() === 'error') complaints.push(message.text());
          });
          await page.goto(app.url + path);
          await page.locator(drawn).first().waitFor();
          const colourOf = (selector: string) =>
            page
              .locator(selector)
              .first()
              .evaluate((one) => getComputedStyle(one).backgroundColor);
          await expect.poll(() => colourOf('.site-bar')).toBe(ground);
          if (chosen !== null)
            expect(await page.locator(`body.${dark}`).count(), path).toBe(chosen === 'dark' ? 1 : 0);
          if (path === '/graphql')
            expect((await page.locator('.monaco-editor.vs-dark').count()) > 0).toBe(ground === BLACK);
          await page.close();
        }
        await context.close();
        expect(complaints).toEqual([]);
      },
      600_000,
    );
  },
);
