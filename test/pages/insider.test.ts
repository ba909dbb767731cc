import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { runFormat } from '../../src/app/import.ts';
import { buildSiteIfStale, SITE_DIR } from '../../src/pages/build.ts';
import { readSite } from '../../src/pages/site.ts';
import { secOwnership } from '../../src/sources/sec/sec-ownership.ts';
import { ownershipDocument, transaction } from '../sources/sec/ownership-document.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { CHROMIUM, launchBrowser } from '../support/browser.ts';
import { cutFigures, seriousFaults } from '../support/page-probes.ts';
import { DAY_MS, insider } from './seed.ts';

/** More than the page reads. */
const FILINGS = 64;

describe.skipIf(CHROMIUM === null)(
  'the page of an insider (skipped without Chromium: apt-get install chromium)',
  () => {
    let app: TestApp;
    let browser: Browser;
    let page: Page;

    beforeAll(async () => {
      await buildSiteIfStale();
      app = await startApp({}, { site: readSite(SITE_DIR) });
      const filings = Array.from({ length: FILINGS }, (_, n) =>
        insider(`f${n}`, {
          value: 4_347_792.699999999,
          document_url: `https://demo.invalid/${n}.xml`,
        }),
      );
      const answer = await app.ingest('insider', filings);
      expect(answer.status, await answer.text()).toBe(200);
      const folder = await mkdtemp(join(tmpdir(), 'alpha-insider-'));
      const form = join(folder, 'form4.xml');
      await writeFile(form, ownershipDocument({ nonDerivative: transaction('nonDerivative', {}) }));
      await runFormat(app.services, secOwnership, [form], {
        filedAt: new Date(Date.now() - DAY_MS),
        reject: async () => undefined,
        onProgress: () => undefined,
      });
      await rm(folder, { recursive: true });
      browser = await launchBrowser();
    }, 600_000);
    afterAll(async () => {
      await browser?.close();
      await app?.stop();
    }, 600_000);
    beforeEach(async () => {
      page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
      await page.addInitScript((text) => sessionStorage.setItem('alpha-data-key', text), app.key);
    });
    afterEach(() => page.close());

    const rows = () => page.getByRole('region', { name: 'Transactions' }).locator('tbody tr');
    const open = async (slug: string) => {
      await page.goto(`${app.url}/insider/${slug}`);
      await rows().first().waitFor();
    };

    test('what is of the newest transactions alone says so, and dollars have no more than cents', async () => {
      await open('an-insider');
      await page.getByText(`Of the newest 60 of ${FILINGS} transactions.`).waitFor();
      expect(await page.locator('h1').textContent()).toContain('Chief Executive Officer of NVDA Inc (NVDA)');
      await page.getByRole('region', { name: 'Companies' }).getByText('NVDA Inc').waitFor();
      // Of more than it reads it does not know the first.
      await page.locator('.numbers').getByText('Last filing').waitFor();
      expect(await rows().first().locator('[title="4,347,792.7 USD"]').count()).toBe(1);
      expect(await rows().locator('a[href*="invalid"]').count(), 'a form that leads nowhere').toBe(0);
      expect(await seriousFaults(page)).toEqual([]);
      expect(await cutFigures(page)).toEqual([]);
    }, 600_000);

    test('the number of a person leads to the SEC, that of a simulated one nowhere', async () => {
      await open('cik-0000000007');
      const number = page.getByRole('link', { name: 'CIK 7' });
      expect(await number.getAttribute('href')).toContain(`https://www.sec.gov/`);
      await page.route('**/graphql', async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, headers: { ...response.headers(), 'x-data-origin': 'simulated' } });
      });
      await page.reload();
      await page.locator('.strip').getByText('Simulated').waitFor();
      await page.locator('h1').getByText('CIK 7').waitFor();
      expect(await number.count()).toBe(0);
    }, 600_000);
  },
);
