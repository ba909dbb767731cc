import { sql } from 'kysely';
import type { ReferenceStore } from '../../core/ports.ts';
import { LISTED_NAMES, LISTED_SYMBOLS } from '../../feed/listed-symbols.ts';
import { DAYS_FROM_NOTIFICATION, DAYS_FROM_TRADE, REPORT_DUE } from '../../feed/report-due.ts';
import type { Database } from '../connection/database.ts';
import { textArray } from '../schema/column.ts';

/** References in the table `reference`. */
export function createReferenceStore(db: Database): ReferenceStore {
  return {
    async put(kind, entries) {
      const keys = textArray([...entries.keys()], 'text');
      const values = textArray(
        [...entries.values()].map((value) => JSON.stringify(value)),
        'jsonb',
      );
      const rows = await db.run(sql`
        INSERT INTO reference AS r (kind, key, value)
        SELECT ${kind}::text, entry.key, entry.value FROM unnest(${keys}, ${values}) AS entry(key, value)
        ORDER BY entry.key COLLATE "C" -- two processes in opposite orders would wait for each other
        ON CONFLICT (kind, key) DO UPDATE SET value = excluded.value WHERE r.value IS DISTINCT FROM excluded.value
        RETURNING key`);
      return { changed: rows.length };
    },
    async forget(kind, keys) {
      const rows = await db.run(sql`
        DELETE FROM reference WHERE kind = ${kind} AND key = ANY(${textArray(keys, 'text')}) RETURNING key`);
      return { changed: rows.length };
    },
    async all(kind) {
      const rows = await db.run(OF_RECORDS.get(kind) ?? referencesOf(kind));
      return new Map(rows.map((row) => [row.key, row.value]));
    },
  };
}

interface ReferenceRow {
  readonly key: string;
  readonly value: unknown;
}

const referencesOf = (kind: string) =>
  sql<ReferenceRow>`SELECT key, value FROM reference WHERE kind = ${kind} ORDER BY key`;

const listedSymbols = sql<ReferenceRow>`
  SELECT issuer_cik AS key, jsonb_agg(jsonb_build_object('symbol', symbol, 'name', name) ORDER BY symbol, id) AS value
  FROM listings WHERE directory = 'sec' AND valid_to IS NULL AND issuer_cik IS NOT NULL GROUP BY 1 ORDER BY 1`;

const listedNames = sql<ReferenceRow>`
  SELECT symbol AS key, jsonb_agg(DISTINCT name) AS value
  FROM listings WHERE asset_type = 'stock' AND valid_to IS NULL GROUP BY 1 ORDER BY 1`;

const reportDue = sql<ReferenceRow>`
  SELECT report AS key, to_jsonb(max(due)) AS value FROM (
    SELECT report, coalesce(notification_date::date + ${sql.lit(DAYS_FROM_NOTIFICATION)}::int, transaction_date::date + ${sql.lit(DAYS_FROM_TRADE)}::int)::text AS due
    FROM congress_trades WHERE filing_date IS NULL AND report IS NOT NULL) AS t
  GROUP BY 1 HAVING count(DISTINCT due) > 1 ORDER BY 1`;

/** Kinds that are read out of records. */
const OF_RECORDS: ReadonlyMap<string, typeof listedSymbols> = new Map([
  [LISTED_SYMBOLS, listedSymbols],
  [LISTED_NAMES, listedNames],
  [REPORT_DUE, reportDue],
]);
