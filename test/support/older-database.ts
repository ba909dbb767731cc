import { newPool } from '../../src/postgres/connection/connection.ts';
import { migrations } from '../../src/postgres/schema/migrations/index.ts';
import { newDatabase } from './shared-postgres.ts';

/** A database of a version before this one. */
export interface OlderDatabase extends AsyncDisposable {
  /** Runs statements; the rows of the last. */
  run(text: string): Promise<readonly Record<string, unknown>[]>;
  /** Runs the migration. */
  migrate(): Promise<void>;
}

/** A database with all migrations before the one of this name, without its number. */
export async function databaseBefore(name: string): Promise<OlderDatabase> {
  const found = Object.keys(migrations).find((numbered) => numbered.slice(5) === name);
  if (found === undefined) throw new Error(`no migration ${name}`);
  const database = await newDatabase('empty');
  const pool = newPool(database.connection, 1);
  for (const [numbered, text] of Object.entries(migrations)) if (numbered < found) await pool.query(text);
  return {
    async run(text) {
      const results = [await pool.query<Record<string, unknown>>(text)].flat();
      return results.at(-1)?.rows ?? [];
    },
    migrate: async () => void (await pool.query(`BEGIN; ${migrations[found]}; COMMIT`)),
    async [Symbol.asyncDispose]() {
      await pool.end();
      await database.drop();
    },
  };
}
