import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SECTIONS, targetOf } from '../../build-guides.ts';
import { buildSiteIfStale, SITE_DIR } from '../../src/pages/build.ts';
import { readSite, type Site } from '../../src/pages/site.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { CHROMIUM, launchBrowser, watchedPage } from '../support/browser.ts';

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
      expect(await markdown.text()).toBe(readFileSync(file, 'utf8'));
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

  test('programs find all of them', async () => {
    const list = await (await fetch(`${app.url}/llms.txt`)).text();
    for (const { name } of guides) expect(list).toContain(`(/guides/${name}.md)`);
    const all = await (await fetch(`${app.url}/llms-full.txt`)).text();
    for (const { file } of guides) expect(all).toContain(readFileSync(file, 'utf8').slice(0, 200));
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
        await page.getByText('export URL=').waitFor(); // the script writes it
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
});
