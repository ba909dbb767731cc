import { sql } from 'kysely';
import type { WebhookRecord, WebhookStore } from '../../core/ingest/webhooks.ts';
import type { Database } from '../connection/database.ts';
import { instant } from '../schema/column.ts';

const COLUMNS = sql`slug, symbol, timeframe, secret_hash AS "secretHash", created_at AS "createdAt",
  revoked_at AS "revokedAt"`;

/** Webhooks in the table `webhook`, the alerts that came in `webhook_alert`, what they say in `input`. */
export function createWebhookStore(db: Database): WebhookStore {
  return {
    async insert(webhook) {
      const rows = await db.run(sql`
        INSERT INTO webhook AS w (slug, symbol, timeframe, secret_hash, created_at)
        VALUES (${webhook.slug}, ${webhook.symbol}, ${webhook.timeframe}, ${webhook.secretHash}, ${instant(webhook.createdAt)})
        ON CONFLICT (slug) DO UPDATE SET symbol = excluded.symbol, timeframe = excluded.timeframe,
          secret_hash = excluded.secret_hash, created_at = excluded.created_at, revoked_at = NULL
        WHERE w.revoked_at IS NOT NULL
        RETURNING slug`);
      return rows.length > 0;
    },
    async find(slug) {
      const rows = await db.run(sql<WebhookRecord>`SELECT ${COLUMNS} FROM webhook WHERE slug = ${slug}`);
      return rows[0] ?? null;
    },
    list: () => db.run(sql<WebhookRecord>`SELECT ${COLUMNS} FROM webhook ORDER BY slug`),
    async revoke(slug, at) {
      const rows = await db.run(sql`
        UPDATE webhook SET revoked_at = coalesce(revoked_at, ${instant(at)}) WHERE slug = ${slug} RETURNING slug`);
      return rows.length > 0;
    },
    async knows(slug, id) {
      const rows = await db.run(sql`SELECT FROM webhook_alert WHERE slug = ${slug} AND id = ${id}`);
      return rows.length > 0;
    },
    async accept({ slug, id, input, at }) {
      const rows = await db.run(sql`
        WITH first AS (
          INSERT INTO webhook_alert (slug, id, series, received_at)
          VALUES (${slug}, ${id}, ${input.series}, ${instant(at)}) ON CONFLICT DO NOTHING RETURNING 1)
        INSERT INTO input (kind, series, key, data)
        SELECT ${input.kind}::text, ${input.series}::text, ${input.key}::text, ${JSON.stringify(input.data)}::text::jsonb
        FROM first ON CONFLICT (kind, series, key) DO NOTHING RETURNING key`);
      if (rows.length > 0) return { isNew: true, series: input.series };
      const known = await db.run(sql<{ series: string }>`
        SELECT series FROM webhook_alert WHERE slug = ${slug} AND id = ${id}`);
      return { isNew: false, series: known[0]?.series ?? input.series };
    },
  };
}
