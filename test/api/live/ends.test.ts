import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { whaleActivity } from '../../../src/feeds/whales/feed.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { liveCounts, NO_STREAMS } from '../../support/live-counts.ts';
import { endOf } from '../../support/live-follower.ts';
import { type LiveResult, subscribe, TRANSPORTS } from '../../support/live-reader.ts';
import { TEST_TIERS, UNMETERED } from '../../support/tiers.ts';

/** Opening streams is not what is timed. */
const PATIENCE = { timeout: 300_000 };
const FEW_STREAMS = { ...UNMETERED, id: 'few-streams', streamsPerKey: 3 };
const FEW_UNITS = { ...UNMETERED, id: 'few-units', requestsPerDay: 4 };
const QUERY = 'subscription S($after: String) { whaleActivity(after: $after) { kind cursor } }';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({}, { tiers: [...TEST_TIERS, FEW_STREAMS, FEW_UNITS] });
}, 600_000);
afterAll(() => app.stop(), 600_000);

/** Nothing of any stream may be left behind. */
afterEach(async () => {
  await expect.poll(() => liveCounts(app.url)).toEqual(NO_STREAMS);
});

const whales = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => ({
    _id: `w${from + index}`,
    source: 'x',
    event_type: 'entry',
    title: 'x',
    created_at: new Date().toISOString(),
  }));

interface Followed {
  readonly cursors: string[];
  /** What the stream ended with; undefined while it goes on. */
  ended: unknown;
  kill(): void;
}

/** Follows from the start of the feed, so that whoever subscribes knows by the first event that it does. */
function followFrom(after: string, transport: (typeof TRANSPORTS)[number], key: string): Followed {
  const client = subscribe(transport, app.url, key, { query: QUERY, variables: { after } });
  const followed: Followed = { cursors: [], ended: undefined, kill: client.kill };
  const read = async (results: AsyncIterable<LiveResult>) => {
    for await (const { data, errors } of results) {
      if (errors) throw errors;
      followed.cursors.push((data as { whaleActivity: { cursor: string } }).whaleActivity.cursor);
    }
    return 'complete';
  };
  read(client.results).then(
    (value) => {
      followed.ended = value;
    },
    (error: unknown) => {
      followed.ended = error;
    },
  );
  return followed;
}

const start = () => app.services.liveCursors.encode(whaleActivity, { seq: 0n, held: null });

const keyIdOf = (token: string): string =>
  (JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { jti: string }).jti;

describe.each(TRANSPORTS)('a stream over %s', (transport) => {
  beforeAll(async () => void (await app.ingest('whales', whales(0, 1))));
  const started = async (key: string) => {
    const followed = followFrom(start(), transport, key);
    await expect.poll(() => followed.cursors.length, PATIENCE).toBeGreaterThan(0);
    return followed;
  };

  test('leaves nothing when its client is gone', async () => {
    const key = await app.issue(UNMETERED.id);
    const all = await Promise.all(Array.from({ length: 20 }, () => started(key)));
    for (const { kill } of all) kill();
  });

  test('leaves nothing when its client is gone before it opened', async () => {
    for (let delayMs = 0; delayMs < 30; delayMs += 3) {
      const followed = followFrom(start(), transport, app.key);
      await new Promise((resolve) => setTimeout(resolve, delayMs));
      followed.kill();
    }
  });

  test('ends with its key', async () => {
    const key = await app.issue(UNMETERED.id);
    const followed = await started(key);
    await app.services.keyAdmin.revoke(keyIdOf(key));
    await expect.poll(() => followed.ended).toBeDefined();
    expect(endOf(followed)).toBe(transport === 'WebSocket' ? '4403' : 'KEY_REVOKED');
  });

  test('ends when its key expires', async () => {
    const { token } = await app.services.keyAdmin.create({
      tier: UNMETERED.id,
      scope: 'read',
      name: 'short',
      expiresInMs: 3_000,
    });
    const followed = await started(token);
    await app.ingest('whales', whales(500 + TRANSPORTS.indexOf(transport), 1));
    await expect.poll(() => followed.cursors.length, PATIENCE).toBeGreaterThan(1); // it went on until then
    await expect.poll(() => followed.ended, { timeout: 300_000 }).toBeDefined();
    expect(endOf(followed)).toBe(transport === 'WebSocket' ? '4403' : 'KEY_INVALID');
  });

  test('ends with the tier of its key, and says where to go on', async () => {
    const key = await app.issue(UNMETERED.id);
    const followed = await started(key);
    await app.services.keyAdmin.update(keyIdOf(key), { tier: 'quant' });
    await expect.poll(() => followed.ended).toBeDefined();
    expect(followed.ended).toMatchObject([
      { extensions: { code: 'CONFLICT', cursor: followed.cursors.at(-1) } },
    ]);
    const again = followFrom(start(), transport, key);
    await expect.poll(() => again.cursors.length, PATIENCE).toBeGreaterThan(0);
    again.kill();
  });

  test('is one of as many as its key may have', async () => {
    const key = await app.issue(FEW_STREAMS.id);
    const streams = [await started(key), await started(key), await started(key)];
    const refused = followFrom(start(), transport, key);
    await expect.poll(() => refused.ended, PATIENCE).toBeDefined();
    expect(refused.ended).toMatchObject(
      transport === 'WebSocket' ? [{ extensions: { code: 'RATE_LIMITED' } }] : { response: { status: 429 } },
    );
    for (const { kill } of streams) kill();
    const isTaken = async () => {
      const again = followFrom(start(), transport, key);
      await vi.waitFor(
        () => expect(again.cursors.length > 0 || again.ended !== undefined).toBe(true),
        PATIENCE,
      );
      again.kill();
      return again.cursors.length > 0;
    };
    await expect.poll(isTaken, PATIENCE).toBe(true); // the place that one of them left
  });

  test('costs a unit, and one for each hundred objects it brings, until the day is used up', async () => {
    const key = await app.issue(FEW_UNITS.id);
    const { cursors, kill } = await started(app.key);
    kill();
    const after = cursors.at(-1) ?? '';
    const followed = followFrom(after, transport, key);
    // Four units: one to subscribe, and three for the hundreds; the fourth hundred is one too many.
    await app.ingest('whales', whales(1_000 * (1 + TRANSPORTS.indexOf(transport)), 400));
    await expect.poll(() => followed.ended, { timeout: 300_000 }).toBeDefined();
    expect(followed.ended).toMatchObject([
      {
        extensions: { code: 'RATE_LIMITED', retryAfter: expect.any(Number), cursor: followed.cursors.at(-1) },
      },
    ]);
    expect(followed.cursors.length).toBeGreaterThanOrEqual(400);
  });
});

test('streams end when the signing key of their token is retired', async () => {
  const { keyAdmin, signingKeys } = app.services;
  const made = await keyAdmin.create({ tier: 'quant', scope: 'read', name: 'retired', expiresInMs: null });
  await app.ingest('whales', whales(0, 1));
  const followed = TRANSPORTS.map((transport) => followFrom(start(), transport, made.token));
  for (const { cursors } of followed) await expect.poll(() => cursors.length, PATIENCE).toBeGreaterThan(0);
  const [signing] = (await signingKeys.list()).filter(({ state }) => state === 'signing');
  await signingKeys.rotate();
  await signingKeys.retire(signing?.kid ?? '');
  await expect.poll(() => followed.map(endOf), { timeout: 300_000 }).toEqual(['4403', 'KEY_INVALID']);
  for (const { kill } of followed) kill();
});
