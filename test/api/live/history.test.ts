import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { signals } from '../../../src/feeds/trade-feed/feed.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { endOf, follow, type LiveFollower } from '../../support/live-follower.ts';
import { TRANSPORTS } from '../../support/live-reader.ts';
import { signal } from '../../support/signal.ts';

const QUERY = `subscription S($after: String) {
  signals(after: $after) { kind cursor node { symbol } gap { from to dropped } }
}`;
const PATIENCE = { timeout: 300_000 };

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
}, 600_000);
afterAll(() => app.stop(), 600_000);

async function liveCursor(list = 'signals'): Promise<string> {
  const { data } = await app.graphql(`{ list: ${list}(first: 1) { liveCursor } }`);
  return (data as unknown as { list: { liveCursor: string } }).list.liveCursor;
}

const put = (symbols: readonly string[]) =>
  app.ingest(
    'trade-feed',
    symbols.map((symbol) => signal(symbol, { symbol })),
  );

const told = ({ events }: LiveFollower) => events.map(({ kind, node }) => node?.symbol ?? kind);

/** Drops all events but the newest, as the server does now and then. */
const keep = (count: number) =>
  app.services.eventLog.prune([signals], { count, olderThan: new Date(0), heldUntil: new Date() });

describe.each(TRANSPORTS)('over %s', (transport) => {
  const from = (after: string) => follow(transport, app, { query: QUERY, variables: { after } });
  const name = (n: number) => `${transport[0]}${n}`;

  test('who comes back later than events are kept is told how many are gone, once, and goes on with the next', async () => {
    const after = await liveCursor();
    await put(Array.from({ length: 30 }, (_, index) => name(index)));
    const kept = await liveCursor();
    expect(await keep(10)).toBeGreaterThanOrEqual(20);

    const follower = from(after);
    await expect.poll(() => told(follower), PATIENCE).toEqual(['RESYNC']);
    const [resync] = follower.events;
    expect(resync).toMatchObject({ cursor: resync?.gap?.to, gap: { dropped: 30 } });
    await put([name(30)]);
    await expect.poll(() => told(follower), PATIENCE).toEqual(['RESYNC', name(30)]);
    follower.kill();

    // The end of the gap is a cursor like others, and what is kept is told from any place in it.
    const [fromEnd, fromKept] = [from(resync?.gap?.to ?? ''), from(kept)];
    await expect.poll(() => told(fromEnd), PATIENCE).toEqual([name(30)]);
    await expect.poll(() => told(fromKept), PATIENCE).toEqual([name(30)]);
    for (const { kill } of [fromEnd, fromKept]) kill();
  });

  test('what is dropped while a reader stalls in the middle of it is told, too', async () => {
    const after = await liveCursor();
    const notes = 'n'.repeat(10_000);
    const long = Array.from({ length: 3_000 }, (_, index) =>
      signal(name(index), { symbol: name(index), notes }),
    );
    for (let done = 0; done < long.length; done += 500)
      await app.ingest('trade-feed', long.slice(done, done + 500));
    const stalled = follow(transport, app, {
      query: QUERY.replace('symbol', 'symbol notes'),
      variables: { after },
    });
    await expect.poll(() => stalled.events.length, PATIENCE).toBeGreaterThan(0);
    stalled.hold();
    await keep(0);
    stalled.release();
    await expect.poll(() => told(stalled).at(-1), PATIENCE).toBe('RESYNC');
    await put(['LATER']);
    await expect.poll(() => told(stalled).slice(-2), PATIENCE).toEqual(['RESYNC', 'LATER']);
    const got = told(stalled).slice(0, -2);
    expect(got).toEqual(long.slice(0, got.length).map(({ symbol }) => symbol));
    expect(stalled.events.at(-2)?.gap?.dropped).toBe(long.length - got.length);
    stalled.kill();
  });

  test('a cursor of another feed, of a page, and none at all are refused in words', async () => {
    const { data } = await app.graphql('{ signals(first: 1) { pageInfo { endCursor } } }');
    const page = (data as unknown as { signals: { pageInfo: { endCursor: string } } }).signals.pageInfo;
    const cases = [
      [await liveCursor('whaleActivity'), 'it belongs to WhaleActivity, not to Signal'],
      [page.endCursor, 'it is not a live cursor of this service'],
      ['x', 'it is not a live cursor of this service'],
    ] as const;
    for (const [after, reason] of cases) await expectRefused(from(after), reason);
  });
});

test('a cursor ahead of the feed, which a backup took back, is refused in words', async () => {
  await put(['A', 'B']);
  const after = await liveCursor();
  const { db } = app.services;
  await db.run(sql`DELETE FROM feed_event WHERE feed = 'trade-feed'
    AND seq = (SELECT seq FROM feed_head WHERE feed = 'trade-feed')`);
  await db.run(sql`UPDATE feed_head SET seq = seq - 1 WHERE feed = 'trade-feed'`);
  for (const transport of TRANSPORTS) {
    const follower = follow(transport, app, { query: QUERY, variables: { after } });
    await expectRefused(follower, 'it lies ahead of the feed');
  }
});

async function expectRefused(follower: LiveFollower, reason: string): Promise<void> {
  await vi.waitFor(() => expect(follower.ended).toBeDefined(), PATIENCE);
  expect(endOf(follower)).toBe('INVALID_CURSOR');
  expect(follower.ended).toMatchObject([{ message: `after cannot be used here: ${reason}` }]);
}
