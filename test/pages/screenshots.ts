import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { launchBrowser } from '../support/browser.ts';

/**
 * Pictures of every page on a desktop and a phone, light and dark, to be looked at:
 * `npm start`, then `node test/pages/screenshots.ts http://127.0.0.1:4000 <folder> <key>`
 */
const [url = '', folder = '', key = ''] = process.argv.slice(2);

const SIZES = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } };

const settled = (page: Page) => page.waitForTimeout(2_500);

async function signUp(context: BrowserContext, label: string): Promise<void> {
  const page = await context.newPage();
  await page.goto(`${url}/account`);
  await page.getByRole('button', { name: /Create one/ }).click();
  await page.getByLabel('Name or e-mail').fill(`${label}-${Date.now()}@example.com`);
  await page.getByLabel('Password').fill('correct horse battery');
  await page.getByRole('button', { name: 'Create the account' }).click();
  for (const name of ['notebook', 'dashboard on the wall']) {
    await page.getByLabel('Name of the new key').fill(name);
    await page.getByRole('button', { name: 'Create a key' }).click();
    await page.getByRole('button', { name: 'Done' }).click();
  }
  await page.close();
}

mkdirSync(folder, { recursive: true });
const browser = await launchBrowser();
for (const [size, viewport] of Object.entries(SIZES))
  for (const colorScheme of ['light', 'dark'] as const) {
    const context = await browser.newContext({ viewport, colorScheme });
    const take = async (name: string, path: string, prepare?: (page: Page) => Promise<void>) => {
      const page = await context.newPage();
      await page.goto(url + path);
      await prepare?.(page);
      await settled(page);
      await page.screenshot({
        path: join(folder, `${name}-${size}-${colorScheme}.png`),
        fullPage: size === 'phone',
      });
      await page.close();
    };
    await take('keyless', '/');
    await take('missing', '/dashbord');
    await take('sign-in', '/account');
    await context.addInitScript((text) => sessionStorage.setItem('alpha-data-key', text), key);
    await take('dashboard', '/');
    await take('asset', '/asset/NVDA');
    await take('graphiql', '/graphql', async (page) => {
      await page.getByRole('button', { name: /execute/i }).click();
    });
    await take('docs', '/docs');
    await signUp(context, size);
    await take('account', '/account');
    await take('new-key', '/account', async (page) => {
      await page.getByLabel('Name of the new key').fill('another');
      await page.getByRole('button', { name: 'Create a key' }).click();
    });
    await context.close();
  }
await browser.close();
