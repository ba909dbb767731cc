import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildSiteIfStale, SITE_DIR } from '../../src/pages/build.ts';
import { readSite } from '../../src/pages/site.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { CHROMIUM, launchBrowser } from '../support/browser.ts';
import { seriousFaults } from '../support/page-probes.ts';

describe.skipIf(CHROMIUM === null)(
  'the page of the status (skipped without Chromium: apt-get install chromium)',
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

    test('says whether the service answers, and what each tier sees', async () => {
      const page = await browser.newPage();
      await page.goto(`${app.url}/status`);
      await page.getByRole('heading', { name: 'The service answers' }).waitFor({ timeout: 300_000 });
      await page.getByText('This service has not read any provider yet.').waitFor();
      const free = page.getByRole('row', { name: /^Free/ });
      expect(await free.getByRole('cell').allInnerTexts()).toEqual(['Free', '7 days', '24 hours late']);
      expect(await seriousFaults(page)).toEqual([]);
      await page.close();
    }, 600_000);
  },
);
