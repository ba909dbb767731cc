import { afterAll, beforeAll, expect, test } from 'vitest';
import { whaleActivity } from '../../src/feeds/whales/feed.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { subscribe } from '../support/live-reader.ts';
import { sampleRecords } from '../support/records.ts';
import { signal } from '../support/signal.ts';
import { fencesOf } from './guide-page.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
}, 600_000);
afterAll(() => app.stop(), 600_000);

test('the stream of several lists tells a change of each, and takes the cursors of their pages', async () => {
  const [query = ''] = fencesOf('docs/live.md').flatMap(({ info, text }) =>
    info === 'graphql' ? [text] : [],
  );
  const { data } = await app.graphql(
    '{ signals(first: 1) { liveCursor } whaleActivity(first: 1) { liveCursor } }',
  );
  const pages = Object.values(data as unknown as Record<string, { liveCursor: string }>); // what was asked for
  const after = pages.map(({ liveCursor }) => liveCursor).join(',');
  await app.ingest('trade-feed', [signal('several-open'), signal('several-closed', { status: 'CLOSED' })]);
  const [whale] = sampleRecords(whaleActivity, 1);
  await app.services.ingest.write(whaleActivity, [{ ...whale, id: 'several', title: 'several' }]);
  const { results, kill } = subscribe('WebSocket', app.url, app.key, { query, variables: { after } });
  const told: unknown[] = [];
  for await (const result of results) {
    const { changes } = result.data as { changes: { kind: string; feed: string; node: object | null } }; // as selected
    if (changes.node) told.push([changes.kind, changes.feed, changes.node]);
    if (told.length === 2) break;
  }
  kill();
  expect(told).toMatchObject([
    ['CREATED', 'SIGNALS', { symbol: 'NVDA' }],
    ['CREATED', 'WHALE_ACTIVITY', { title: 'several' }],
  ]);
});
