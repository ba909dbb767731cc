import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from './database.ts';

const BYTES = 32;

/** The random key of this name, the same for all processes on the store. The first one that asks makes it. */
export async function readSecret(db: Database, name: string): Promise<Buffer> {
  await db.run(sql`
    INSERT INTO secret (name, value) VALUES (${name}, decode(${randomBytes(BYTES).toString('hex')}, 'hex'))
    ON CONFLICT DO NOTHING`);
  const rows = await db.run(
    sql<{ value: string }>`SELECT encode(value, 'hex') AS value FROM secret WHERE name = ${name}`,
  );
  return Buffer.from(rows[0]?.value ?? '', 'hex'); // inserted above, if not before
}
