import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildSiteIfStale, SITE_DIR } from '../../src/pages/build.ts';
import { readSite } from '../../src/pages/site.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { CHROMIUM, launchBrowser, signUpOnPage } from '../support/browser.ts';
import { linkIn, type MailServer, mailSettings, openMailServer } from '../support/mail-server.ts';
import { signal } from '../support/signal.ts';

const SLOW = { timeout: 300_000 };

describe.skipIf(CHROMIUM === null)(
  'alerts by e-mail on the account page (skipped without Chromium: apt-get install chromium)',
  () => {
    let app: TestApp;
    let mailServer: MailServer;
    let browser: Browser;
    beforeAll(async () => {
      await buildSiteIfStale();
      mailServer = await openMailServer();
      app = await startApp(mailSettings(mailServer), {
        site: readSite(SITE_DIR),
        alertTimes: { mailSpacingMs: 0 },
      });
      browser = await launchBrowser();
    }, 600_000);
    afterAll(async () => {
      await browser?.close();
      await app?.stop();
      await mailServer?.close();
    }, 600_000);

    const nextMail = async (count: number) => {
      await expect.poll(() => mailServer.mails.length, SLOW).toBe(count);
      return mailServer.mails.at(-1) ?? expect.unreachable('counted above');
    };

    test('one that is made there asks its reader, sends events, and ends by the link of a mail', async () => {
      const context = await browser.newContext({ viewport: { width: 1440, height: 1200 } });
      const page = await context.newPage();
      await signUpOnPage(page, app.url, 'ada@example.com');
      await page.getByLabel('Name of the new key').fill('notebook');
      await page.getByRole('button', { name: 'Create a key' }).click();
      await page.getByRole('button', { name: 'Done' }).click();

      const panel = page.locator('section[aria-labelledby="alerts"]');
      await panel.getByText('New alert').click();
      await panel.getByLabel('Name', { exact: true }).fill('open signals');
      await panel.getByLabel('Format').selectOption('E-mail');
      await panel.getByLabel('Send to').fill('ada@example.com');
      await panel.getByRole('button', { name: 'Create the alert' }).click();
      await panel.getByText('Open the link in the mail that was sent to confirm the alert.').waitFor();
      await panel.getByText('unconfirmed').waitFor();

      // The reader of a mail has another browser, without the session of the account.
      const reader = await (await browser.newContext()).newPage();
      const question = await nextMail(1);
      expect(question.to).toEqual(['ada@example.com']);
      await reader.goto(linkIn(question, 'confirm', app.url));
      await reader.getByRole('button', { name: 'Send me this alert' }).click();
      await reader.getByText('Confirmed.').waitFor();
      await page.reload();
      await panel.getByText('active').waitFor();

      expect((await app.ingest('trade-feed', [signal('S1')])).status).toBe(200);
      const mail = await nextMail(2);
      expect(mail.to).toEqual(['ada@example.com']);
      expect(mail.text).toContain(signal('S1').symbol);

      await reader.goto(linkIn(mail, 'stop', app.url));
      await reader.getByRole('button', { name: 'Stop these mails' }).click();
      await reader.getByText('Stopped.').waitFor();
      await page.reload();
      await panel.getByText('unsubscribed').waitFor();
      await page.close();
    }, 600_000);
  },
);
