import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../src/postgres/connection/database.ts';
import { createNotifications } from '../../src/postgres/connection/notifications.ts';
import { startEmbedded, type TestServer } from '../support/postgres.ts';

let server: TestServer;
let db: Database;
beforeAll(async () => {
  server = await startEmbedded();
  db = openDatabase({ connection: server.connection });
});
afterAll(async () => {
  await db?.close();
  await server?.stop();
});

const FOR_MS = 5_000;
/** Of cut connections and of committed pairs; on a slow machine these take longer than `FOR_MS`. */
const AT_LEAST = 50;
const READERS = 30;
const WRITERS = 6;

/** What the service takes for a store that is away. */
const LOST = /^(CONNECTION_LOST|57P01|EPIPE|ECONNRESET)$/;

test('statements reject when their connection is cut, others answer, and of transactions there are no halves', async () => {
  const other = openDatabase({ connection: server.connection, maxConnections: 1 });
  await db.run(sql`CREATE TABLE pair (id integer, half integer, PRIMARY KEY (id, half))`);
  const [self] = await other.run(sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`);
  const until = Date.now() + FOR_MS;
  const outcomes: string[] = [];
  const committed: number[] = [];
  let cut = 0;
  const goesOn = () => Date.now() < until || cut <= AT_LEAST || committed.length <= AT_LEAST;
  const settle = (work: Promise<unknown>) =>
    work.then(
      () => outcomes.push('done'),
      (error) => outcomes.push(error.code ?? error.message),
    );
  const read = async (reader: number) => {
    const statement = sql`SELECT ${reader}::integer, pg_sleep(0.002)`;
    const iterate = async () => {
      for await (const rows of db.cursor(statement, 1)) expect(rows).toHaveLength(1);
    };
    const kinds = [
      () => db.run(statement),
      () => db.aggregate(statement),
      iterate,
      () => db.withLock([`name ${reader}`], () => db.run(statement)),
    ];
    for (let n = reader; goesOn(); n += 1) await settle(kinds[n % kinds.length]?.() ?? Promise.reject());
  };
  let pairs = 0;
  const write = async () => {
    while (goesOn()) {
      pairs += 1;
      const id = pairs;
      const writeBoth = db.transaction(async (tx) => {
        await tx.run(sql`INSERT INTO pair VALUES (${id}, 1)`);
        await setTimeout(Math.random() * 40);
        await tx.run(sql`INSERT INTO pair VALUES (${id}, 2)`);
      });
      await settle(writeBoth.then(() => committed.push(id)));
    }
  };
  const cutOff = async () => {
    while (goesOn()) {
      const those = await other.run(sql`
        SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE backend_type = 'client backend' AND pid <> ${self?.pid}::integer AND random() < 0.3`);
      cut += those.length;
      await setTimeout(30);
    }
  };
  await Promise.all([
    cutOff(),
    ...Array.from({ length: READERS }, (_, reader) => read(reader)),
    ...Array.from({ length: WRITERS }, write),
  ]);
  expect(outcomes.filter((outcome) => outcome !== 'done' && !LOST.test(outcome))).toEqual([]);
  expect(outcomes.filter((outcome) => outcome === 'done').length).toBeGreaterThan(outcomes.length / 2);
  const rows = await db.run(
    sql<{ id: number; halves: bigint }>`SELECT id, count(*) AS halves FROM pair GROUP BY id`,
  );
  expect(rows.filter(({ halves }) => halves !== 2n)).toEqual([]);
  const written = new Set(rows.map(({ id }) => id));
  expect(committed.filter((id) => !written.has(id))).toEqual([]);
  await other.close();
}, 600_000);

test('connections that are cut while nobody uses them are replaced', async () => {
  await Promise.all([1, 2, 3].map((n) => db.run(sql`SELECT ${n}::integer`)));
  const other = openDatabase({ connection: server.connection, maxConnections: 1 });
  const cut = await other.run(sql`
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()`);
  await other.close();
  expect(cut.length).toBeGreaterThan(0);
  const ask = () => db.run(sql`SELECT 1 AS one`).catch((error) => error.code);
  await expect.poll(ask).toEqual([{ one: 1 }]);
});

test('what goes on behind the end of its transaction is not run', async () => {
  await db.run(sql`CREATE TABLE late (id integer)`);
  let late = Promise.resolve();
  await expect(
    db.transaction(async (tx) => {
      late = setTimeout(50).then(() => tx.run(sql`INSERT INTO late VALUES (1)`).then(() => undefined));
      throw new Error('before it');
    }),
  ).rejects.toThrow('before it');
  await expect(late).rejects.toThrow('the transaction is over');
  expect(await db.run(sql`SELECT id FROM late`)).toEqual([]);
});

test('a transaction of which a statement failed is not taken for committed', async () => {
  await db.run(sql`CREATE TABLE failing (id integer PRIMARY KEY)`);
  const swallowed = db.transaction(async (tx) => {
    await tx.run(sql`INSERT INTO failing VALUES (1)`);
    await tx.run(sql`INSERT INTO failing VALUES (1)`).catch(() => undefined);
  });
  await expect(swallowed).rejects.toThrow('nothing was committed');
  expect(await db.run(sql`SELECT id FROM failing`)).toEqual([]);
});

test('a prepared statement outlives a column that changes its type', async () => {
  await db.run(sql`CREATE TABLE changing (n integer)`);
  await db.run(sql`INSERT INTO changing VALUES (1)`);
  const ask = () => db.run(sql<{ n: unknown }>`SELECT n FROM changing`);
  for (let time = 0; time < 20; time += 1) await Promise.all([ask(), ask(), ask()]);
  await db.run(sql`ALTER TABLE changing ALTER n TYPE text`);
  for (let time = 0; time < 20; time += 1) expect(await ask()).toEqual([{ n: '1' }]);
});

test('an iteration that is broken off gives its connection back', async () => {
  const one = openDatabase({ connection: server.connection, maxConnections: 1 });
  const numbers = sql<{ n: number }>`SELECT n FROM generate_series(1, ${1_000_000}::integer) AS batched(n)`;
  const inTransaction = () =>
    db.run(sql`SELECT pid FROM pg_stat_activity WHERE query LIKE 'FETCH%' AND state = 'idle in transaction'`);
  for await (const rows of one.cursor(numbers, 3)) {
    expect(rows).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
    expect(await inTransaction()).toHaveLength(1);
    break;
  }
  expect(await inTransaction()).toEqual([]);
  const all: number[] = [];
  for await (const rows of one.cursor(sql<{ n: number }>`SELECT generate_series(1, 9) AS n`, 3))
    all.push(...rows.map(({ n }) => n));
  expect(all).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  await one.close();
});

test('a prepared statement that the server has dropped is prepared anew', async () => {
  const one = openDatabase({ connection: server.connection, maxConnections: 1 });
  const ask = () => one.run(sql`SELECT 1 AS kept`);
  for (let time = 0; time < 3; time += 1) await ask();
  await one.run(sql.raw('DEALLOCATE ALL'));
  for (let time = 0; time < 3; time += 1) expect(await ask()).toEqual([{ kept: 1 }]);
  await one.close();
});

describe('close', () => {
  const codeOf = (work: Promise<unknown>) =>
    work.then(
      () => 'done',
      (error) => error.code ?? error.message,
    );

  test('rejects what runs, and what waits for a connection', async () => {
    const one = openDatabase({ connection: server.connection, maxConnections: 1 });
    const works = [
      one.run(sql`SELECT pg_sleep(60)`),
      one.run(sql`SELECT 1`),
      one.transaction((tx) => tx.run(sql`SELECT 1`)),
    ].map(codeOf);
    await setTimeout(200);
    await Promise.all([one.close(), one.close()]);
    works.push(codeOf(one.run(sql`SELECT 1`)));
    expect(await Promise.all(works)).toEqual(Array(4).fill('CONNECTION_LOST'));
  });

  test('does not wait for a server that does not answer', async () => {
    const one = openDatabase({ connection: server.connection, maxConnections: 1 });
    const notifications = createNotifications(server.connection);
    await notifications.subscribe('frozen', { notified: () => undefined, missed: () => undefined });
    await one.run(sql`SELECT 'of the one'`);
    const others = await db.run(sql<{ pid: number }>`
      SELECT pid FROM pg_stat_activity
      WHERE (query LIKE '%of the one%' OR query LIKE 'LISTEN%') AND pid <> pg_backend_pid()`);
    expect(others).toHaveLength(2);
    for (const { pid } of others) process.kill(pid, 'SIGSTOP');
    try {
      await Promise.all([one.close(), notifications.close()]); // what waits for their answer waits for ever
    } finally {
      for (const { pid } of others) process.kill(pid, 'SIGCONT');
    }
  });
});
