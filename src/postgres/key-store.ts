import { sql } from 'kysely';
import type { KeyRecord, KeyStore, SigningKeyStore } from '../core/ports.ts';
import { textArray } from './column.ts';
import type { Database } from './database.ts';

const COLUMNS = sql`id, name, tier, scope, created_at AS "createdAt", expires_at AS "expiresAt",
  revoked_at AS "revokedAt", last_used_at AS "lastUsedAt", last4`;

/** API keys in the table `api_key`. */
export function createKeyStore(db: Database): KeyStore {
  return {
    async insert(key) {
      await db.run(sql`
        INSERT INTO api_key (id, name, tier, scope, created_at, expires_at, revoked_at, last_used_at, last4)
        VALUES (${key.id}, ${key.name}, ${key.tier}, ${key.scope}, ${iso(key.createdAt)}, ${iso(key.expiresAt)},
          ${iso(key.revokedAt)}, ${iso(key.lastUsedAt)}, ${key.last4})`);
    },
    async find(id) {
      const rows = await db.run(sql<KeyRecord>`SELECT ${COLUMNS} FROM api_key WHERE id = ${id}`);
      return rows[0] ?? null;
    },
    list: () => db.run(sql<KeyRecord>`SELECT ${COLUMNS} FROM api_key ORDER BY created_at DESC, id`),
    async revoke(id, at) {
      const rows = await db.run(sql`
        UPDATE api_key SET revoked_at = coalesce(revoked_at, ${iso(at)}) WHERE id = ${id}
        RETURNING pg_notify('alpha_key', id)`);
      return rows.length > 0;
    },
    async setTier(id, tier) {
      const rows = await db.run(sql`
        UPDATE api_key SET tier = ${tier} WHERE id = ${id} RETURNING pg_notify('alpha_key', id)`);
      return rows.length > 0;
    },
    async touch(used) {
      if (used.size === 0) return;
      const ids = textArray([...used.keys()], 'text');
      const times = textArray(
        [...used.values()].map((at) => at.toISOString()),
        'timestamptz',
      );
      await db.run(sql`
        UPDATE api_key SET last_used_at = greatest(last_used_at, used.at)
        FROM unnest(${ids}, ${times}) AS used(id, at) WHERE api_key.id = used.id`);
    },
  };
}

const iso = (at: Date | null) => sql`${at?.toISOString() ?? null}::text::timestamptz`;

/** Public signing keys in the table `signing_key`. */
export function createSigningKeyStore(db: Database): SigningKeyStore {
  return {
    async publish({ kid, jwk }) {
      await db.run(sql`
        INSERT INTO signing_key (kid, jwk) VALUES (${kid}, ${JSON.stringify(jwk)}::text::jsonb) ON CONFLICT DO NOTHING`);
    },
    all: () =>
      db.run(
        sql<{ kid: string; jwk: Record<string, unknown> }>`SELECT kid, jwk FROM signing_key ORDER BY kid`,
      ),
  };
}
