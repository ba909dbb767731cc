import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../src/postgres/connection/database.ts';
import { newDatabase, type TestDatabase } from '../support/shared-postgres.ts';

let database: TestDatabase;
let db: Database;
beforeAll(async () => {
  database = await newDatabase('empty');
  db = openDatabase({ connection: database.connection, maxConnections: 1 });
});
afterAll(async () => {
  await db?.close();
  await database?.drop();
});

/** A statement of that number, and no other like it. */
const ask = async (number: number, value: string) => {
  const rows = await db.run(
    sql<{ value: string }>`SELECT ${value}::text AS value, ${sql.raw(String(number))} AS n`,
  );
  return rows[0]?.value;
};

test('a connection prepares what comes again, and holds nothing of a thousand statements that came once', async () => {
  for (const value of ['a', 'b', 'c']) expect(await ask(-1, value)).toBe(value);
  for (let n = 0; n < 1_000; n += 1) expect(await ask(n, String(n))).toBe(String(n));
  const prepared = await db.run(sql<{ statement: string }>`SELECT statement FROM pg_prepared_statements`);
  expect(prepared.map(({ statement }) => statement).filter((text) => text.includes('AS value'))).toEqual([
    'SELECT $1::text AS value, -1 AS n',
  ]);
});
