import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../src/postgres/database.ts';
import { startEmbedded, type TestServer } from '../support/postgres.ts';

let server: TestServer;
let db: Database;
beforeAll(async () => {
  server = await startEmbedded();
  db = openDatabase({ connection: server.connection, maxConnections: 1 });
});
afterAll(async () => {
  await db?.close();
  await server?.stop();
});

test('what live streams wait for waits for no page', async () => {
  let isPageRead = false;
  const page = db.run(sql`SELECT pg_sleep(1)`).then(() => {
    isPageRead = true;
  });
  expect(await db.urgent(sql`SELECT 1 AS n`)).toEqual([{ n: 1 }]);
  expect(isPageRead).toBe(false);
  await page;
});

test('it is planned once, by the index of a table that may be small by then', async () => {
  await db.run(sql`CREATE TABLE numbered (n bigint PRIMARY KEY)`);
  await db.run(sql`INSERT INTO numbered VALUES (1), (2), (3)`);
  await db.run(sql`ANALYZE numbered`);
  const behind = (n: number) =>
    sql<{ n: bigint }>`SELECT n FROM numbered WHERE n > ${n}::bigint ORDER BY n LIMIT ${10}::bigint`;
  for (let n = 0; n < 9; n += 1) expect(await db.urgent(behind(n))).toHaveLength(Math.max(0, 3 - n));
  const plans = await db.urgent(
    sql`SELECT generic_plans > 0 AS once, custom_plans AS anew FROM pg_prepared_statements WHERE statement LIKE '%numbered%'`,
  );
  expect(plans).toEqual([{ once: true, anew: 0n }]);
  const plan = await db.urgent(sql`EXPLAIN ${behind(1)}`);
  expect(JSON.stringify(plan)).toMatch(/Index (Only )?Scan using numbered_pkey/);
});
