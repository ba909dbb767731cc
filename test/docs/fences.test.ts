import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { fencesOf, guidePages } from './guide-page.ts';

/** Which blocks, by language or by what is in them; and the test that runs them, or why none does. */
type Rule = readonly [fences: RegExp, runBy: `${string}.test.ts` | { readonly because: string }];

const printed = { because: 'it is what the block before it prints, and compared with that' };

/** What becomes of every block of every page. The first rule that matches a block holds. */
const PAGES: Readonly<Record<string, readonly Rule[]>> = {
  'README.md': [
    [/^sh\nnpm test\n/, { because: 'it runs this very test' }],
    [/^(sh|graphql)\n/, 'test/docs/readme.test.ts'],
  ],
  'docs/first-alert.md': [
    [/^sh\nnpm ci/, { because: 'test/docs/readme.test.ts starts a server as the README does' }],
    [/^sh\n/, 'test/docs/first-alert.test.ts'],
  ],
  'docs/account.md': [[/^sh\n/, 'test/docs/account.test.ts']],
  'docs/adding-a-field.md': [[/^(ts \S+|sh)\n/, 'test/docs/adding-a-field.test.ts']],
  'docs/adding-a-route.md': [[/^(ts \S+|sh)\n/, 'test/docs/adding-a-route.test.ts']],
  'docs/adding-a-feed.md': [[/^((ts|md) \S+|sh)\n/, 'test/docs/adding-a-feed.test.ts']],
  'docs/adding-a-source.md': [[/^ts\n/, 'test/docs/adding-a-source.test.ts']],
  'docs/agents.md': [
    [/^sh\nclaude /, { because: 'it asks for an assistant that is installed and signed in' }],
    [/^(sh|json|toml|text)\n/, 'test/docs/agents.test.ts'],
  ],
  'docs/alerts.md': [[/^(sh|json|(js|python|go) \S+)\n/, 'test/docs/alerts.test.ts']],
  'docs/architecture.md': [[/^mermaid\n/, 'test/docs/architecture.test.ts']],
  'docs/request-lifecycle.md': [[/^mermaid\n/, 'test/docs/request-lifecycle.test.ts']],
  'docs/building-a-dashboard.md': [
    [/^(graphql|sh|html)\n/, 'test/docs/client.test.ts'],
    [/^text\n/, printed],
  ],
  'docs/client.md': [[/^(js|html|ts|sh)\n/, 'test/docs/client.test.ts']],
  'docs/cost.md': [[/^(graphql|json)\n/, 'test/docs/cost.test.ts']],
  'docs/data.md': [
    [/^sh\n.*<format>/, { because: 'it is the form of a command; the commands are in "Following a record"' }],
    [/^(sh|http|graphql|text)?\n/, 'test/docs/data.test.ts'],
    [/^json\n/, 'test/docs/data.test.ts'],
  ],
  'docs/deploying.md': [
    [/^sh\n.*docker (build|compose)/s, 'test/deploy/docker.test.ts'],
    [/^sh\nnpm pack/, { because: 'npm run release -- --dry-run does, on the oldest and on the newest Node' }],
    [/^sh\nnpm ci && npm run build/, { because: 'image.test.ts does, with what the Dockerfile adds' }],
    [/^sh\nopenssl/, 'test/deploy/scaled.test.ts'],
    [/^sh\nkubectl /, 'test/deploy/kubernetes.test.ts'],
    [/^sh\nnpm run -s alpha -- migrate/, 'test/docs/operating.test.ts'],
    [/^sh\n.*(tar|pg_dump|pg_restore) /s, 'test/deploy/backup.test.ts'],
  ],
  'docs/graph.md': [[/^graphql\n/, 'test/docs/graph.test.ts']],
  'docs/live.md': [
    [/^(js|html|sh)\n/, 'test/docs/live.test.ts'],
    [/^graphql\n/, 'test/docs/live-lists.test.ts'],
  ],
  'docs/operating.md': [[/^(sh|json)\n/, 'test/docs/operating.test.ts']],
  'docs/prices.md': [[/^(graphql|sh)?\n/, 'test/docs/prices.test.ts']],
  'docs/quants.md': [
    [/^(sh|python|r)\n/, 'test/docs/quants.test.ts'],
    [/^(text|csv)\n/, printed],
  ],
  'docs/quick-start.md': [
    [/^(sh|js|python|r)\n/, 'test/docs/quick-start.test.ts'],
    [/^(json|text)\n/, printed],
  ],
  'docs/recipes.md': [[/^(sh|graphql|json)\n/, 'test/docs/recipes.test.ts']],
  'docs/rest.md': [
    [/^sh\n/, 'test/docs/rest.test.ts'],
    [/^(json|http|csv|text)\n/, printed],
  ],
  'docs/versioning.md': [
    [/^sh\n/, 'test/docs/versioning.test.ts'],
    [/^(http|text)\n/, printed],
  ],
  'docs/time.md': [
    [/^sh\n/, 'test/docs/time-examples.test.ts'],
    [/^(graphql|json)\n\{/, 'test/docs/time-examples.test.ts'],
    [/^(http|graphql|json)\n/, 'test/docs/time.test.ts'],
  ],
};

describe('every block of a guide is run, or it is said why not', () => {
  test.each(guidePages)('%s', (page) => {
    const rules = PAGES[page] ?? [];
    const used = new Set<Rule>();
    const unruled = fencesOf(page).filter(({ info, text }) => {
      const rule = rules.find(([fences]) => fences.test(`${info}\n${text}`));
      if (rule) used.add(rule);
      return !rule;
    });
    expect(unruled).toEqual([]);
    expect(rules.filter((rule) => !used.has(rule))).toEqual([]);
    for (const [, runBy] of rules) {
      if (typeof runBy !== 'string') continue;
      expect(existsSync(runBy), runBy).toBe(true);
      expect(readFileSync(runBy, 'utf8'), `${runBy} reads ${page}`).toContain(page);
    }
  });

  test('the table has no page that is gone', () => {
    expect(Object.keys(PAGES).filter((page) => !guidePages.includes(page))).toEqual([]);
  });
});

test('scripts that are named in passing exist', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { readonly scripts: object }; // our own file
  const named = guidePages.flatMap((page) =>
    [...readFileSync(page, 'utf8').matchAll(/npm run (?:-s )?([a-z][\w:-]*)/g)].map(([, name = '']) => name),
  );
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((name) => !(name in scripts))).toEqual([]);
});
