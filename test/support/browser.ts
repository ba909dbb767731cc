import { existsSync } from 'node:fs';
import { type Browser, chromium, type Page } from 'playwright-core';
import { PASSWORD } from './visitor.ts';

/** Debian's Chromium; null where it is not installed. */
export const CHROMIUM =
  ['/usr/bin/chromium', '/usr/bin/chromium-browser'].find((path) => existsSync(path)) ?? null;

if (CHROMIUM === null && process.env.REQUIRE_CHROMIUM === '1') {
  throw new Error('REQUIRE_CHROMIUM=1, but there is no Chromium: apt-get install chromium');
}

/** What is waited for comes in the end, on a busy machine too. */
const PATIENT_MS = 300_000;

export async function launchBrowser(): Promise<Browser> {
  const browser = await chromium.launch({
    executablePath: CHROMIUM ?? '',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
  const newContext = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await newContext(options);
    context.setDefaultTimeout(PATIENT_MS);
    return context;
  };
  return browser;
}

/** Opens a page and remembers what it complained of and where it went beyond its own origin. */
export async function watchedPage(
  browser: Browser,
  origin: string,
): Promise<{ page: Page; complaints: string[] }> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => complaints.push(`error: ${error.message}`));
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(origin) && !/^(data|blob|about):/.test(url))
      complaints.push(`foreign request: ${url}`);
  });
  return { page, complaints };
}

/** Makes an account on the page `/account` and stays there. */
export async function signUpOnPage(page: Page, url: string, name: string): Promise<void> {
  await page.goto(`${url}/account`);
  await page.getByRole('button', { name: /Create one/ }).click();
  await page.getByLabel('Name or e-mail').fill(name);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Create the account' }).click();
  await page.getByRole('heading', { name }).waitFor();
}
