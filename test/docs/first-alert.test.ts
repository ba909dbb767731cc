import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { signals } from '../../src/feeds/trade-feed/feed.ts';
import { later, SECOND, startMemoryDemo } from '../demo/support.ts';
import { signal } from '../support/signal.ts';
import { fencesOf, runShell, stepsOf } from './guide-page.ts';
import { type Guide, startGuide } from './start-guide.ts';

let guide: Guide;
beforeAll(async () => {
  guide = await startGuide();
}, 600_000);
afterAll(() => guide?.stop(), 600_000);

test('the commands of the tutorial, one after the other in one terminal; the alert has what happens', async () => {
  const [start, rest, graphql, create, events, remove] = stepsOf('docs/first-alert.md', ['sh']).map(
    ({ code }) => code,
  );
  expect(start).toBe('npm ci && npm start\n'); // test/docs/readme.test.ts does
  const [asked = '', graph = '', id = ''] = (
    await runShell([rest, graphql, create].join('echo; echo ----\n'), guide)
  ).split('----\n');
  expect(JSON.parse(asked).trades).toHaveLength(2);
  expect(JSON.parse(graph)).toMatchObject({ data: { asset: { congressTrades: { nodes: [{}, {}] } } } });
  expect(id.trim()).toMatch(/^[\w-]{20,}$/);

  const ofAlert = { ...guide, env: { ...guide.env, ID: id.trim() } };
  expect((await guide.ingest('trade-feed', [signal('a')])).ok).toBe(true);
  await vi.waitFor(async () => {
    const node = { symbol: 'NVDA', direction: 'LONG', entryPrice: 100, currentPrice: 100 };
    expect(JSON.parse(await runShell(events ?? 'false', ofAlert)).events).toMatchObject([
      { result: { data: { signals: { kind: 'CREATED', node } } } },
    ]);
  }, 600_000);
  expect((await runShell(remove ?? 'false', ofAlert)).trim()).toBe('');
}, 600_000);

test('what the alert of the tutorial follows changes every minute in the demo, on a Sunday night too', async () => {
  const [create] = fencesOf('docs/first-alert.md').filter(({ text }) => text.includes('subscription'));
  expect(create?.text).toContain('signals(filter: { status: { eq: OPEN } })');
  const sunday = new Date('2026-03-15T06:00:00.000Z');
  const demo = await startMemoryDemo(sunday);
  for (let minute = 1; minute <= 15; minute += 1) {
    const changes = await demo.tick(later(sunday, minute * 60 * SECOND));
    const followed = changes.filter(({ feed, record }) => feed === signals && record.status === 'OPEN');
    expect(followed.length, `minute ${minute}`).toBeGreaterThan(0);
  }
}, 600_000);
