import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../support/app.ts';
import { signal } from '../support/signal.ts';
import { fencesOf, runShell, stepsOf } from './guide-page.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
  await app.ingest('trade-feed', [signal('a'), signal('b')]);
});
afterAll(() => app.stop());

test('the command of docs/agents.md prints what stands below it', async () => {
  const step = stepsOf('docs/agents.md', ['sh']).find(({ code }) => code.startsWith('curl'));
  const printed = await runShell(step?.code ?? 'false', { cwd: '.', env: { URL: app.url, KEY: app.key } });
  const [shown = ''] = step?.printed?.text.split('…') ?? [];
  expect(printed.slice(0, shown.length)).toBe(shown);
  expect(printed).toContain('{\\"symbol\\":\\"NVDA\\",\\"direction\\":\\"LONG\\"}');
});

test('the settings for assistants are JSON or TOML, and lead to the route, with a key', () => {
  const settings = fencesOf('docs/agents.md').filter(({ info }) => info === 'json' || info === 'toml');
  expect(settings.length).toBe(6);
  for (const { info, text } of settings) {
    if (info === 'json') {
      const servers = Object.values(JSON.parse(text) as Record<string, object>);
      expect(servers.map((one) => Object.keys(one))).toEqual([['alpha-data']]);
    } else expect(text).toMatch(/^(\[[\w.-]+\]|\w+ = ("[^"]*"|\{ "[^"]*" = "[^"]*" \})|\n)+$/);
    // The page puts the reader's own in their places.
    expect(text.match(/https:\/\/api\.example\.com\/mcp"/g)).toHaveLength(1);
    expect(text.match(/"your-key"/g)).toHaveLength(1);
    expect(text).toContain('X-API-Key');
  }
});
