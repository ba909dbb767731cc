import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildSiteIfStale, SITE_DIR } from '../../src/pages/build.ts';
import { readSite } from '../../src/pages/site.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { CHROMIUM, launchBrowser, signUpOnPage } from '../support/browser.ts';
import { cutFigures, seriousFaults } from '../support/page-probes.ts';
import { TEST_TIERS } from '../support/tiers.ts';

const CONTACT = 'https://example.com/contact?from=keys&to=us';

describe.skipIf(CHROMIUM === null)(
  'tiers and a new key on the account page (skipped without Chromium: apt-get install chromium)',
  () => {
    let app: TestApp;
    let browser: Browser;
    let page: Page;

    beforeAll(async () => {
      await buildSiteIfStale();
      app = await startApp({ CONTACT_URL: CONTACT }, { site: readSite(SITE_DIR) });
      browser = await launchBrowser();
    }, 600_000);
    afterAll(async () => {
      await browser?.close();
      await app?.stop();
    }, 600_000);

    async function signUp(name: string, width: number): Promise<void> {
      const context = await browser.newContext({ viewport: { width, height: 1200 } });
      await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: app.url });
      page = await context.newPage();
      await signUpOnPage(page, app.url, name);
      await page.getByRole('region', { name: 'Tiers' }).first().waitFor();
    }
    const tiers = () => page.locator('.tiers tbody tr');

    test('all tiers of the server stand there, the own one marked, and whom to ask for another', async () => {
      await signUp('tiers@example.com', 1440);
      const smallestFirst = TEST_TIERS.toSorted((a, b) => a.requestsPerDay - b.requestsPerDay);
      // The tiers are there before it is known which is the own one.
      await expect
        .poll(() => tiers().evaluateAll((rows) => rows.map((row) => row.querySelector('td')?.textContent)))
        .toEqual(smallestFirst.map(({ id, name }) => (id === 'free' ? `${name} (yours)` : name)));
      const days = smallestFirst.map(({ requestsPerDay }) => requestsPerDay.toLocaleString('en'));
      expect(
        await tiers().evaluateAll((rows) => rows.map((row) => row.querySelector('td.number')?.textContent)),
      ).toEqual(days);
      expect(await page.getByRole('link', { name: 'Ask the operator' }).getAttribute('href')).toBe(CONTACT);
      await page.getByText('0 of 5 used this minute').waitFor();
      expect(await seriousFaults(page)).toEqual([]);
      expect(await cutFigures(page)).toEqual([]);
      const table = page.getByRole('region', { name: 'Tiers' }).last();
      for (const width of [1100, 1280, 1440]) {
        await page.setViewportSize({ width, height: 1200 });
        const beyond = await table.evaluate((one) => one.scrollWidth - one.clientWidth);
        expect(beyond, `${width} pixels`).toBe(0);
      }
      await page.context().close();
    }, 600_000);

    test('a new key comes with a command that works, on a phone too', async () => {
      await signUp('curl@example.com', 390);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
      const known = tiers().filter({ hasText: /insider data (at once|\d+ h late)/ });
      expect(await known.count()).toBe(TEST_TIERS.length);
      expect(await cutFigures(page)).toEqual([]);
      await page.getByLabel('Name of the new key').fill('shell');
      await page.getByRole('button', { name: 'Create a key' }).click();
      const token = await page.getByLabel('The key', { exact: true }).inputValue();
      await page.getByRole('button', { name: 'curl' }).click();
      await page.getByRole('button', { name: 'Copied' }).waitFor();
      const command = await page.evaluate(() => navigator.clipboard.readText());
      const [, header, url] = /^curl -H '([^']+)' '([^']+)'\n$/.exec(command) ?? [];
      expect(header).toBe(`X-API-Key: ${token}`);
      // Selected by hand it is the same, and below the key there is no empty line.
      expect(await page.locator('.first-request').textContent()).toBe(command);
      const empty = await page.locator('.token').evaluate((field: HTMLElement) => {
        const { clientHeight, style } = field;
        Object.assign(style, { height: '0px', fieldSizing: 'fixed' });
        const text = field.scrollHeight;
        Object.assign(style, { height: '', fieldSizing: '' });
        return clientHeight - text;
      });
      expect(Math.abs(empty)).toBeLessThan(10);
      expect((await fetch(url ?? '', { headers: { 'x-api-key': token } })).status).toBe(200);
      await page.context().close();
    }, 600_000);

    test('which key and which route took the units', async () => {
      await signUp('shares@example.com', 1440);
      expect(await page.locator('.shares').count()).toBe(0);
      await page.getByText('No unit was used in the last 30 days').waitFor();
      await page.getByLabel('Name of the new key').fill('notebook');
      await page.getByRole('button', { name: 'Create a key' }).click();
      const token = await page.getByLabel('The key', { exact: true }).inputValue();
      for (const path of [
        '/api/v1/mre',
        '/api/v1/insider-alpha/companies/NVDA',
        '/api/v1/insider-alpha/companies/AAPL',
      ])
        await (await app.get(path, { 'x-api-key': token })).text();
      await page.reload();
      const keys = page.getByRole('region', { name: 'API keys' }).last();
      await keys.getByRole('button', { name: 'Revoke notebook' }).waitFor();
      for (const width of [390, 1040, 1100, 1280, 1440]) {
        await page.setViewportSize({ width, height: 1200 });
        const beyond = await keys.evaluate((one) => one.scrollWidth - one.clientWidth);
        expect(beyond, `${width} pixels`).toBe(0);
      }
      const cells = (label: string) =>
        page
          .getByRole('region', { name: label, exact: true })
          .locator('tbody tr')
          .evaluateAll((rows) =>
            rows.map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent.trim())),
          );
      await page.getByRole('region', { name: 'Usage by route', exact: true }).waitFor();
      await page.getByRole('heading', { name: 'Usage by key and route, last 30 days' }).waitFor();
      expect(await cells('Usage by route')).toEqual([
        ['/api/v1/insider-alpha/companies/:ticker', '2', '2'],
        ['/api/v1/mre', '1', '1'],
      ]);
      expect(await cells('Usage by key')).toEqual([[`notebook …${token.slice(-4)}`, '3', '3']]);
      expect(await seriousFaults(page)).toEqual([]);
      expect(await cutFigures(page)).toEqual([]);
      await page.setViewportSize({ width: 390, height: 844 });
      expect(await cutFigures(page)).toEqual([]);
      await page.context().close();
    }, 600_000);

    test('a minute whose units are all used counts down, and is read again', async () => {
      await signUp('spent@example.com', 1440);
      await page.getByText('0 of 5 used this minute').waitFor();
      await page.route(
        '**/usage',
        async (route) => {
          const answer = await route.fetch();
          const usage = (await answer.json()) as { readonly minute: object };
          const resets_at = new Date(Date.now() + 60_000).toISOString();
          await route.fulfill({ json: { ...usage, minute: { used: 5, limit: 5, resets_at } } });
        },
        { times: 1 },
      );
      await page.clock.install();
      await page.reload();
      await page.getByText(/^5 of 5 used this minute\. .*More in \d+ s\.$/).waitFor();
      await page.clock.fastForward(62_000);
      await page.getByText('0 of 5 used this minute').waitFor();
      await page.context().close();
    }, 600_000);
  },
);
