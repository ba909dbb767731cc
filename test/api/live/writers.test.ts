import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createLiveCursors, type LiveCursors } from '../../../src/core/live/live-cursors.ts';
import { signals } from '../../../src/feeds/trade-feed/feed.ts';
import { whaleActivity } from '../../../src/feeds/whales/feed.ts';
import { type Database, openDatabase } from '../../../src/postgres/connection/database.ts';
import { readSecret } from '../../../src/postgres/connection/secrets.ts';
import { createFeedWriter } from '../../../src/postgres/feeds/feed-writer.ts';
import { type Fleet, startFleet } from '../../support/fleet.ts';
import { follow, type LiveFollower } from '../../support/live-follower.ts';
import { subscribe, TRANSPORTS } from '../../support/live-reader.ts';
import { sampleRecords, seeded } from '../../support/records.ts';
import { hasRedis, startRedis, type TestRedis } from '../../support/redis.ts';
import { signal } from '../../support/signal.ts';

/** A longer run: LIVE_EVENTS=200000. */
const EVENTS = Number(process.env.LIVE_EVENTS ?? 20_000);
const WRITERS = 6;
const READERS = 3;
const QUERY = `subscription S($after: String) { whaleActivity(after: $after) { kind cursor } }`;

let fleet: Fleet;
let redis: TestRedis | null = null;
let writing: readonly Database[];
let token: string;
let writingToken: string;
let cursors: LiveCursors;
beforeAll(async () => {
  redis = hasRedis ? await startRedis() : null;
  fleet = await startFleet(redis ? { REDIS_URL: redis.url } : {});
  writing = Array.from({ length: WRITERS }, () =>
    openDatabase({ connection: fleet.connection, maxConnections: 1 }),
  );
  ({ token } = await fleet.newKey('quant'));
  writingToken = (await fleet.newKey('quant', 'ingest')).token;
  cursors = createLiveCursors(await readSecret(fleet.db, 'live cursors'));
}, 600_000);
afterAll(async () => {
  for (const db of writing) await db.close();
  await fleet.stop();
  await redis?.stop();
}, 600_000);

/** Writes until the log is long enough, with rows and transactions that fail in between; returns the number of events. */
async function write(db: Database, seed: number, isEnough: () => boolean): Promise<number> {
  const writer = createFeedWriter(db);
  const random = seeded(seed);
  const records = sampleRecords(whaleActivity, 500, seed);
  let events = 0;
  while (!isEnough()) {
    const at = new Date();
    const start = Math.floor(random() * 450);
    const batch = records.slice(start, start + 1 + Math.floor(random() * 40)).map((record) => ({
      ...record,
      id: `${seed}-${record.id}`,
      title: `${Math.floor(random() * 3)}`,
    }));
    const choice = random();
    if (choice < 0.1) {
      const bad = { ...batch[0], id: 'bad', source: null };
      await expect(writer.upsert(whaleActivity, [...batch, bad], at)).rejects.toThrow();
    } else if (choice < 0.2) {
      await expect(takeNumbersAndFail(db)).rejects.toThrow('on second thoughts');
    } else if (choice < 0.4) {
      for (const { id } of batch.slice(0, 5)) events += (await writer.remove(whaleActivity, id, at)).length;
    } else {
      const { created, updated } = await writer.upsert(whaleActivity, batch, at);
      events += created + updated;
    }
  }
  return events;
}

/** A transaction that has its events in the log when it fails. */
const takeNumbersAndFail = (db: Database) =>
  db.transaction(async (tx) => {
    await tx.run(sql`SELECT seq FROM feed_head WHERE feed = 'whales' FOR UPDATE`);
    await tx.run(sql`INSERT INTO feed_event (feed, seq, kind, key, at)
      SELECT feed, seq + n, 'CREATED', 'never', now() FROM feed_head, generate_series(1, 7) AS n WHERE feed = 'whales'`);
    await tx.run(sql`UPDATE feed_head SET seq = seq + 7 WHERE feed = 'whales'`);
    await tx.run(sql`SELECT pg_notify('alpha_feed', 'whales')`);
    throw new Error('on second thoughts');
  });

const headOf = async () => {
  const rows = await fleet.db.run(sql<{ seq: bigint }>`SELECT seq FROM feed_head WHERE feed = 'whales'`);
  return Number(rows[0]?.seq ?? 0n);
};

interface Seen {
  readonly seq: number;
  readonly kind: string;
}

/** Reads on behind its last event every time it is killed, over any transport and server, until it has seen them all. */
async function read(seed: number, isDone: (seen: readonly Seen[]) => boolean): Promise<readonly Seen[]> {
  const random = seeded(seed);
  const seen: Seen[] = [];
  let after = cursors.encode(whaleActivity, { seq: 0n, held: null });
  while (!isDone(seen)) {
    const url = fleet.servers[random() < 0.5 ? 0 : 1].url;
    const transport = TRANSPORTS[random() < 0.5 ? 0 : 1] ?? 'WebSocket';
    const client = subscribe(transport, url, token, { query: QUERY, variables: { after } });
    let left = 1 + Math.floor(random() * EVENTS * 0.15);
    for await (const { data, errors } of client.results) {
      expect(errors).toBeUndefined();
      const { kind, cursor } = (data as { whaleActivity: { kind: string; cursor: string } }).whaleActivity;
      after = cursor;
      if (kind === 'HEARTBEAT') continue;
      const decoded = cursors.decode([whaleActivity], cursor);
      seen.push({ seq: decoded.ok ? Number(decoded.position.seq) : -1, kind });
      left -= 1;
      if (left > 0 && !isDone(seen)) continue;
      client.kill(); // first: leaving the loop would unsubscribe
      break;
    }
  }
  return seen;
}

/** Cuts what wakes the servers, again and again, and Redis, by which streams are charged. */
async function disturb(isEnough: () => boolean): Promise<number> {
  const killer = redis?.client();
  let cuts = 0;
  for (let round = 0; !isEnough(); round += 1) {
    const cut = await fleet.db.run(sql<{ cut: boolean }>`
      SELECT pg_terminate_backend(pid) AS cut FROM pg_stat_activity
      WHERE query ILIKE 'listen %' AND pid <> pg_backend_pid()`);
    cuts += cut.length;
    await killer?.client('KILL', 'TYPE', 'normal', 'SKIPME', 'yes');
    if (round === 2) {
      await redis?.kill();
      await redis?.start();
    }
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
  return cuts;
}

/** A follower of the second server's signals, and what is written through the first. */
describe.each(TRANSPORTS)('what one server takes, another tells over %s', (transport) => {
  let follower: LiveFollower;
  const symbols = () => follower.events.map(({ node }) => node?.symbol);
  const put = async (symbol: string) => {
    const answer = await fetch(`${fleet.servers[0].url}/api/ingest/trade-feed`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': writingToken },
      body: JSON.stringify([signal(`${transport}-${symbol}`, { symbol })]),
    });
    expect(answer.status).toBe(200);
  };
  beforeAll(async () => {
    const query = 'subscription S($after: String) { signals(after: $after) { kind cursor node { symbol } } }';
    const after = cursors.encode(signals, { seq: 0n, held: null });
    follower = follow(transport, { url: fleet.servers[1].url, key: token }, { query, variables: { after } });
    await put('FIRST');
    await vi.waitFor(() => expect(symbols().at(-1)).toBe('FIRST'), { timeout: 300_000 });
  });
  afterAll(() => follower.kill());

  test('at once', async () => {
    const tookMs: number[] = [];
    for (const symbol of ['A', 'B', 'C', 'D', 'E']) {
      const startedAt = performance.now();
      await put(symbol);
      await expect.poll(() => symbols().at(-1), { interval: 1 }).toBe(symbol);
      tookMs.push(performance.now() - startedAt);
    }
    // A server that only looks each second takes that second for all but the first.
    expect(Math.min(...tookMs.slice(1))).toBeLessThan(500);
  });

  test('a little later when the word of it is lost', async () => {
    await fleet.db.run(sql`
      WITH head AS (UPDATE feed_head SET seq = seq + 1 WHERE feed = 'trade-feed' RETURNING seq)
      INSERT INTO feed_event (feed, seq, kind, key, at, after)
      SELECT feed, head.seq, 'CREATED', key, now(), jsonb_set(to_jsonb(after), '{symbol}', '"LOST"')
      FROM feed_event, head WHERE feed = 'trade-feed' ORDER BY feed_event.seq DESC LIMIT 1`);
    await expect.poll(() => symbols().at(-1)).toBe('LOST');
  });
});

describe('two servers, six writers that fail now and then, and connections that break', () => {
  test(`each of three readers, killed at random, sees each of ${EVENTS} events once and in order`, async () => {
    let isWritten = false;
    const counting = (async () => {
      while ((await headOf()) < EVENTS) await new Promise((resolve) => setTimeout(resolve, 100));
      isWritten = true;
    })();
    const disturbing = disturb(() => isWritten);
    let total = Number.POSITIVE_INFINITY;
    const readers = Array.from({ length: READERS }, (_, index) =>
      read(100 + index, (seen) => seen.length > 0 && (seen.at(-1)?.seq ?? 0) >= total),
    );
    const written = await Promise.all(writing.map((db, index) => write(db, index + 1, () => isWritten)));
    await counting;
    total = await headOf();
    expect(total).toBe(written.reduce((sum, n) => sum + n, 0));
    // Whoever has seen everything by now waits for one more.
    const last = sampleRecords(whaleActivity, 1).map((record) => ({ ...record, id: 'last' }));
    await createFeedWriter(fleet.db).upsert(whaleActivity, last, new Date());
    const log = await fleet.db.run(
      sql<Seen>`SELECT seq::int, kind FROM feed_event WHERE feed = 'whales' ORDER BY seq`,
    );
    expect(log.map(({ seq }) => seq)).toEqual(Array.from({ length: total + 1 }, (_, index) => index + 1));
    for (const seen of await Promise.all(readers)) expect(seen.slice(0, total)).toEqual(log.slice(0, total));
    expect(await disturbing).toBeGreaterThan(2);
  }, 600_000);
});
