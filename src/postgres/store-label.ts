import { sql } from 'kysely';
import type { Database } from './database.ts';

/** Where the records of a store come from: real providers, or the simulated market. */
export type DataOrigin = 'simulated' | 'imported';

/** Null for a store that holds nothing yet. */
export async function readDataOrigin(db: Database): Promise<DataOrigin | null> {
  const rows = await db.run(
    sql<{ value: DataOrigin }>`SELECT value FROM store_label WHERE name = 'data_origin'`,
  );
  return rows[0]?.value ?? null;
}

/** The first label stays: a store never changes between simulated and real. */
export async function labelDataOrigin(db: Database, origin: DataOrigin): Promise<DataOrigin> {
  await db.run(
    sql`INSERT INTO store_label (name, value) VALUES ('data_origin', ${origin}) ON CONFLICT DO NOTHING`,
  );
  return (await readDataOrigin(db)) ?? origin;
}
