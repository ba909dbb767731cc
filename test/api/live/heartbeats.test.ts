import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { whaleActivity } from '../../../src/feeds/whales/feed.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { type LiveResult, subscribe, TRANSPORTS } from '../../support/live-reader.ts';
import { sampleRecords } from '../../support/records.ts';

const HEARTBEAT_MS = 100;
const QUERY = 'subscription { whaleActivity { kind cursor node { title } } }';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({}, { liveTimes: { heartbeatMs: HEARTBEAT_MS } });
}, 600_000);
afterAll(() => app.stop(), 600_000);

interface Event {
  readonly kind: string;
  readonly cursor: string;
  readonly node: { readonly title: string } | null;
}

/** All of them, heartbeats too, as they come. */
function follow(transport: (typeof TRANSPORTS)[number]) {
  const { results, kill } = subscribe(transport, app.url, app.key, { query: QUERY });
  const events: Event[] = [];
  const read = async (all: AsyncIterable<LiveResult>) => {
    for await (const { data } of all) events.push((data as { whaleActivity: Event }).whaleActivity);
  };
  read(results).catch(() => undefined); // it is killed
  return { events, kill };
}

let written = 0;
const write = async (count: number): Promise<readonly string[]> => {
  const titles = Array.from({ length: count }, (_, index) => `e${written + index}`);
  written += count;
  const [sample] = sampleRecords(whaleActivity, 1);
  await app.services.ingest.write(
    whaleActivity,
    titles.map((title) => ({ ...sample, id: title, title })),
  );
  return titles;
};

const head = async () => (await app.services.eventLog.bounds(whaleActivity)).head;

function seqOf({ cursor }: Event): bigint {
  const decoded = app.services.liveCursors.decode([whaleActivity], cursor);
  if (!decoded.ok) throw new Error(decoded.reason);
  return decoded.position.seq;
}

describe.each(TRANSPORTS)('over %s', (transport) => {
  test('heartbeats say where the stream stands: at the head, with all told that led there', async () => {
    const { events, kill } = follow(transport);
    const beats = () => events.filter(({ kind }) => kind === 'HEARTBEAT');
    await expect.poll(() => beats().length).toBeGreaterThan(1);
    expect(seqOf(events.at(-1) as Event)).toBe(await head());
    const titles = await write(3);
    await expect.poll(() => events.filter(({ node }) => node).map(({ node }) => node?.title)).toEqual(titles);
    const told = events.length;
    await expect.poll(() => events.length).toBeGreaterThan(told);
    expect(events.slice(told).map(({ kind }) => kind)).toContain('HEARTBEAT');
    expect(seqOf(events.at(-1) as Event)).toBe(await head());
    kill();
  });
});
