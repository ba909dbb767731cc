import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { whaleActivity } from '../../../src/feeds/whales/feed.ts';
import { createFeedWriter } from '../../../src/postgres/feeds/feed-writer.ts';
import { type Fleet, startFleet } from '../../support/fleet.ts';
import { endOf, follow } from '../../support/live-follower.ts';
import { TRANSPORTS, type Transport } from '../../support/live-reader.ts';
import { sampleRecords } from '../../support/records.ts';

const BATCHES = 100;
const BATCH = 20;
const QUERY =
  'subscription S($after: String) { whaleActivity(after: $after) { kind cursor node { title } } }';
const PATIENCE = { timeout: 300_000, interval: 100 };

let fleet: Fleet;
let key: string;
beforeAll(async () => {
  fleet = await startFleet();
  key = (await fleet.newKey('quant')).token;
}, 600_000);
afterAll(() => fleet.stop(), 600_000);

const titles = Array.from({ length: BATCHES * BATCH }, (_, index) => `e${index}`);
const lastTitle = titles.at(-1);

/** Writes all batches in their order, each as often as it takes. */
async function writeAll(wrote: (batches: number) => void): Promise<number> {
  const writer = createFeedWriter(fleet.db);
  const records = sampleRecords(whaleActivity, BATCH);
  let failures = 0;
  for (let batch = 0; batch < BATCHES; ) {
    const those = records.map((record, index) => {
      const title = `e${batch * BATCH + index}`;
      return { ...record, id: title, title };
    });
    try {
      await writer.upsert(whaleActivity, those, new Date());
      batch += 1;
      wrote(batch);
    } catch {
      failures += 1;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
  return failures;
}

/** Reads to the last event, going on behind the last one that came whenever the stream ends. */
async function readAll(transport: Transport, url: string, after: string) {
  const seen: unknown[] = [];
  const ends: string[] = [];
  for (let cursor = after; seen.at(-1) !== lastTitle; ) {
    const follower = follow(transport, { url, key }, { query: QUERY, variables: { after: cursor } });
    const isLast = () => follower.events.at(-1)?.node?.title === lastTitle;
    await vi.waitFor(() => expect(follower.ended !== undefined || isLast()).toBe(true), PATIENCE);
    seen.push(...follower.events.map(({ node }) => node?.title));
    ({ cursor } = follower);
    if (follower.ended === undefined) follower.kill();
    else {
      ends.push(endOf(follower));
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }
  return { seen, ends };
}

const REFUSED = 'NetworkError: Server responded with 503: Service Unavailable';

async function refusalOver(transport: Transport): Promise<string> {
  const follower = follow(transport, { url: fleet.servers[0].url, key }, { query: QUERY });
  await vi.waitFor(() => expect(follower.ended).toBeDefined(), PATIENCE);
  return endOf(follower);
}

test('streams outlive a store that is killed, or end in words, and lose nothing', async () => {
  const answer = await fetch(`${fleet.servers[0].url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': key },
    body: JSON.stringify({ query: '{ whaleActivity(first: 1) { liveCursor } }' }),
  });
  const { data } = (await answer.json()) as { data: { whaleActivity: { liveCursor: string } } };
  const start = data.whaleActivity.liveCursor;
  const read = () =>
    fleet.servers.flatMap(({ url }) => TRANSPORTS.map((transport) => readAll(transport, url, start)));
  const reading = read();
  let outage = Promise.resolve();
  const killAndStart = async () => {
    await fleet.killStore();
    // Keys are known for two seconds, and sockets open as long.
    const refusals = () => Promise.all(TRANSPORTS.map(refusalOver));
    await expect.poll(refusals, PATIENCE).toEqual(['1013', REFUSED]);
    await fleet.startStore();
  };
  const failures = await writeAll((batches) => {
    if (batches !== BATCHES / 4) return;
    reading.push(...read()); // in their replay when it happens
    outage = killAndStart();
  });
  await outage;
  expect(failures).toBeGreaterThan(0);
  for (const { seen, ends } of await Promise.all(reading)) {
    expect(seen).toEqual(titles);
    expect(ends.filter((end) => !['UNAVAILABLE', '1013', REFUSED].includes(end))).toEqual([]);
  }
}, 600_000);
