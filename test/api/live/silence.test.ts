import { afterAll, beforeAll, expect, test } from 'vitest';
import { signals } from '../../../src/feeds/trade-feed/feed.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { liveCounts } from '../../support/live-counts.ts';
import { follow } from '../../support/live-follower.ts';
import { TRANSPORTS, type Transport } from '../../support/live-reader.ts';
import { sampleRecords } from '../../support/records.ts';

/** More than the buffers between a server and a client hold. */
const EVENTS = 3_000;
const NOTES = 'n'.repeat(10_000);
const BATCH = 500;
const PING_MS = 300;
const IDLE_MS = 5_000;
const QUERY = 'subscription S($after: String) { signals(after: $after) { kind cursor node { notes } } }';

let app: TestApp;
let start: string;
beforeAll(async () => {
  app = await startApp({}, { limits: { pingEveryMs: PING_MS, idleTimeoutMs: IDLE_MS } });
  const { data } = await app.graphql('{ signals(first: 1) { liveCursor } }');
  start = (data as unknown as { signals: { liveCursor: string } }).signals.liveCursor;
  // Not by a request, which may take longer than connections are idle here.
  const records = sampleRecords(signals, EVENTS).map((record) => ({ ...record, notes: NOTES }));
  for (let done = 0; done < EVENTS; done += BATCH)
    await app.services.ingest.write(signals, records.slice(done, done + BATCH));
}, 600_000);
afterAll(() => app.stop(), 600_000);

const replay = (transport: Transport) =>
  follow(transport, app, { query: QUERY, variables: { after: start } });

const openStreams = async () => (await liveCounts(app.url)).streams;

test.each(TRANSPORTS)(
  'over %s a reader who falls silent in the middle of a replay is given up',
  async (transport) => {
    const silent = replay(transport);
    await expect.poll(() => silent.events.length, { timeout: 300_000, interval: 1 }).toBeGreaterThan(0);
    silent.hold();
    expect(await openStreams()).toBe(1);
    await expect.poll(openStreams, { timeout: 300_000 }).toBe(0);
    expect(silent.events.length).toBeLessThan(EVENTS);
    expect(silent.ended).toBeUndefined(); // it knows nothing of it
    silent.kill();
  },
  600_000,
);

test('one who reads its way through a replay answers the pings on the way, and stays', async () => {
  const reader = replay('WebSocket');
  await expect.poll(() => reader.events.length, { timeout: 300_000 }).toBe(EVENTS);
  await new Promise((resolve) => setTimeout(resolve, 4 * PING_MS));
  expect([await openStreams(), reader.ended]).toEqual([1, undefined]);
  reader.kill();
}, 600_000);
