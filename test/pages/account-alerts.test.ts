import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildSiteIfStale, SITE_DIR } from '../../src/pages/build.ts';
import { readSite } from '../../src/pages/site.ts';
import {
  type AlertEndpoint,
  answering,
  bodyOf,
  isSignedWith,
  LOOPBACK_ENDPOINTS,
  noContent,
  openAlertEndpoint,
} from '../support/alert-endpoint.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { CHROMIUM, launchBrowser, signUpOnPage } from '../support/browser.ts';
import { cutFigures, seriousFaults } from '../support/page-probes.ts';
import { signal } from '../support/signal.ts';
import { PASSWORD } from '../support/visitor.ts';

const SLOW = { timeout: 300_000 };

describe.skipIf(CHROMIUM === null)(
  'alerts on the account page (skipped without Chromium: apt-get install chromium)',
  () => {
    let app: TestApp;
    let endpoint: AlertEndpoint;
    let browser: Browser;
    beforeAll(async () => {
      await buildSiteIfStale();
      app = await startApp(LOOPBACK_ENDPOINTS, { site: readSite(SITE_DIR) });
      endpoint = await openAlertEndpoint();
      browser = await launchBrowser();
    }, 600_000);
    afterAll(async () => {
      await browser?.close();
      await app?.stop();
      await endpoint?.close();
    }, 600_000);

    test('one that is made there fires, signed with the secret that the page shows', async () => {
      const page = await browser.newPage({ viewport: { width: 1440, height: 1200 } });
      page.setDefaultTimeout(SLOW.timeout);
      await signUpOnPage(page, app.url, 'ada@example.com');
      await page.getByLabel('Name of the new key').fill('notebook');
      await page.getByRole('button', { name: 'Create a key' }).click();
      await page.getByRole('button', { name: 'Done' }).click();

      const panel = page.locator('section[aria-labelledby="alerts"]');
      await panel.getByText('No alert yet.').waitFor();
      await panel.getByText('New alert').click();
      await panel.getByLabel('Name', { exact: true }).fill('open signals');
      await panel.getByLabel('Post to').fill(endpoint.url);
      await panel.getByRole('button', { name: 'Create the alert' }).click();
      const secret = await page.getByLabel('The secret').inputValue();
      await page.getByRole('button', { name: 'Done' }).click();
      const details = page.getByRole('dialog');
      await panel.getByRole('button', { name: 'Details of open signals' }).click();
      await details.getByText('No delivery yet.').waitFor();
      await details.getByRole('button', { name: 'Test' }).click();
      await details.getByText('The test message was delivered.').waitFor();
      await details.getByRole('cell', { name: 'test', exact: true }).waitFor();
      await details.getByRole('button', { name: 'Close' }).click();

      const record = signal('S1');
      expect((await app.ingest('trade-feed', [record])).status).toBe(200);
      await expect.poll(() => endpoint.messages.length, SLOW).toBe(2);
      expect(endpoint.messages.every((message) => isSignedWith(secret, message))).toBe(true);
      expect(endpoint.messages.map((message) => bodyOf(message).type)).toEqual([
        'alert.test',
        'alert.events',
      ]);

      await panel.getByRole('button', { name: 'Pause open signals' }).click();
      await panel.getByRole('button', { name: 'Resume open signals' }).waitFor();
      await panel.getByRole('button', { name: 'Details of open signals' }).click();
      await details.getByRole('button', { name: 'Remove' }).click();
      await panel.getByText('No alert yet.').waitFor();

      // The table of a feed leads there, with the rows that it shows.
      await page.goto(`${app.url}/feed/signals?status=OPEN&symbol.contains=it%22s`);
      await page.getByRole('link', { name: 'Alert me' }).click();
      await panel.getByLabel('Format').waitFor();
      expect(await panel.getByLabel('Name', { exact: true }).inputValue()).toBe('Signals');
      expect(await panel.getByLabel('Subscription').inputValue()).toContain(
        'signals(filter: { status: { eq: OPEN }, symbol: { contains: "it\\"s" } })',
      );
      expect(await panel.getByRole('option').allInnerTexts()).not.toContain('E-mail'); // there is no mail server
      await panel.getByLabel('Post to').fill(endpoint.url);
      await panel.getByRole('button', { name: 'Create the alert' }).click();
      await page.getByRole('button', { name: 'Done' }).click();
      await panel.getByRole('button', { name: 'Pause Signals' }).waitFor();
      await page.close();
    }, 600_000);

    test('one that fails says so in red and why; its batch can be skipped, its secret replaced, its events replayed', async () => {
      const page = await browser.newPage({ viewport: { width: 1440, height: 1200 } });
      page.setDefaultTimeout(SLOW.timeout);
      await signUpOnPage(page, app.url, 'cy@example.com');
      await page.getByLabel('Name of the new key').fill('notebook');
      await page.getByRole('button', { name: 'Create a key' }).click();
      await page.getByRole('button', { name: 'Done' }).click();
      const panel = page.locator('section[aria-labelledby="alerts"]');
      await panel.getByText('New alert').click();
      await panel.getByLabel('Name', { exact: true }).fill('failing one');
      await panel.getByLabel('Post to').fill(endpoint.url);
      await panel.getByRole('button', { name: 'Create the alert' }).click();
      const former = await page.getByLabel('The secret').inputValue();
      await page.getByRole('button', { name: 'Done' }).click();

      const before = endpoint.messages.length;
      endpoint.answer = answering(500);
      expect((await app.ingest('trade-feed', [signal('S2')])).status).toBe(200);
      await expect.poll(() => endpoint.messages.length, SLOW).toBeGreaterThan(before);
      const shown = async () => {
        await page.reload();
        await panel.getByRole('button', { name: 'Details of failing one' }).waitFor();
        return panel.locator('tbody .down').allInnerTexts();
      };
      await expect.poll(shown, SLOW).toEqual(['failing']);
      await panel.getByRole('cell', { name: 'the endpoint answered 500' }).waitFor();
      await panel.getByText(endpoint.url).waitFor();
      expect(await seriousFaults(page)).toEqual([]);
      expect(await cutFigures(page)).toEqual([]);

      const details = page.getByRole('dialog');
      await panel.getByRole('button', { name: 'Details of failing one' }).click();
      await details.getByRole('cell', { name: 'the endpoint answered 500' }).first().waitFor();
      expect(await seriousFaults(page)).toEqual([]);
      await details.getByRole('button', { name: 'Skip the waiting batch' }).click();
      await details.getByText('The waiting batch was skipped.').waitFor();
      endpoint.answer = noContent;
      await details.getByRole('button', { name: 'Rotate the secret' }).click();
      const secret = await page.getByLabel('The secret').inputValue();
      expect(secret).not.toBe(former);
      await page.getByRole('button', { name: 'Done' }).click();

      const sent = endpoint.messages.length;
      await panel.getByRole('button', { name: 'Details of failing one' }).click();
      await details
        .getByLabel('Deliver again since')
        .fill(new Date(Date.now() - 3_600_000).toISOString().slice(0, 16));
      await details.getByRole('button', { name: 'Replay' }).click();
      await details.getByText('The events since then are delivered again.').waitFor();
      // One that was on its way has the former secret.
      const again = () => endpoint.messages.slice(sent).some((message) => isSignedWith(secret, message));
      await expect.poll(again, SLOW).toBe(true);
      await page.setViewportSize({ width: 390, height: 844 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
      await page.close();
    }, 600_000);

    test('whoever follows Alert me signed out is asked to sign in, without a fault, and then sees the form', async () => {
      const page = await browser.newPage();
      page.setDefaultTimeout(SLOW.timeout);
      await page.goto(`${app.url}/feed/signals?status=OPEN`);
      await page.getByRole('link', { name: 'Alert me' }).click();
      await page.getByRole('heading', { name: 'Sign in' }).waitFor();
      expect(await page.locator('.fault').allInnerTexts()).toEqual(['']);
      await page.getByRole('button', { name: /Create one/ }).click();
      await page.getByLabel('Name or e-mail').fill('bea@example.com');
      await page.getByLabel('Password').fill(PASSWORD);
      await page.getByRole('button', { name: 'Create the account' }).click();
      await expect
        .poll(() => page.getByLabel('Subscription').inputValue(), SLOW)
        .toContain('status: { eq: OPEN }');

      // A sign-in at the provider that failed comes back with its code.
      await page.context().clearCookies();
      await page.goto(`${app.url}/account#SIGN_IN_REFUSED`);
      await page.getByText('The sign-in was not completed.').waitFor();
      await page.close();
    }, 600_000);
  },
);
