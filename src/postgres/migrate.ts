import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
} from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import postgres from 'postgres';
import type { Feed } from '../feed/feed.ts';
import type { Connection } from './database.ts';
import { migrations } from './migrations/index.ts';
import { commentsSql } from './table.ts';

/** Names of the migrations that ran. Processes that migrate at once take turns. */
export async function migrate(connection: Connection, feeds: readonly Feed[]): Promise<readonly string[]> {
  const options = { max: 1, onnotice: () => undefined };
  const client =
    'url' in connection ? postgres(connection.url, options) : postgres({ ...connection, ...options });
  const db = new Kysely<unknown>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => driverOf(client),
      createIntrospector: (kysely) => new PostgresIntrospector(kysely),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
  try {
    const migrator = new Migrator({ db, provider: { getMigrations: async () => STEPS } });
    const { error, results = [] } = await migrator.migrateToLatest();
    if (error) throw explain(error);
    // Descriptions live in the declarations and may change without a migration.
    await client.unsafe(feeds.flatMap(commentsSql).join(';\n')).simple();
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

/** Kysely's migrator on one postgres.js connection; everything else only compiles with Kysely. */
function driverOf(client: postgres.Sql): Driver {
  const run = (text: string, parameters: readonly unknown[] = []) =>
    parameters.length === 0
      ? client.unsafe(text).simple() // a migration is many statements
      : client.unsafe(text, parameters as postgres.ParameterOrJSON<never>[]); // the migrator's own names and times
  const connection: DatabaseConnection = {
    async executeQuery<R>(query: CompiledQuery) {
      const rows = await run(query.sql, query.parameters);
      return { rows: [...rows] as R[] }; // the migrator knows its own columns
    },
    // biome-ignore lint/correctness/useYield: the interface asks for it, the migrator never streams
    async *streamQuery() {
      throw new Error('migrations do not stream');
    },
  };
  return {
    init: async () => undefined,
    acquireConnection: async () => connection,
    beginTransaction: async () => void (await run('BEGIN')),
    commitTransaction: async () => void (await run('COMMIT')),
    rollbackTransaction: async () => void (await run('ROLLBACK')),
    releaseConnection: async () => undefined,
    destroy: () => client.end({ timeout: 5 }),
  };
}
