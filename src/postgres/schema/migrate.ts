import { Kysely, PostgresDialect, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import type { Feed } from '../../feed/feed.ts';
import { type Connection, newPool } from '../connection/connection.ts';
import { migrations } from './migrations/index.ts';
import { commentsSql } from './table.ts';

/** Names of the migrations that ran. Processes that migrate at once take turns. */
export async function migrate(connection: Connection, feeds: readonly Feed[]): Promise<readonly string[]> {
  const pool = newPool(connection, 1);
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  try {
    const migrator = new Migrator({ db, provider: { getMigrations: async () => STEPS } });
    const { error, results = [] } = await migrator.migrateToLatest();
    if (error) throw explain(error);
    // Descriptions live in the declarations and may change without a migration.
    await pool.query(feeds.flatMap(commentsSql).join(';\n'));
    return results.map((result) => result.migrationName);
  } finally {
    await db.destroy();
  }
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
