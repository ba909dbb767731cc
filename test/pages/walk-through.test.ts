import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildSiteIfStale } from '../../src/pages/build.ts';
import { CHROMIUM, launchBrowser, signUpOnPage } from '../support/browser.ts';
import { seriousFaults, shifted, tabTo } from '../support/page-probes.ts';
import { type ServerProcess, startProcess } from '../support/process.ts';
import { PASSWORD } from '../support/visitor.ts';

const SLOW = { timeout: 300_000 };

describe.skipIf(CHROMIUM === null)(
  'a walk through a demo (skipped without Chromium: apt-get install chromium)',
  () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'alpha-walk-'));
    let server: ServerProcess;
    let browser: Browser;
    let context: BrowserContext;
    let page: Page;
    const complaints: string[] = [];

    beforeAll(async () => {
      await buildSiteIfStale();
      server = await startProcess({ dataDir, args: ['--demo'] });
      browser = await launchBrowser();
    }, 600_000);
    afterAll(async () => {
      await browser?.close();
      await server?.stop();
      rmSync(dataDir, { recursive: true });
    }, 600_000);
    beforeEach(async () => {
      complaints.length = 0;
      context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
      page = await context.newPage();
      page.on('console', (message) => {
        if (message.type() === 'error') complaints.push(`console: ${message.text()}`);
      });
      page.on('pageerror', (error) => complaints.push(`error: ${error.message}`));
      context.on('request', (request) => {
        const url = request.url();
        if (!url.startsWith(server.url) && !/^(data|blob):/.test(url))
          complaints.push(`foreign request: ${url}`);
        if (/eyJ/.test(url)) complaints.push(`a key in a URL: ${url}`);
      });
      return () => context.close();
    });

    const open = (path: string) => page.goto(server.url + path);
    const panel = (name: string) => page.locator(`section[aria-labelledby="${name}"]`);
    const rows = (name: string) => panel(name).locator('tbody tr');
    const execute = () => page.getByRole('button', { name: /execute/i }).click();
    const result = () => page.getByRole('region', { name: /result/i });

    const signUp = (name: string) => signUpOnPage(page, server.url, name);

    test('from the dashboard to a key of one’s own, a query, its usage and its end', async () => {
      await open('/');
      await page.locator('.strip').getByText('The last seven days, without a key').waitFor();
      await page.getByRole('button', { name: 'See it live with the demo’s key' }).click();
      await expect.poll(() => page.locator('.source-live').count(), SLOW).toBe(8);
      const costs = page.getByText('A unit is 100 rows');
      await page.getByTitle('Units left today').click();
      await costs.click();
      await page.keyboard.press('Escape');
      await costs.waitFor({ state: 'hidden' });
      await page.getByTitle('Units left today').click();
      await page.getByRole('heading', { name: 'Scorecards' }).click();
      await costs.waitFor({ state: 'hidden' });
      await page.getByRole('button', { name: 'Key', exact: true }).click();
      await page.getByRole('button', { name: 'Forget the key' }).click();
      await page.getByRole('button', { name: 'Enter a key' }).click();
      await page.getByRole('button', { name: 'Use the demo’s key' }).click();
      await expect.poll(() => page.locator('.source-live').count(), SLOW).toBe(8);
      const figures = () => rows('outperformers').allTextContents();
      const before = await figures();
      await expect.poll(figures, SLOW).not.toEqual(before); // a tick of the demo
      expect(await shifted(page)).toBeLessThan(0.05);

      await page.getByLabel('Party of congress trades').selectOption('R');
      await expect.poll(() => panel('congress').locator('.party').allTextContents()).not.toContain('D');
      const ticker = rows('congress').locator('a.ticker').first();
      const symbol = await ticker.textContent();
      await ticker.click();
      await page.getByRole('heading', { level: 1, name: symbol ?? '' }).waitFor();
      await rows('congress').first().waitFor();

      await page.getByRole('navigation', { name: 'Site' }).getByRole('link', { name: 'Account' }).click();
      await signUp('walker@example.com');
      await page.getByLabel('Name of the new key').fill('walk');
      await page.getByRole('button', { name: 'Create a key' }).click();
      const token = await page.getByLabel('The key', { exact: true }).inputValue();
      expect(token.split('.')).toHaveLength(3);

      await page.getByRole('dialog').getByRole('button', { name: 'GraphiQL' }).click();
      await page.getByText(`Key …${token.slice(-4)}`).waitFor(SLOW); // it is sent
      await page.getByLabel('Examples').selectOption({ label: 'trade-feed: Open signals, newest first' });
      await page.locator('.graphiql-query-editor').getByText('OpenSignals').waitFor(SLOW);
      await execute();
      await result().getByText('"signals"').waitFor(SLOW);
      await page.getByText('Cost 1 unit · left: 4 of 5 this minute, 49 of 50 today').waitFor();

      await page.getByRole('link', { name: 'Account' }).click();
      await panel('usage').getByText('1 of 50 used today').waitFor();
      await panel('usage').getByText('1 unit in 30 days').waitFor();
      await page.getByRole('button', { name: 'Revoke walk' }).click();
      await page.getByRole('button', { name: 'Revoke the key' }).click();
      await rows('keys').getByText('Revoked').first().waitFor();
      expect(complaints).toEqual([]);

      await page.getByRole('link', { name: 'GraphiQL' }).first().click();
      await page.getByText(`Key …${token.slice(-4)}`).waitFor(SLOW);
      await execute();
      await result().getByText('KEY_REVOKED').waitFor(SLOW);
      expect(complaints).toEqual([expect.stringContaining('403')]); // the browser's own line about it
    }, 600_000);

    test('the header says where one is, and no address of a whale is cut', async () => {
      await open('/');
      const here = page.locator('nav [aria-current="page"]');
      expect(await here.allTextContents()).toEqual(['Dashboard']);
      const addresses = rows('whales').locator('td:first-child').filter({ hasText: /^0x/ });
      await addresses.first().waitFor();
      const widths = addresses.evaluateAll((all) => all.map((one) => one.scrollWidth - one.clientWidth));
      expect(Math.max(...(await widths))).toBe(0);
      await open('/account');
      expect(await here.allTextContents()).toEqual(['Account']);
      await open('/asset/NVDA');
      expect(await here.count()).toBe(0);
    }, 600_000);

    test('signing up and making a key need nothing but a keyboard', async () => {
      await open('/account');
      await page.getByRole('button', { name: /Create one/ }).waitFor();
      await tabTo(page, 'Skip to content');
      await page.keyboard.press('Enter');
      await tabTo(page, 'Create one');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Create an account' }).waitFor();
      await page.keyboard.press('Shift+Tab'); // the button that creates it
      await page.keyboard.press('Shift+Tab');
      await page.keyboard.press('Shift+Tab');
      await page.keyboard.type('keyboard@example.com');
      await page.keyboard.press('Tab');
      await page.keyboard.type(PASSWORD);
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'keyboard@example.com' }).waitFor();

      await tabTo(page, 'Name of the new key');
      await page.keyboard.type('typed');
      await page.keyboard.press('Enter');
      await page.getByRole('dialog').waitFor();
      await tabTo(page, 'Copy');
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await tabTo(page, 'Revoke typed');
      await page.keyboard.press('Enter');
      await tabTo(page, 'Revoke the key');
      await page.keyboard.press('Enter');
      await rows('keys').getByText('Revoked').first().waitFor();
      await tabTo(page, 'Switch to dark theme');
      await page.keyboard.press('Enter');
      expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark');
      await tabTo(page, 'Sign out');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Sign in' }).waitFor();
      expect(complaints).toEqual([]);
    }, 600_000);

    test('a dialog that closes takes no other one with it', async () => {
      await open('/account');
      await signUp('quick@example.com');
      const dialog = page.getByRole('dialog');
      for (const name of ['one', 'other']) {
        await page.getByLabel('Name of the new key').fill(name);
        await page.getByRole('button', { name: 'Create a key' }).click();
        await page.getByLabel(`Revoke ${name}`).waitFor();
        await dialog.getByRole('button', { name: 'Done' }).click();
      }
      // Browsers tell that a dialog is closed with the next frame; another one may be opened before.
      const closeAndOpen = (label: string) =>
        page.evaluate((name) => {
          document.querySelector<HTMLDialogElement>('dialog[open]')?.close();
          document.querySelector<HTMLElement>(`[aria-label="${name}"]`)?.click();
          return new Promise((told) => requestAnimationFrame(() => setTimeout(told, 200)));
        }, label);
      await page.getByLabel('Rotate one').click();
      await dialog.waitFor();
      for (const label of ['Revoke one', 'Revoke other', 'Revoke other', 'Rotate other', 'Revoke one']) {
        await closeAndOpen(label);
        expect(await dialog.getByRole('heading').textContent()).toContain(label);
      }
      await dialog.getByRole('button', { name: 'Revoke the key' }).click();
      await rows('keys').getByText('Revoked').first().waitFor();
      await dialog.waitFor({ state: 'detached' });
      expect(complaints).toEqual([]);
    }, 600_000);

    const PAGES: Readonly<Record<string, () => Promise<unknown>>> = {
      '/': () => rows('markets').first().waitFor(SLOW),
      '/asset/NVDA': () => page.getByRole('heading', { level: 1, name: 'NVDA' }).waitFor(SLOW),
      '/account': () => panel('keys').getByRole('button', { name: 'Create a key' }).waitFor(SLOW),
      '/graphql': async () => {
        await page.getByRole('button', { name: /execute/i }).waitFor(SLOW);
        await execute();
        await result().getByText('"signals"').waitFor(SLOW);
      },
      '/docs': () => page.getByText('/api/v1/trade-feed').first().waitFor(SLOW),
    };

    test.each(['light', 'dark'] as const)(
      'every page is fit for everybody in %s, and leads to the others',
      async (colorScheme) => {
        await page.emulateMedia({ colorScheme });
        await open('/account');
        await page.getByRole('heading', { name: 'Sign in' }).waitFor();
        expect(await seriousFaults(page), 'sign-in').toEqual([]);
        await signUp(`${colorScheme}@example.com`);
        for (const [path, isThere] of Object.entries(PAGES)) {
          await open(path);
          await isThere();
          expect(await seriousFaults(page), path).toEqual([]);
          const links = await page
            .locator('a[href^="/"]')
            .evaluateAll((all) => all.map((one) => one.getAttribute('href')));
          expect(links, path).toEqual(expect.arrayContaining(['/', '/graphql', '/docs', '/account']));
        }
        expect(complaints).toEqual([]);
      },
      600_000,
    );

    test('on a phone no page is wider than the screen, jumps or shuts anybody out', async () => {
      await page.setViewportSize({ width: 390, height: 844 });
      await open('/');
      await rows('signals').first().waitFor(SLOW);
      expect(await shifted(page), 'without a key').toBeLessThan(0.05);
      await page.getByRole('button', { name: 'See it live with the demo’s key' }).click();
      await expect.poll(() => page.locator('.source-live').count(), SLOW).toBe(8);
      await page.reload();
      await rows('signals').first().waitFor(SLOW);
      expect(await shifted(page), 'with one').toBeLessThan(0.05);
      await signUp('phone-of-somebody-with-a-long-name@example.com');
      for (const [path, isThere] of Object.entries(PAGES)) {
        await open(path);
        await isThere();
        expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(390);
        expect(await seriousFaults(page), path).toEqual([]);
      }
    }, 600_000);
  },
);
