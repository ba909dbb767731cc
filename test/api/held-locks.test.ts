import { execFile } from 'node:child_process';
import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '../../src/postgres/connection/database.ts';
import { testClock } from '../core/clock.ts';
import { startApp, type TestApp } from '../support/app.ts';

/** Short, so that the suite is; what a server waits is in `SERVING_WAITS`. */
const WAITS = { connectionMs: 5_000, lockMs: 200, turnMs: 200, statementMs: 20_000 };
/** More than there are connections. */
const AT_ONCE = 30;

let app: TestApp;
beforeAll(async () => {
  app = await startApp({}, { waits: WAITS, clock: testClock('2026-03-04T12:00:10.000Z') });
}, 600_000);
afterAll(() => app?.stop());

/** Holds a lock in a session of its own while the body runs. */
const held = (lock: RawBuilder<unknown>, body: () => Promise<void>): Promise<void> =>
  app.services.db.transaction(async (tx) => {
    await tx.run(lock);
    await body();
  });

/** Sessions other than this one that run a statement, wait, or are left in a transaction. */
async function busySessions(): Promise<number> {
  const rows = await app.services.db.run(sql<{ n: number }>`
    SELECT count(*)::int AS n FROM pg_stat_activity
    WHERE pid <> pg_backend_pid() AND backend_type = 'client backend' AND datname = current_database() AND state <> 'idle'`);
  return rows[0]?.n ?? -1;
}

const times = <T>(one: () => Promise<T>) => Promise.all(Array.from({ length: AT_ONCE }, one));
const refusals = (answers: readonly Response[]) =>
  answers.map(({ status, headers }) => [status, Number(headers.get('retry-after')) >= 1]);
const ALL_REFUSED = new Array(AT_ONCE).fill([503, true]);

const ACTIVITY = {
  _id: 'one',
  source: 'x',
  event_type: 'entry',
  title: 'x',
  created_at: '2026-03-04T11:00:00Z',
};

describe('a lock that another session holds', () => {
  test('of a table: reads are 503, others are served, and all is well behind it', async () => {
    const read = () => app.get('/api/v1/congress?limit=3');
    expect((await read()).status).toBe(200);
    await held(sql`LOCK TABLE congress_trades IN ACCESS EXCLUSIVE MODE`, async () => {
      expect(refusals(await times(() => app.get(`/api/v1/congress?ticker=${Math.random()}`)))).toEqual(
        ALL_REFUSED,
      );
      const { errors = [] } = await app.graphql('{ congressTrades(first: 2) { nodes { ticker } } }');
      expect(errors.map(({ extensions }) => extensions.code)).toEqual(['UNAVAILABLE']);
      expect((await app.get('/api/v1/mre')).status).toBe(200);
      expect((await app.get('/readyz')).status).toBe(200);
    });
    expect((await read()).status).toBe(200);
    await expect.poll(busySessions).toBe(0);
  });

  test.each([
    ['rows of keys', sql`SELECT FROM quota_window FOR UPDATE`],
    ['the whole table', sql`LOCK TABLE quota_window IN ACCESS EXCLUSIVE MODE`],
  ])('of %s in the ledger: 503 for keys, which are charged nothing for it', async (_, lock) => {
    const token = await app.issue('free');
    const ask = () => app.get('/api/v1/congress', { 'x-api-key': token });
    expect((await ask()).status).toBe(200);
    await held(lock, async () => {
      expect(refusals(await times(ask))).toEqual(ALL_REFUSED);
      expect((await fetch(`${app.url}/api/congress/trades`)).status).toBe(200); // an open feed
    });
    const answer = await ask();
    expect([answer.status, answer.headers.get('x-ratelimit-remaining')]).toEqual([200, '3']);
    await expect.poll(busySessions).toBe(0);
  });

  test('of what is ingested: 503 and nothing stored; once it is free, it is stored', async () => {
    await held(sql`SELECT FROM feed_head FOR UPDATE`, async () => {
      expect(refusals([await app.ingest('whales', [ACTIVITY])])).toEqual([[503, true]]);
    });
    const stored = async () => (await app.get('/api/v1/whales?limit=3')).headers.get('x-total-count');
    expect(await stored()).toBe('0');
    expect((await app.ingest('whales', [ACTIVITY])).status).toBe(200);
    expect(await stored()).toBe('1');
    await expect.poll(busySessions).toBe(0);
  });

  test('of all connections: who waits too long for one is refused', async () => {
    const db = openDatabase({
      connection: app.services.connection,
      maxConnections: 1,
      waits: { ...WAITS, connectionMs: 100 },
    });
    const asked = () => db.run(sql<{ one: number }>`SELECT 1 AS one`);
    await db.transaction(async () => {
      await expect(Promise.all([asked(), asked()])).rejects.toMatchObject({ code: 'POOL_BUSY' });
    });
    expect(await asked()).toEqual([{ one: 1 }]);
    await db.close();
  });

  test('of all connections: a process that stops meanwhile ends at once', async () => {
    const script = `
      import { openDatabase } from '${new URL('../../src/postgres/connection/database.ts', import.meta.url)}';
      import { sql } from 'kysely';
      const connection = ${JSON.stringify(app.services.connection)};
      const waits = ${JSON.stringify({ ...WAITS, connectionMs: 3_600_000 })};
      const db = openDatabase({ connection, maxConnections: 1, waits });
      const asked = await db.transaction(async () => {
        const waiting = db.run(sql\`SELECT 1\`).catch(({ code }) => code);
        await db.close();
        return waiting;
      }).catch(({ code }) => code);
      process.stdout.write(asked);`;
    const { promise, resolve } = Promise.withResolvers<readonly [number | string | null, string]>();
    execFile(
      process.execPath,
      ['--input-type=module', '-e', script],
      { timeout: 300_000 },
      (error, stdout, stderr) => resolve([error?.code ?? 0, stdout + stderr]),
    );
    expect(await promise).toEqual([0, 'CONNECTION_LOST']);
  }, 600_000);

  test('of a turn of the engines: 503', async () => {
    await held(sql`SELECT pg_advisory_xact_lock(hashtextextended('name', 0))`, async () => {
      const turn = app.services.db.withLock(['name'], async () => 'done');
      await expect(turn).rejects.toMatchObject({ code: '55P03' });
    });
    expect(await app.services.db.withLock(['name'], async () => 'done')).toBe('done');
  });
});
