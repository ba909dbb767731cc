import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startApp, type TestApp } from '../../support/app.ts';
import { type LiveSocket, openAcknowledged } from '../../support/live-socket.ts';
import { signal } from '../../support/signal.ts';

/** As many as a socket may have. */
const STREAMS = 100;
const BATCH = 100;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void; // what the flag adds

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
}, 600_000);
afterAll(() => app.stop(), 600_000);

interface Event {
  readonly kind: string;
  readonly cursor: string;
  readonly node: { readonly currentPrice: number } | null;
  readonly gap: { readonly from: string } | null;
}

const eventsOf = ({ messages }: LiveSocket, id: string): Event[] =>
  messages
    .filter((message) => message.type === 'next' && message.id === id)
    .map(({ payload }) => (payload as unknown as { data: { e: Event } }).data.e);
const countOf = ({ messages }: LiveSocket) => messages.filter(({ type }) => type === 'next').length;

const ids = Array.from({ length: STREAMS }, (_, index) => `s${index}`);

/** The streams share nothing, since each asks in words of its own. */
async function openStreams(after: string): Promise<LiveSocket> {
  const peer = await openAcknowledged(app);
  for (const id of ids) {
    const query = `subscription ${id}($after: String) {
      e: signals(after: $after) { kind cursor node { currentPrice notes } gap { from } }
    }`;
    peer.send({ id, type: 'subscribe', payload: { query, variables: { after } } });
  }
  return peer;
}

async function liveCursor(): Promise<string> {
  const { data } = await app.graphql('{ signals(first: 1) { liveCursor } }');
  return (data as unknown as { signals: { liveCursor: string } }).signals.liveCursor;
}

/** The next states of so many signals. */
const prices = (count: number, from: number, notes: string) =>
  Array.from({ length: count }, (_, index) =>
    signal(`many-${index}`, { symbol: 'NVDA', current_price: from + index + 1, notes }),
  );
const pricesOf = (events: readonly Event[]) => events.flatMap(({ node }) => node?.currentPrice ?? []);
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

/** Heap and what lies outside it, which every stream had a part of. */
const heldBytes = (): number => {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
};

test(`${STREAMS} streams of a socket that is not read hold little, and are told from where to go on`, async () => {
  const stalled = await openStreams(await liveCursor());
  await app.ingest('trade-feed', prices(BATCH, 0, 'first'));
  await vi.waitFor(() => expect(countOf(stalled)).toBe(STREAMS * BATCH), { timeout: 300_000 });
  stalled.socket.pause();
  const before = heldBytes();
  for (let done = BATCH; done < 8 * BATCH; done += BATCH)
    await app.ingest('trade-feed', prices(BATCH, done, 'n'.repeat(10_000)));
  // What was made of the last batch for all at once goes in a moment; what waits for a reader stays.
  await vi.waitFor(() => expect(heldBytes() - before).toBeLessThan(50 * 2 ** 20), { timeout: 300_000 });
  stalled.socket.resume();
  expect(await stalled.closed).toBe(1013);
  for (const id of ids) {
    const events = eventsOf(stalled, id);
    const told = pricesOf(events);
    expect(told).toEqual(upTo(told.length));
    expect(events.at(-1)).toMatchObject({ kind: 'RESYNC', gap: { from: events.at(-2)?.cursor } });
  }
}, 600_000);

test(`a burst to ${STREAMS} streams of a socket that is read is no reason to close it`, async () => {
  const BURST = 200;
  const reader = await openStreams(await liveCursor());
  await app.ingest('trade-feed', prices(BURST, 0, 'short'));
  const isTold = (id: string) => pricesOf(eventsOf(reader, id)).length === BURST;
  await vi.waitFor(() => expect(isTold(ids[0] ?? '') && ids.every(isTold)).toBe(true), { timeout: 300_000 });
  for (const id of ids) expect(pricesOf(eventsOf(reader, id))).toEqual(upTo(BURST));
  reader.socket.terminate();
}, 600_000);
