import { lexer, type Token, walkTokens } from 'marked';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { servedMarkdown } from '../../build-guide-links.ts';
import { GUIDES } from '../../build-guide-list.ts';
import { slugOf } from '../../build-guide-passages.ts';
import { buildSiteIfStale, SITE_DIR } from '../../src/pages/build.ts';
import { readSite } from '../../src/pages/site.ts';
import { startApp, type TestApp } from '../support/app.ts';

/** Links, pictures and headings of a text, as a reader of Markdown finds them. */
function partsOf(markdown: string): {
  readonly links: readonly string[];
  readonly anchors: ReadonlySet<string>;
} {
  const links: string[] = [];
  const anchors = new Set<string>();
  const seen = new Map<string, number>();
  const collect = (token: Token) => {
    if (token.type === 'link' || token.type === 'image') links.push(token.href);
    if (token.type === 'heading') anchors.add(slugOf(token.text, seen));
  };
  void walkTokens(lexer(markdown), collect);
  return { links, anchors };
}

test('links to what the server has lead there, in the language of the reader; the others become text', () => {
  const guide = { ...(GUIDES[0] ?? expect.unreachable()), file: 'docs/methodology/insiders.md' };
  const served = (markdown: string) => servedMarkdown(guide, markdown);
  expect(served('[a](../rest.md#groups), [b](#what-goes-in) and [c](https://example.com/)')).toBe(
    '[a](/guides/rest.md#groups), [b](/guides/methodology/insiders.md#what-goes-in) and [c](https://example.com/)',
  );
  expect(served('![a picture](../pictures/a.png) [SDL](../../schema/schema.graphql)')).toBe(
    '![a picture](/guides/pictures/a.png) [SDL](/schema.graphql)',
  );
  expect(
    served(
      'in [feed.ts](../../src/feed/feed.ts), [`field.ts`](../../src/feed/field.ts) and [anew](../../a.ts)',
    ),
  ).toBe('in `src/feed/feed.ts`, `src/feed/field.ts` and anew');
  const code = '`[a](b.ts)`\n\n```js\nlist[a](b)\n```\n';
  expect(served(code)).toBe(code);
});

describe('the Markdown of the server', () => {
  let app: TestApp;
  beforeAll(async () => {
    await buildSiteIfStale();
    app = await startApp({}, { site: readSite(SITE_DIR) ?? expect.unreachable() });
  }, 600_000);
  afterAll(() => app.stop());

  test('every link of every guide, of llms.txt and llms-full.txt leads to something the server has', async () => {
    const known = new Map<string, Promise<{ readonly status: number; readonly text: string }>>();
    const get = (path: string) => {
      const asked =
        known.get(path) ??
        fetch(app.url + path).then(async (answer) => ({ status: answer.status, text: await answer.text() }));
      known.set(path, asked);
      return asked;
    };
    const paths = ['/llms.txt', '/llms-full.txt', ...GUIDES.map(({ name }) => `/guides/${name}.md`)];
    const dead: string[] = [];
    let seen = 0;
    for (const path of paths) {
      for (const link of partsOf((await get(path)).text).links) {
        if (/^https?:/.test(link)) continue;
        seen += 1;
        const { pathname, hash } = new URL(link, app.url + path);
        const { status, text } = await get(pathname);
        const hasHeading = hash === '' || partsOf(text).anchors.has(hash.slice(1));
        if (status !== 200 || !hasHeading || !link.startsWith('/')) dead.push(`${path} -> ${link}`);
      }
    }
    expect(dead).toEqual([]);
    expect(seen).toBeGreaterThan(500);
  }, 600_000);

  test('every guide says in a sentence what it is about: in the list, for programs, and in its page', async () => {
    const list = await (await fetch(`${app.url}/llms.txt`)).text();
    const front = await (await fetch(`${app.url}/guides`)).text();
    for (const { name, title, description } of GUIDES) {
      expect(description.length, name).toBeGreaterThanOrEqual(20);
      expect(description, name).toMatch(/^[\w@/].*[.!?]$/);
      expect(description, name).not.toMatch(/[.!?] [A-Z]/); // one sentence
      expect(list).toContain(`- [${title}](/guides/${name}.md): ${description}\n`);
      const html = await (await fetch(`${app.url}/guides/${name}`)).text();
      expect(html).toMatch(/<meta name="description" content="[^"]{20,}"/);
    }
    expect(front).toContain(GUIDES[0]?.description);
  });

  test('agents find the guides for users, each with its title and what it is about', async () => {
    const answer = await fetch(`${app.url}/mcp`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2025-11-25',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'resources/list' }),
    });
    const { resources } = JSON.parse((await answer.text()).replace(/^event: message\ndata: /, '')).result as {
      readonly resources: readonly {
        readonly uri: string;
        readonly title?: string;
        readonly description?: string;
      }[];
    };
    const uris = resources.map(({ uri }) => uri);
    expect(uris).toEqual(
      expect.arrayContaining([
        'alpha-data://schema.graphql',
        'alpha-data://guides/rest.md',
        'alpha-data://guides/methodology/insiders.md',
      ]),
    );
    expect(uris.filter((uri) => /adr|testing|style|security-titles|operating/.test(uri))).toEqual([]);
    for (const { uri, title, description = '' } of resources) {
      expect(title, uri).toMatch(/\w{3}/);
      expect(description.length, uri).toBeGreaterThanOrEqual(20);
    }
  });
});
