import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { launchBrowser, signUpOnPage } from '../support/browser.ts';
import { movedToEnd } from '../support/page-probes.ts';

/**
 * Pictures of every page on a desktop and a phone, light and dark, with a key and without, to be looked at:
 * `npm start`, then `npm run shots`; of another server `npm run shots -- http://127.0.0.1:4100 <folder> <key>`.
 */
const [url = 'http://127.0.0.1:4000', folder = 'shots', given] = process.argv.slice(2);
/** A demo offers its own. */
const key = given ?? /demo-key" content="([^"]+)/.exec(await (await fetch(url)).text())?.[1] ?? '';

const SIZES = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } };

const FEEDS = [
  'signals',
  'whales',
  'congress',
  'insider',
  'markets',
  'reversals',
  'outperformers',
  'strategies',
] as const;

/** A feed whose rows lead to them, and what they are. */
const ENTITIES = [
  ['congress', 'politician'],
  ['whales', 'whale'],
  ['strategies', 'strategy'],
  ['markets', 'market'],
  ['insider', 'insider'],
] as const;

/** The font is there, nothing loads any more, and what moves has come to its place. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(() => document.fonts.ready);
  await page.waitForFunction(
    () => document.querySelector('.skeleton:not([hidden] *), .panel:not([hidden]) > .slot:empty') === null,
  );
  await movedToEnd(page);
  await heightRests(page);
}

/** Words of the editors of the query and of its answer have their colours, which come after the words: `mtk1` is plain text. */
const coloured = (page: Page) =>
  page.waitForFunction(() => {
    const editors = ['.graphiql-editor', '.result-window'];
    return editors.every((one) => document.querySelector(`${one} [class^="mtk"]:not(.mtk1)`) !== null);
  });

/** How long the height of a page stands still before a picture is cut to it. */
const REST_MS = 500;

/** Panels whose rows come later than the others no longer push the end of the page down. */
const heightRests = (page: Page) =>
  page.evaluate(
    (restMs) =>
      new Promise<void>((resolve) => {
        let timer = setTimeout(resolve, restMs);
        new ResizeObserver(() => {
          clearTimeout(timer);
          timer = setTimeout(resolve, restMs);
        }).observe(document.body);
      }),
    REST_MS,
  );

/** A dialog stands over what is in view. */
const OVER_THE_PAGE = { isWhole: false };

/** Sections of the reference are drawn when one comes to them. */
async function scrollThrough(page: Page): Promise<void> {
  await page.getByRole('heading', { name: 'trade-feed' }).first().waitFor();
  await page.evaluate(async () => {
    // Folded up, the modules are within some screens.
    for (let top = 0; top < Math.min(10_000, document.body.scrollHeight); top += 400) {
      scrollTo(0, top);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    scrollTo(0, 0);
  });
}

/** What the keys of the account ask for, five units in all: those of a minute. */
const ASKED: Readonly<Record<string, readonly string[]>> = {
  notebook: ['/api/v1/trade-feed?limit=5', '/api/v1/insider?limit=5', '/api/v1/insider?page=1'],
  'dashboard on the wall': [
    '/graphql?query={signals{nodes{symbol}}}',
    '/graphql?query={strategies{nodes{name}}}',
  ],
};

/** An account with two keys that were used. Its name is new on a server that has others of before. */
async function signUp(context: BrowserContext): Promise<void> {
  const page = await context.newPage();
  await signUpOnPage(page, url, `mara.${Math.floor(Date.now() / 1_000).toString(36)}@example.com`);
  for (const [name, paths] of Object.entries(ASKED)) {
    await page.getByLabel('Name of the new key').fill(name);
    await page.getByRole('button', { name: 'Create a key' }).click();
    const token = await page.getByLabel('The key', { exact: true }).inputValue();
    await page.getByRole('button', { name: 'Done' }).click();
    for (const path of paths) {
      const { ok, status } = await fetch(url + path, { headers: { 'X-API-Key': token } });
      if (!ok) throw new Error(`${path} answers ${status}`);
    }
  }
  await page.close();
}

mkdirSync(folder, { recursive: true });
const browser = await launchBrowser();
for (const [size, viewport] of Object.entries(SIZES))
  for (const colorScheme of ['light', 'dark'] as const) {
    const context = await browser.newContext({ viewport, colorScheme });
    const take = async (
      name: string,
      path: string,
      prepare?: (page: Page) => Promise<void>,
      { isWhole = size === 'phone' } = {},
    ) => {
      const page = await context.newPage();
      await page.goto(url + path);
      await prepare?.(page);
      await settled(page);
      await page.screenshot({
        path: join(folder, `${name}-${size}-${colorScheme}.png`),
        fullPage: isWhole,
      });
      await page.close();
    };
    await take('keyless', '/');
    await take('keyless-asset', '/asset/BTC', async (page) => {
      // Panels are hidden until they have rows, and each has those of a feed of its own.
      for (const panel of ['whales', 'markets', 'strategies'])
        await page.locator(`[data-panel="${panel}"] tbody tr`).first().waitFor();
    });
    await take('keyless-feed', '/feed/congress');
    await take('missing', '/dashbord');
    await take('sign-in', '/account');
    await context.addInitScript((text) => sessionStorage.setItem('alpha-data-key', text), key);
    await take('dashboard', '/');
    await take('stock', '/asset/NVDA');
    await take('coin', '/asset/BTC');
    for (const feed of FEEDS) await take(`feed-${feed}`, `/feed/${feed}`);
    for (const [feed, name] of ENTITIES)
      await take(name, `/feed/${feed}`, async (page) => {
        // On a phone a whale has no room for its name: its event leads to it.
        await page.locator(`tbody a[href^="/${name}/"]:visible`).first().click();
        await page.waitForURL(new RegExp(`/${name}/`));
      });
    await take('cluster', '/', async (page) => {
      await page.locator('.today-row a[href^="/cluster/"]').click();
      await page.waitForURL(/\/cluster\//);
    });
    await take('scorecard', '/scorecard/MRS');
    await take('feed-grouped', '/feed/insider?by=TICKER');
    await take('feed-filtered', '/feed/congress?party=D&amountLow.gte=50001&sort=-AMOUNT_LOW');
    await take(
      'search',
      '/',
      async (page) => {
        await page.getByRole('button', { name: 'Search' }).click();
        await page.getByRole('combobox', { name: 'Search names' }).fill('bit');
        await page.getByRole('option').first().waitFor();
      },
      OVER_THE_PAGE,
    );
    await take('graphiql', '/graphql', async (page) => {
      await page.getByRole('button', { name: /execute/i }).click();
      await coloured(page);
    });
    await take('docs', '/docs', size === 'phone' ? scrollThrough : undefined);
    await signUp(context);
    await take('account', '/account');
    await take(
      'new-key',
      '/account',
      async (page) => {
        await page.getByLabel('Name of the new key').fill('another');
        await page.getByRole('button', { name: 'Create a key' }).click();
        await page.getByLabel('The key', { exact: true }).waitFor();
      },
      OVER_THE_PAGE,
    );
    await context.close();
  }
await browser.close();
