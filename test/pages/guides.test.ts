import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { targetOf } from '../../build-guide-links.ts';
import { SECTIONS } from '../../build-guide-list.ts';
import { buildSiteIfStale, SITE_DIR } from '../../src/pages/build.ts';
import { readSite, type Site } from '../../src/pages/site.ts';
import { fencesOf } from '../docs/guide-page.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { CHROMIUM, launchBrowser, watchedPage } from '../support/browser.ts';
import { seriousFaults, shifted } from '../support/page-probes.ts';

const firstLine = (file: string) => readFileSync(file, 'utf8').split('\n')[0];
const guides = SECTIONS.flatMap((section) => section.guides);

test('every page of docs is a guide', () => {
  const pages = readdirSync('docs', { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.md'),
  );
  expect(guides.map(({ file }) => file).sort()).toEqual(
    [...pages.map((name) => `docs/${name}`), 'clients/python/README.md'].sort(),
  );
  expect(new Set(guides.map(({ name }) => name)).size).toBe(guides.length);
});

test('links between guides lead to their addresses, links to the code nowhere', () => {
  expect(targetOf('rest.md#groups', 'docs/live.md')).toBe('/guides/rest#groups');
  expect(targetOf('../data.md', 'docs/methodology/insiders.md')).toBe('/guides/data');
  expect(targetOf('../../docs/live.md', 'clients/python/README.md')).toBe('/guides/live');
  expect(targetOf('../schema/schema.graphql', 'docs/graph.md')).toBe('/schema.graphql');
  expect(targetOf('../src/app/services.ts', 'docs/architecture.md')).toBeNull();
});

describe('the guides of the server', () => {
  let app: TestApp;
  let site: Site;
  beforeAll(async () => {
    await buildSiteIfStale();
    const built = readSite(SITE_DIR);
    if (!built) throw new Error('the pages were not built');
    site = built;
    app = await startApp({}, { site });
  }, 600_000);
  afterAll(() => app.stop());

  test('each has a page and, for programs, its Markdown', async () => {
    for (const { name, file } of guides) {
      const page = await fetch(`${app.url}/guides/${name}`);
      expect([page.status, page.headers.get('content-type')], name).toEqual([
        200,
        'text/html; charset=utf-8',
      ]);
      const markdown = await fetch(`${app.url}/guides/${name}.md`);
      expect(markdown.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
      expect((await markdown.text()).split('\n')[0]).toBe(firstLine(file));
    }
    expect((await fetch(`${app.url}/guides/no-such-guide`)).status).toBe(404);
  });

  test('pictures are shown in the size that they have, and are kept by whoever has them', async () => {
    const places = guides.flatMap(({ name }) => [
      ...(site.pages.get(`guides/${name}`)?.html ?? '').matchAll(
        /<img src="([^"]+)" alt="([^"]+)" width="(\d+)" height="(\d+)"/g,
      ),
    ]);
    expect(new Set(places.map(([, src]) => src)).size).toBe(readdirSync('docs/pictures').length);
    for (const [, src = '', alt, width, height] of places) {
      const picture = await fetch(app.url + src);
      expect([picture.status, picture.headers.get('content-type')], src).toEqual([200, 'image/png']);
      const bytes = Buffer.from(await picture.arrayBuffer());
      expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)], alt).toEqual([Number(width), Number(height)]);
      const again = await fetch(app.url + src, {
        headers: { 'if-none-match': picture.headers.get('etag') ?? '' },
      });
      expect(again.status, src).toBe(304);
    }
  });

  test('every link of every guide leads to something the server has, down to the heading', () => {
    const htmlOf = (path: string) =>
      site.pages.get(path === '/guides' ? 'guides/index' : path.slice(1))?.html;
    let seen = 0;
    for (const { name } of guides) {
      for (const [, href = ''] of (htmlOf(`/guides/${name}`) ?? '').matchAll(
        /<a [^>]*href="((?:\/guides|#)[^"]*)"/g,
      )) {
        if (href === '#main') continue;
        if (href.startsWith('/guides/pictures/')) continue; // see above
        const [path, anchor] = href.startsWith('#') ? [`/guides/${name}`, href.slice(1)] : href.split('#');
        const target = htmlOf(path ?? '');
        expect(target, `${href} in ${name}`).toBeDefined();
        if (anchor) expect(target, `${href} in ${name}`).toContain(`id="${anchor}"`);
        seen += 1;
      }
    }
    expect(seen).toBeGreaterThan(guides.length * 10);
  });

  test('every query of a guide is shown in every language', () => {
    const shown = guides.map(({ name, file }) => {
      const queries = fencesOf(file).filter(
        ({ info, text }) => info === 'graphql' && !text.startsWith('subscription'),
      );
      const tabs = [...(site.pages.get(`guides/${name}`)?.html ?? '').matchAll(/id="tab-\d+-graphql"/g)];
      expect(tabs.length, file).toBe(queries.length);
      return tabs.length;
    });
    expect(shown.filter((count) => count > 0).length).toBeGreaterThanOrEqual(7);
  });

  test('the language that somebody chose is in the markup, with a tag of its own', async () => {
    const get = (cookie: string, path = 'recipes') =>
      fetch(`${app.url}/guides/${path}`, { headers: { cookie } });
    const python = await get('theme=dark; language=python');
    const html = await python.text();
    expect(html.match(/data-language="python" aria-selected="true"/g)).toHaveLength(4);
    expect(html).toContain('<html data-theme="dark" lang="en">');
    const plain = await get('theme=dark; language=pascal');
    expect(await plain.text()).toContain('data-language="graphql" aria-selected="true"');
    expect(python.headers.get('etag')).not.toBe(plain.headers.get('etag'));
    const [tabless, other] = [await get('', 'tiers'), await get('language=python', 'tiers')];
    expect(other.headers.get('etag')).toBe(tabless.headers.get('etag'));
  });

  test('programs find all of them', async () => {
    const list = await (await fetch(`${app.url}/llms.txt`)).text();
    for (const { name } of guides) expect(list).toContain(`(/guides/${name}.md)`);
    const all = await (await fetch(`${app.url}/llms-full.txt`)).text();
    for (const { file } of guides) expect(all).toContain(firstLine(file));
  });

  const skipped = CHROMIUM === null ? ', skipped: there is no Chromium (apt-get install chromium)' : '';
  test.skipIf(skipped)(
    `a reader searches them, and has address and key before the first command${skipped}`,
    async () => {
      const browser = await launchBrowser();
      try {
        const { page, complaints } = await watchedPage(browser, app.url);
        await page.goto(`${app.url}/guides/rest`);
        await page.evaluate(() => sessionStorage.setItem('alpha-data-key', 'a.key.of-mine'));
        await page.reload();
        await page.getByText('export URL=').waitFor();
        expect(await page.locator('.code code').first().textContent()).toBe(
          `export URL=${app.url} KEY=a.key.of-mine`,
        );
        const buttons = (language: string) => page.locator(`.code[data-language=${language}] button`).count();
        expect(await buttons('sh')).toBe(await page.locator('.code[data-language=sh]').count());
        expect(await buttons('json')).toBe(0);
        // All tabs of a page show the language that was chosen, also on the next visit.
        await page.goto(`${app.url}/guides/quick-start`);
        const shown = () => page.locator('[role=tabpanel]:not([hidden])');
        const languages = () => shown().evaluateAll((panels) => panels.map((one) => one.dataset.language));
        expect(await languages()).toEqual(['sh', 'sh', 'sh']);
        await page.getByRole('tab', { name: 'Python' }).nth(1).click();
        expect(await languages()).toEqual(['python', 'python', 'python']);
        await page.keyboard.press('ArrowRight');
        expect(await languages()).toEqual(['r', 'r', 'r']);
        await page.reload();
        await page.getByText('export ALPHA_URL=').waitFor();
        expect(await languages()).toEqual(['r', 'r', 'r']);
        expect(await shown().first().getByRole('button', { name: 'Copy' }).count()).toBe(1);
        await page.goto(`${app.url}/guides/rest`);
        await page.getByRole('searchbox', { name: 'Search the guides' }).fill('asking again');
        await page.locator('.hits a').first().click();
        await page.waitForURL('**/guides/rest#asking-again');
        expect(complaints).toEqual([]);
      } finally {
        await browser.close();
      }
    },
    600_000,
  );

  test.skipIf(skipped)(
    `a reader takes a query in a language, by mouse or keyboard, on a screen or a phone${skipped}`,
    async () => {
      const browser = await launchBrowser();
      try {
        const { page, complaints } = await watchedPage(browser, app.url);
        await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: app.url });
        await page.goto(`${app.url}/guides/recipes`);
        await page.evaluate(() => localStorage.setItem('alpha-data-key', 'a.key.of-mine'));
        await page.reload();
        const panel = page.locator('[role=tabpanel]:not([hidden])').nth(1);
        const tab = (name: string) => page.getByRole('tab', { name }).nth(1);
        expect(await panel.locator('code').textContent()).toBe(
          fencesOf('docs/recipes.md')
            .filter(({ info }) => info === 'graphql')[1]
            ?.text.trimEnd(),
        );
        await tab('GraphQL').focus();
        await page.keyboard.press('ArrowRight');
        const curl = await panel.locator('code').textContent();
        expect(curl).toContain(
          `curl -sG '${app.url}/graphql' \\\n  -H 'X-API-Key: a.key.of-mine' \\\n  --data-urlencode 'query={`,
        );
        await page.keyboard.press('Tab'); // from the tab to its panel
        await page.keyboard.press('Tab');
        await page.keyboard.press('Enter');
        await panel.getByRole('button', { name: 'Copied' }).waitFor();
        expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(curl);
        const top = () => tab('Python').evaluate((one) => one.getBoundingClientRect().top);
        await tab('Python').scrollIntoViewIfNeeded();
        const before = await top();
        await tab('Python').click();
        expect(await top()).toBeCloseTo(before, 0); // though the one above it is longer now
        expect(await panel.locator('code').textContent()).toContain(`Client("${app.url}", "a.key.of-mine")`);

        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme });
          expect(await seriousFaults(page), colorScheme).toEqual([]);
        }
        // The next guide shows Python from the start, on a phone too; it never jumps.
        await page.setViewportSize({ width: 360, height: 740 });
        await page.goto(`${app.url}/guides/graph`);
        expect(await page.getByRole('tab', { selected: true }).allTextContents()).toEqual(
          Array.from({ length: 5 }, () => 'Python'),
        );
        expect(await panel.locator('code').textContent()).toContain(`Client("${app.url}", "a.key.of-mine")`);
        expect(await shifted(page)).toBeLessThan(0.005); // the header grows by some pixels
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
        const tops = await page
          .getByRole('tab')
          .evaluateAll((all) => all.slice(0, 5).map((one) => one.getBoundingClientRect().top));
        expect(new Set(tops).size, 'lines of tabs').toBe(1);
        expect(await seriousFaults(page)).toEqual([]);
        expect(complaints).toEqual([]);
      } finally {
        await browser.close();
      }
    },
    600_000,
  );
});
