import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildSiteIfStale, SITE_DIR } from '../../src/pages/build.ts';
import { readSite } from '../../src/pages/site.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { CHROMIUM, launchBrowser } from '../support/browser.ts';

describe.skipIf(CHROMIUM === null)(
  'GraphiQL on a phone (skipped without Chromium: apt-get install chromium)',
  () => {
    let app: TestApp;
    let browser: Browser;
    let context: BrowserContext;
    let page: Page;

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
    beforeEach(async () => {
      context = await browser.newContext({ viewport: { width: 390, height: 844 } });
      page = await context.newPage();
    });
    afterEach(() => context.close());

    const open = async () => {
      await page.goto(`${app.url}/graphql`);
      await page.locator('.graphiql-query-editor').getByText('Alpha Data').waitFor();
    };
    /** GraphiQL moves a folded field out of the page. */
    const isFolded = () =>
      page
        .locator('section.graphiql-editor-tool')
        .evaluate((field) => field.getBoundingClientRect().right <= 0);

    test('no empty field stands before the result, and the comment is whole', async () => {
      await page.addInitScript((text) => sessionStorage.setItem('alpha-data-key', text), app.key);
      await open();
      await page.getByRole('button', { name: 'Variables' }).waitFor();
      await expect.poll(isFolded).toBe(true);
      for (const tab of ['Dashboard', 'Live']) {
        await page.getByRole('button', { name: tab, exact: true }).click();
        await page
          .locator('.graphiql-query-editor')
          .getByText(tab === 'Live' ? 'changes come' : 'eight feeds')
          .waitFor();
        const cut = await page.locator('.graphiql-query-editor').evaluate((editor) => {
          const { right } =
            editor.querySelector('.monaco-scrollable-element')?.getBoundingClientRect() ??
            editor.getBoundingClientRect();
          return [...editor.querySelectorAll('.view-line > span')]
            .filter((line) => line.textContent?.startsWith('#') && line.getBoundingClientRect().right > right)
            .map((line) => line.textContent);
        });
        expect(cut, tab).toEqual([]);
      }
    }, 600_000);

    test('without a key the field to type one into is open', async () => {
      await open();
      await page.getByText('No key: put one into "Headers"').waitFor();
      await page.getByText('"X-API-Key"').waitFor();
      expect(await isFolded()).toBe(false);
    }, 600_000);

    test('the bar has two lines', async () => {
      await page.addInitScript((text) => sessionStorage.setItem('alpha-data-key', text), app.key);
      await open();
      await page.locator('#key').getByText('Key …').waitFor();
      const topOf = async (what: string) => (await page.locator(`.site-bar ${what}`).boundingBox())?.y ?? 999;
      for (const what of ['.menu-button', '#key']) expect(await topOf(what), what).toBeLessThan(30);
      expect(Math.abs((await topOf('.tag')) - (await topOf('select')))).toBeLessThan(12);
    }, 600_000);
  },
);
