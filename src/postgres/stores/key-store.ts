import { sql } from 'kysely';
import type { KeyStore } from '../../core/keys/key-ports.ts';
import type { KeyRecord } from '../../core/ports.ts';
import { type Database, lockFor } from '../connection/database.ts';
import { instant, textArray, wholeNumber } from '../schema/column.ts';

/** Names what changed, an API key or a signing key, to every process; see `notifications.ts`. */
export const KEY_CHANNEL = 'alpha_key';

const COLUMNS = sql`id, name, tier, scope, created_at AS "createdAt", expires_at AS "expiresAt",
  revoked_at AS "revokedAt", last_used_at AS "lastUsedAt", last4, signed_by AS "signedBy",
  replaced_by AS "replacedBy", account`;

const INSERT = sql`INSERT INTO api_key
  (id, name, tier, scope, created_at, expires_at, revoked_at, last_used_at, last4, signed_by, replaced_by, account)`;

const valuesOf = (key: KeyRecord) => sql`
  ${key.id}::text, ${key.name}::text, ${key.tier}::text, ${key.scope}::text, ${instant(key.createdAt)},
  ${instant(key.expiresAt)}, ${instant(key.revokedAt)}, ${instant(key.lastUsedAt)}, ${key.last4}::text, ${key.signedBy}::text,
  ${key.replacedBy}::text, ${key.account}::text`;

const notify = sql`pg_notify(${KEY_CHANNEL}::text, id)`;

/** API keys in the table `api_key`. */
export function createKeyStore(db: Database): KeyStore {
  return {
    async insert(key) {
      await db.run(sql`${INSERT} VALUES (${valuesOf(key)})`);
    },
    insertWithin: (key, most, at) =>
      db.transaction(async (tx) => {
        await lockFor(tx, `api_key ${key.account}`);
        const rows = await tx.run(sql`
          ${INSERT} SELECT ${valuesOf(key)}
          WHERE ${wholeNumber(most)} > (SELECT count(*) FROM api_key
            WHERE account = ${key.account} AND revoked_at IS NULL AND replaced_by IS NULL
              AND (expires_at IS NULL OR expires_at > ${instant(at)}))
          RETURNING id`);
        return rows.length > 0;
      }),
    async find(id) {
      const rows = await db.run(sql<KeyRecord>`SELECT ${COLUMNS} FROM api_key WHERE id = ${id}`);
      return rows[0] ?? null;
    },
    list({ limit, after }) {
      const behind = after
        ? sql`WHERE (created_at, id) < (${instant(after.createdAt)}, ${after.id}::text)`
        : sql``;
      return db.run(sql<KeyRecord>`
        SELECT ${COLUMNS} FROM api_key ${behind} ORDER BY created_at DESC, id DESC LIMIT ${wholeNumber(limit)}`);
    },
    listOf: (account, since, limit) =>
      db.run(sql<KeyRecord>`
        SELECT ${COLUMNS} FROM api_key
        WHERE account = ${account} AND (least(revoked_at, expires_at) >= ${instant(since)}
          OR revoked_at IS NULL AND expires_at IS NULL)
        ORDER BY created_at DESC, id DESC LIMIT ${wholeNumber(limit)}`),
    async revoke(id, at) {
      const rows = await db.run(sql`
        UPDATE api_key SET revoked_at = coalesce(revoked_at, ${instant(at)}) WHERE id = ${id} RETURNING ${notify}`);
      return rows.length > 0;
    },
    async update(id, { tier = null, name = null }) {
      const rows = await db.run(sql`
        UPDATE api_key SET tier = coalesce(${tier}::text, tier), name = coalesce(${name}::text, name)
        WHERE id = ${id} RETURNING ${notify}`);
      return rows.length > 0;
    },
    async replace(id, successor, at, endsAt) {
      const rows = await db.run(sql`
        WITH old AS (
          UPDATE api_key SET replaced_by = ${successor.id}::text, expires_at = least(expires_at, ${instant(endsAt)})
          WHERE id = ${id} AND replaced_by IS NULL AND revoked_at IS NULL
            AND (expires_at IS NULL OR expires_at > ${instant(at)})
          RETURNING ${notify} AS told),
        new AS (${INSERT} SELECT ${valuesOf(successor)} FROM old)
        SELECT told FROM old`);
      return rows.length > 0;
    },
    async countValid(at) {
      const rows = await db.run(sql<{ kid: string; keys: number }>`
        SELECT signed_by AS kid, count(*)::integer AS keys FROM api_key
        WHERE signed_by IS NOT NULL AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > ${instant(at)})
        GROUP BY signed_by`);
      return new Map(rows.map(({ kid, keys }) => [kid, keys]));
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
