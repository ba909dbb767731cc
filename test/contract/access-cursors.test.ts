import { afterAll, beforeAll, expect, it } from 'vitest';
import { insiderFilings } from '../../src/feeds/insider/feed.ts';
import { testClock } from '../core/clock.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { subscribe, TRANSPORTS, type Transport } from '../support/live-reader.ts';
import { sampleRecords } from '../support/records.ts';
import { TEST_TIERS } from '../support/tiers.ts';

const NOW = '2026-03-04T05:06:07.000Z';
const LIST = '{ insiderFilings(first: 1) { nodes { id } liveCursor } }';
const STREAM = `subscription S($after: String) {
  insiderFilings(after: $after) { kind cursor node { id } gap { dropped } } }`;

let app: TestApp;
const keys = new Map<string, string>();
beforeAll(async () => {
  const tiers = TEST_TIERS.map((tier) => ({ ...tier, requestsPerMinute: 1e9, requestsPerDay: 1e9 }));
  app = await startApp({ EVENT_RETENTION_COUNT: '2' }, { clock: testClock(NOW), tiers });
  for (const tier of ['free', 'quant']) keys.set(tier, await app.issue(tier));
}, 600_000);
afterAll(() => app.stop(), 600_000);

const commit = async (id: string, at: string) => {
  const [filing] = sampleRecords(insiderFilings, 1);
  const times = { filing_date: new Date(at), known_from: new Date(at) };
  await app.services.ingest.write(insiderFilings, [{ ...filing, ...times, id }]);
};

async function cursorFor(tier: string): Promise<string> {
  const { data } = await app.graphql(LIST, {}, keys.get(tier));
  return (data as unknown as { insiderFilings: { liveCursor: string } }).insiderFilings.liveCursor;
}

interface Event {
  readonly kind: string;
  readonly gap: { readonly dropped: number | null } | null;
}

/** The first event behind a cursor; throws what a stream is refused with. */
async function firstEvent(transport: Transport, tier: string, after: string): Promise<Event> {
  const client = subscribe(transport, app.url, keys.get(tier) ?? '', { query: STREAM, variables: { after } });
  for await (const { data, errors } of client.results) {
    client.kill();
    if (errors) throw errors;
    return (data as { insiderFilings: Event }).insiderFilings;
  }
  throw new Error('the stream ended');
}

it('cursors do not tell a key with a lag whether something came in', async () => {
  await commit('seen', '2026-03-01T00:00:00Z');
  const [quiet, again] = [await cursorFor('free'), await cursorFor('free')];
  await commit('hidden', NOW);
  const moved = await cursorFor('free');
  // Whether the log moved or not, the next one differs: nothing is kept that would be made anew when it moves.
  expect(new Set([quiet, again, moved]).size).toBe(3);
  expect(new Set([quiet, again, moved].map(({ length }) => length)).size).toBe(1);
});

it.each(TRANSPORTS)('over %s, RESYNC counts for those who see everything alone', async (transport) => {
  const [free, quant] = [await cursorFor('free'), await cursorFor('quant')];
  for (const n of [1, 2, 3]) await commit(`dropped-${transport.length}-${n}`, NOW);
  await app.services.eventLog.prune([insiderFilings], {
    count: 1,
    olderThan: new Date(0),
    heldUntil: new Date(NOW),
  });
  expect(await firstEvent(transport, 'quant', quant)).toMatchObject({ kind: 'RESYNC', gap: { dropped: 3 } });
  expect(await firstEvent(transport, 'free', free)).toMatchObject({ kind: 'RESYNC', gap: { dropped: null } });
});

const changed = (cursor: string) => `${cursor[0] === 'A' ? 'B' : 'A'}${cursor.slice(1)}`;
const old = Buffer.from(JSON.stringify(['InsiderFiling', '1'])).toString('base64url');
const ahead = () => app.services.liveCursors.encode(insiderFilings, { seq: 1_000_000n, held: null });

it.each(TRANSPORTS)('over %s, a cursor that this store did not make is refused', async (transport) => {
  for (const cursor of [changed(await cursorFor('quant')), old, ahead()])
    await expect(firstEvent(transport, 'quant', cursor)).rejects.toMatchObject([
      { extensions: { code: 'INVALID_CURSOR' } },
    ]);
});

it('a browser that resumes by Last-Event-ID is told so, too', async () => {
  const query = new URLSearchParams({ query: STREAM });
  for (const cursor of [changed(await cursorFor('quant')), old, ahead()]) {
    const answer = await app.get(`/graphql?${query}`, {
      accept: 'text/event-stream',
      'x-api-key': keys.get('quant') ?? '',
      'last-event-id': cursor,
    });
    expect(await answer.text()).toContain('INVALID_CURSOR');
  }
});
