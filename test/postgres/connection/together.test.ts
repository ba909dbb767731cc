import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../../src/postgres/connection/database.ts';
import { newDatabase, type TestDatabase } from '../../support/shared-postgres.ts';

let place: TestDatabase;
let db: Database;
const warnings: string[] = [];
const warned = ({ message }: Error) => void warnings.push(message);
beforeAll(async () => {
  process.on('warning', warned);
  place = await newDatabase('empty');
  db = openDatabase({ connection: place.connection });
}, 600_000);
afterAll(async () => {
  process.off('warning', warned);
  await db?.close();
  await place?.drop();
});

const value = (n: number) => db.run(sql<{ n: number }>`SELECT ${n}::int AS n FROM pg_sleep(0.02)`);
const backend = () => db.run(sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`);

test('statements that are asked for at once run one behind the other in a transaction', async () => {
  const answers = await db.together(() => Promise.all([backend(), value(1), value(2), backend()]));
  expect(answers.slice(1, 3)).toEqual([[{ n: 1 }], [{ n: 2 }]]);
  expect(answers[3]).toEqual(answers[0]);
  await new Promise((done) => setImmediate(done)); // warnings come a turn later
  expect(warnings).toEqual([]); // pg 9 no longer has a queue of its own
});

test('a statement that fails lets those behind it fail, and the transaction', async () => {
  const first = db.together(async () => {
    const asked = [value(1), db.run(sql`SELECT 1 / 0`), value(2)];
    const settled = await Promise.allSettled(asked);
    expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected']);
  });
  await expect(first).rejects.toThrow('nothing was committed');
  expect(await value(3)).toEqual([{ n: 3 }]);
});

test('a statement that the body did not wait for belongs to its transaction', async () => {
  await db.run(sql`CREATE TABLE written (n int)`);
  let late: Promise<unknown> | undefined;
  await expect(
    db.together(async () => {
      void value(1);
      late = db.run(sql`INSERT INTO written VALUES (1)`);
      throw new Error('stopped');
    }),
  ).rejects.toThrow('stopped');
  await late;
  expect(await db.run(sql`SELECT n FROM written`)).toEqual([]);
});
