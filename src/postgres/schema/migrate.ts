import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import type { Pool } from 'pg';
import type { Feed } from '../../feed/feed.ts';
import { type Connection, newPool } from '../connection/connection.ts';
import { migrations } from './migrations/index.ts';
import { commentsSql } from './table.ts';

/** Names of the migrations that ran. Processes that migrate at once take turns. */
export async function migrate(connection: Connection, feeds: readonly Feed[]): Promise<readonly string[]> {
  const comments = feeds.flatMap(commentsSql).join(';\n');
  const described = createHash('sha256').update(comments).digest('base64url');
  const pool = newPool(connection, 1);
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  try {
    if (await isCurrent(pool, described)) return [];
    const migrator = new Migrator({ db, provider: { getMigrations: async () => STEPS } });
    const { error, results = [] } = await migrator.migrateToLatest();
    if (error) throw explain(error);
    // Descriptions live in the declarations and may change without a migration.
    await pool.query(comments);
    await pool.query(
      `INSERT INTO store_label (name, value) VALUES ('described', $1)
      ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
      [described],
    );
    return results.map((result) => result.migrationName);
  } finally {
    await db.destroy();
    // Kysely ends the pool only where it has used it.
    if (!pool.ending) await pool.end();
  }
}

/**
 * Whether every migration ran, and the tables carry these descriptions. The migrator would read the whole catalogue twice,
 * and comments would lock every table, at each start of a process.
 */
async function isCurrent(pool: Pool, described: string): Promise<boolean> {
  const made = await pool.query(
    `SELECT to_regclass('kysely_migration') AS ran, to_regclass('store_label') AS labels`,
  );
  if (made.rows[0].ran === null || made.rows[0].labels === null) return false;
  const { rows } = await pool.query<{ ran: readonly string[] | null; described: string | null }>(`
    SELECT (SELECT array_agg(name::text) FROM kysely_migration) AS ran,
      (SELECT value FROM store_label WHERE name = 'described') AS described`);
  const [store] = rows;
  const ran = new Set(store?.ran ?? []);
  return store?.described === described && isDeepStrictEqual(ran, new Set(Object.keys(migrations)));
}

/** Kysely finds that a migration ran which is none of ours, and calls the store corrupted. */
function explain(error: unknown): unknown {
  const [, unknown] =
    /previously executed migration (\S+) is missing/.exec(error instanceof Error ? error.message : '') ?? [];
  if (unknown === undefined) return error;
  const advice = 'start that version, or restore a backup of before';
  return new Error(`a newer version has migrated the store (${unknown}): ${advice}`, { cause: error });
}

const STEPS: Record<string, Migration> = Object.fromEntries(
  Object.entries(migrations).map(([name, text]) => [
    name,
    {
      async up(db) {
        await sql.raw(text).execute(db);
      },
    },
  ]),
);
