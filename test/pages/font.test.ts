import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildSiteIfStale, SITE_DIR } from '../../src/pages/build.ts';
import { readSite } from '../../src/pages/site.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { CHROMIUM, launchBrowser } from '../support/browser.ts';

describe.skipIf(CHROMIUM === null)(
  'the font of the pages (skipped without Chromium: apt-get install chromium)',
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

    /** Opens a page whose font comes only after a script of it did. */
    const openSlowly = async (page: Page, path: string) => {
      const { promise: hasScript, resolve } = Promise.withResolvers<void>();
      page.on('requestfinished', (request) => request.url().endsWith('.js') && resolve());
      await page.route(/\/assets\/inter-/, async (route) => {
        await hasScript;
        await route.continue();
      });
      await page.goto(app.url + path);
    };

    test.each(['/', '/feed/congress', '/account', '/guides', '/graphql', '/docs'])(
      '%s has it from its first paint on, however late it comes',
      async (path) => {
        const context = await browser.newContext();
        const page = await context.newPage();
        await openSlowly(page, path);
        await page.getByRole('link', { name: 'Guides' }).first().waitFor();
        expect(await fontsOf(page, 'nav[aria-label="Site"] a')).toEqual(['Inter']);
        await context.close();
      },
      600_000,
    );
  },
);

/** The fonts with which the browser has drawn an element. */
async function fontsOf(page: Page, selector: string): Promise<readonly string[]> {
  const session = await page.context().newCDPSession(page);
  await session.send('DOM.enable');
  await session.send('CSS.enable');
  const { root } = await session.send('DOM.getDocument');
  const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector });
  const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId });
  return fonts.map(({ familyName }) => familyName);
}
