import { sql } from 'kysely';
import type { SigningKeyRecord, SigningKeyStore } from '../../core/keys/key-ports.ts';
import type { Database } from '../connection/database.ts';
import { instant } from '../schema/column.ts';
import { KEY_CHANNEL } from './key-store.ts';

/** Public signing keys in the table `signing_key`. */
export function createSigningKeyStore(db: Database): SigningKeyStore {
  return {
    async publish({ kid, jwk }, at) {
      await db.run(sql`
        INSERT INTO signing_key (kid, jwk, published_at)
        VALUES (${kid}, ${JSON.stringify(jwk)}::text::jsonb, ${instant(at)}) ON CONFLICT DO NOTHING
        RETURNING ${notify}`);
    },
    all: () =>
      db.run(sql<SigningKeyRecord>`
        SELECT kid, jwk, published_at AS "publishedAt", retired_at AS "retiredAt" FROM signing_key
        ORDER BY published_at, kid`),
    async retire(kid, at) {
      const rows = await db.run(sql`
        UPDATE signing_key SET retired_at = coalesce(retired_at, ${instant(at)}) WHERE kid = ${kid}
        RETURNING ${notify}`);
      return rows.length > 0;
    },
  };
}

const notify = sql`pg_notify(${KEY_CHANNEL}::text, kid)`;
