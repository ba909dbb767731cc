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

test('the settings for assistants are JSON, and lead to the route', () => {
  const settings = fencesOf('docs/agents.md').filter(({ info }) => info === 'json');
  expect(settings.length).toBe(2);
  for (const { text } of settings) {
    const parsed = JSON.parse(text) as Record<string, { 'alpha-data': { url: string; headers: object } }>;
    const [server] = Object.values(parsed).map((one) => one['alpha-data']);
    expect(server?.url).toMatch(/\/mcp$/);
    expect(Object.keys(server?.headers ?? {})).toEqual(['X-API-Key']);
  }
});
