import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../../src/postgres/connection/database.ts';
import { newDatabase, type TestDatabase } from '../../support/shared-postgres.ts';

let place: TestDatabase;
let db: Database;
beforeAll(async () => {
  place = await newDatabase();
  db = openDatabase({ connection: place.connection });
  await db.run(sql`CREATE TABLE numbers AS SELECT n FROM generate_series(1, 1000) AS n`);
}, 600_000);
afterAll(async () => {
  await db.close();
  await place.drop();
});

const sleepers = () =>
  db.run(sql<{ n: bigint }>`
    SELECT count(*) AS n FROM pg_stat_activity WHERE datname = current_database() AND query LIKE '%pg_sleep(' || '60)%'`);

test('statements of a snapshot see one moment', async () => {
  const snapshot = await db.snapshot(new AbortController().signal);
  const count = sql<{ n: bigint }>`SELECT count(*) AS n FROM numbers`;
  expect(await snapshot.run(count)).toEqual([{ n: 1000n }]);
  await db.run(sql`DELETE FROM numbers WHERE n > 600`);
  expect(await snapshot.run(count)).toEqual([{ n: 1000n }]);
  let read = 0;
  for await (const batch of snapshot.cursor(sql`SELECT n FROM numbers`, 300)) read += batch.length;
  expect(read).toBe(1000);
  await snapshot.close();
  expect(await db.run(count)).toEqual([{ n: 600n }]);
});

test('an aborted snapshot ends its statement, here and in the server', async () => {
  const abort = new AbortController();
  const snapshot = await db.snapshot(abort.signal);
  const sleeping = snapshot.run(sql`SELECT pg_sleep(60)`);
  const broken = expect(sleeping).rejects.toThrow();
  await expect.poll(sleepers).toEqual([{ n: 1n }]);
  abort.abort();
  await broken;
  await snapshot.close();
  await expect.poll(sleepers).toEqual([{ n: 0n }]);
});

test('a snapshot that is not wanted any more is never begun', async () => {
  await expect(db.snapshot(AbortSignal.abort())).rejects.toThrow('abort');
});
