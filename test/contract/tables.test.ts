import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allFeeds } from '../../src/feeds/index.ts';
import { type Database, openDatabase } from '../../src/postgres/connection/database.ts';
import { historyOf } from '../../src/postgres/schema/history-table.ts';
import { tableSql } from '../../src/postgres/schema/table.ts';
import { newDatabase, type TestDatabase } from '../support/shared-postgres.ts';

describe('the migrated tables', () => {
  let databases: readonly TestDatabase[];
  let migrated: Database;
  let declared: Database;

  beforeAll(async () => {
    const [one, other] = await Promise.all([newDatabase(), newDatabase('empty')]);
    databases = [one, other];
    migrated = openDatabase(one);
    declared = openDatabase(other);
    await declared.run(sql`CREATE TABLE feed_head (feed text PRIMARY KEY, seq bigint NOT NULL DEFAULT 0)`);
    for (const statement of allFeeds.flatMap(tableSql)) await declared.run(sql.raw(statement));
  }, 600_000);
  afterAll(async () => {
    await Promise.all([migrated.close(), declared.close()]);
    await Promise.all(databases.map((database) => database.drop()));
  }, 600_000);

  const columns = (db: Database, table: string) =>
    db.run(sql`
      SELECT column_name, data_type, datetime_precision, collation_name, is_nullable
      FROM information_schema.columns WHERE table_schema = 'public' AND table_name = ${table} ORDER BY column_name`);
  const indexes = async (db: Database, table: string) =>
    (await db.run(sql<{ indexdef: string }>`SELECT indexdef FROM pg_indexes WHERE tablename = ${table}`)).map(
      (row) => row.indexdef,
    );

  it.each(allFeeds.flatMap((feed) => [feed.table, historyOf(feed)]))(
    'are what the declarations ask for: %s',
    async (table) => {
      expect(await columns(migrated, table)).toEqual(await columns(declared, table));
      // Migrations may add indexes of their own, but leave none out.
      expect(await indexes(migrated, table)).toEqual(expect.arrayContaining(await indexes(declared, table)));
    },
  );

  it('carry the descriptions of the declarations', async () => {
    for (const feed of allFeeds) {
      const rows = await migrated.run(sql<{ comment: string | null }>`
        SELECT col_description(${feed.table}::text::regclass, ordinal_position) AS comment FROM information_schema.columns
        WHERE table_schema = 'public' AND table_name = ${feed.table} AND column_name = ${feed.key.name}`);
      expect(rows[0]?.comment).toBe(feed.key.field.description);
    }
  });
});
