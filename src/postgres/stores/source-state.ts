import { sql } from 'kysely';
import type { Database } from '../connection/database.ts';
import { instant } from '../schema/column.ts';

/** States of synchronised providers in the table `source_state`, as JSON whose shape is that of `SourceState`. */
export interface SourceStateTable {
  /** Null: there is none. */
  read(source: string): Promise<unknown>;
  all(): Promise<ReadonlyMap<string, unknown>>;
  write(source: string, state: object): Promise<void>;
  /** See `SourceStateStore` in sources/sync/state.ts. */
  lease(source: string, owner: string, now: Date, until: Date): Promise<boolean>;
  release(source: string, owner: string): Promise<void>;
}

export function createSourceStateTable(db: Database): SourceStateTable {
  return {
    async read(source) {
      const rows = await db.run(sql<{ state: unknown }>`
        SELECT state - 'lease' AS state FROM source_state WHERE source = ${source}`);
      return rows[0]?.state ?? null;
    },
    async all() {
      const rows = await db.run(sql<{ source: string; state: unknown }>`
        SELECT source, state - 'lease' AS state FROM source_state ORDER BY source`);
      return new Map(rows.map(({ source, state }) => [source, state]));
    },
    async write(source, state) {
      // The lease stands in the same row and is not the writer's to change.
      await db.run(sql`
        INSERT INTO source_state AS s (source, state) VALUES (${source}, ${JSON.stringify(state)}::text::jsonb)
        ON CONFLICT (source) DO UPDATE
        SET state = excluded.state || jsonb_strip_nulls(jsonb_build_object('lease', s.state -> 'lease'))`);
    },
    async lease(source, owner, now, until) {
      const lease = JSON.stringify({ lease: { owner, until: until.toISOString() } });
      const rows = await db.run(sql`
        INSERT INTO source_state AS s (source, state) VALUES (${source}, ${lease}::text::jsonb)
        ON CONFLICT (source) DO UPDATE SET state = s.state || excluded.state
        WHERE s.state #>> '{lease,owner}' IS NULL OR s.state #>> '{lease,owner}' = ${owner}
          OR (s.state #>> '{lease,until}')::timestamptz <= ${instant(now)}
        RETURNING source`);
      return rows.length > 0;
    },
    async release(source, owner) {
      await db.run(sql`
        UPDATE source_state SET state = state - 'lease'
        WHERE source = ${source} AND state #>> '{lease,owner}' = ${owner}`);
    },
  };
}
