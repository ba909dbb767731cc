import { sql } from 'kysely';
import type { Database } from '../connection/database.ts';

/** Where the records of a store come from: real providers, or the simulated market. */
export type DataOrigin = 'simulated' | 'imported';

/** Null for a store that holds nothing yet. */
export async function readDataOrigin(db: Database): Promise<DataOrigin | null> {
  return (await readLabel(db, 'data_origin')) as DataOrigin | null; // written below alone
}

/** The first label stays: a store never changes between simulated and real. */
export async function labelDataOrigin(db: Database, origin: DataOrigin): Promise<DataOrigin> {
  await db.run(
    sql`INSERT INTO store_label (name, value) VALUES ('data_origin', ${origin}) ON CONFLICT DO NOTHING`,
  );
  return (await readDataOrigin(db)) ?? origin;
}

/** Up to when the simulated market is in the store, whole; null: it is not. */
export async function readSimulatedUntil(db: Database): Promise<Date | null> {
  const label = await readLabel(db, 'simulated_until');
  return label === null ? null : new Date(label);
}

export async function labelSimulatedUntil(db: Database, until: Date): Promise<void> {
  await db.run(sql`
    INSERT INTO store_label (name, value) VALUES ('simulated_until', ${until.toISOString()})
    ON CONFLICT (name) DO UPDATE SET value = excluded.value`);
}

async function readLabel(db: Database, name: string): Promise<string | null> {
  const rows = await db.run(sql<{ value: string }>`SELECT value FROM store_label WHERE name = ${name}`);
  return rows[0]?.value ?? null;
}
