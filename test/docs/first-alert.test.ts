import { afterAll, beforeAll, expect, test } from 'vitest';
import { runShell, stepsOf } from './guide-page.ts';
import { type Guide, startGuide } from './start-guide.ts';

let guide: Guide;
beforeAll(async () => {
  guide = await startGuide();
}, 240_000);
afterAll(() => guide?.stop(), 240_000);

test('the commands of the tutorial, one after the other in one terminal', async () => {
  const [start, ...commands] = stepsOf('docs/first-alert.md', ['sh']);
  expect(start?.code).toBe('npm ci && npm start\n'); // test/docs/readme.test.ts does
  const script = commands.map(({ code }) => `${code}echo; echo ----`).join('\n');
  const [rest = '', graphql = '', id = '', events = '', removed = ''] = (await runShell(script, guide)).split(
    '----\n',
  );
  expect(JSON.parse(rest).trades).toHaveLength(2);
  expect(JSON.parse(graphql)).toMatchObject({ data: { asset: { congressTrades: { nodes: [{}, {}] } } } });
  expect(id.trim()).toMatch(/^[\w-]{20,}$/);
  expect(JSON.parse(events)).toMatchObject({ events: [], has_more: false });
  expect(removed.trim()).toBe('');
});
