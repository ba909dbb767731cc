import { afterAll, beforeAll, expect, test } from 'vitest';
import { congress } from '../../../src/feeds/congress/feed.ts';
import { whaleActivity } from '../../../src/feeds/whales/feed.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { liveCounts } from '../../support/live-counts.ts';
import { endOf, follow } from '../../support/live-follower.ts';
import { TRANSPORTS } from '../../support/live-reader.ts';
import { sampleRecords } from '../../support/records.ts';
import { TEST_TIERS, UNMETERED } from '../../support/tiers.ts';

const FEW_UNITS = { ...UNMETERED, id: 'few-units', requestsPerDay: 4 };
/** Five units: 402 objects of a row. */
const QUERY = `subscription ($after: String) {
  congressTrades(after: $after) { kind cursor node { asset {
    ${['a', 'b', 'c', 'd'].map((name) => `${name}: insiderFilings(first: 100) { nodes { id } }`).join(' ')}
  } } }
}`;

let app: TestApp;
let after: string;
beforeAll(async () => {
  app = await startApp({}, { tiers: [...TEST_TIERS, FEW_UNITS] });
  after = app.services.liveCursors.encode(congress, { seq: 0n, held: null });
  await app.services.ingest.write(congress, sampleRecords(congress, 1));
  await app.services.ingest.write(whaleActivity, sampleRecords(whaleActivity, 5_000));
}, 600_000);
afterAll(() => app.stop(), 600_000);

const openStreams = async () => (await liveCounts(app.url)).streams;

test.each(TRANSPORTS)('over %s subscribing costs what it is priced at', async (transport) => {
  const key = await app.issue(UNMETERED.id);
  const priced = await fetch(`${app.url}/graphql`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-api-key': key,
      'x-dry-run': '1',
      accept: 'text/event-stream',
    },
    body: JSON.stringify({ query: QUERY }),
  });
  const price = /"requested":(\d+)/.exec(await priced.text())?.[1];
  expect(price).toBe('5');
  const stream = follow(transport, { url: app.url, key }, { query: QUERY, variables: { after } });
  await expect.poll(() => stream.events.length).toBe(1);
  expect(await openStreams()).toBe(1);
  stream.kill();
  await expect.poll(openStreams).toBe(0);
  const used = await fetch(`${app.url}/api/v1/insider-alpha/usage`, { headers: { 'x-api-key': key } });
  expect(await used.json()).toMatchObject({ usage: { daily_used: 5 + 1 } }); // and this request
});

test.each(TRANSPORTS)('over %s a replay ends with the day, and not far behind it', async (transport) => {
  const key = await app.issue(FEW_UNITS.id);
  const query = 'subscription ($after: String) { whaleActivity(after: $after) { kind cursor } }';
  const start = app.services.liveCursors.encode(whaleActivity, { seq: 0n, held: null });
  const stream = follow(transport, { url: app.url, key }, { query, variables: { after: start } });
  await expect.poll(() => stream.ended, { timeout: 300_000 }).toBeDefined();
  expect(endOf(stream)).toBe('RATE_LIMITED');
  // Four units: one to subscribe, and one for each hundred; the fourth hundred is one too many.
  expect(stream.events.length).toBeGreaterThanOrEqual(400);
  expect(stream.events.length).toBeLessThan(500);
});
