import { sql } from 'kysely';
import type { EntryHead, Provenance, Traced } from '../../core/capture/provenance.ts';
import type { Database } from '../connection/database.ts';
import { textArray } from '../schema/column.ts';
import { isTarget, type OutcomeRow, rowOf, targetHash, targetOf } from './capture-rows.ts';
import { unpackBlock } from './entry-content.ts';

/** Where records and inputs came from, out of the native entries; a statement for each call. */
export function createProvenance(db: Pick<Database, 'run'>): Provenance {
  return {
    async heads(traced) {
      if (traced.length === 0) return [];
      const rows = traced.map(rowOfTraced);
      const column = (pick: (row: OutcomeRow) => string) => textArray(rows.map(pick), 'text');
      const isNewest = textArray(
        traced.map(({ kind }) => String(kind === 'newest input')),
        'boolean',
      );
      const found = await db.run(sql<EntryHead & { readonly ord: bigint }>`
        SELECT asked.ord, e.id, c.source AS provider, c.place, e.first_seen AS "firstSeen"
        FROM unnest(${column(({ kind }) => kind)}, ${column(({ subject }) => subject)}, ${column(({ series }) => series)},
          ${column(({ key }) => key)}, ${isNewest}) WITH ORDINALITY AS asked(kind, subject, series, key, is_newest, ord)
        CROSS JOIN LATERAL (
          SELECT asked.kind, asked.subject, asked.series, CASE WHEN NOT asked.is_newest THEN asked.key ELSE (
            SELECT key FROM input AS i WHERE i.kind = asked.subject AND i.series = asked.series
            ORDER BY i.key DESC LIMIT 1) END AS key OFFSET 0) AS target
        CROSS JOIN LATERAL (
          SELECT e.* FROM entry_outcome AS o JOIN entry AS e ON e.id = o.entry
          WHERE ${targetHash('o')} = ${targetHash('target')} AND ${isTarget('o')} AND ${targetOf('o')} = ${targetOf('target')}
          ORDER BY e.capture DESC, e.id DESC LIMIT 1) AS e
        JOIN capture AS c ON c.id = e.capture`);
      const heads = traced.map((): EntryHead | null => null);
      for (const { ord, ...head } of found) heads[Number(ord) - 1] = head;
      return heads;
    },
    async texts(entries) {
      if (entries.length === 0) return [];
      const rows = await db.run(sql<{ id: bigint; block: bigint; item: number; contents: Buffer | null }>`
        SELECT e.id, e.block, e.item, CASE WHEN row_number() OVER (PARTITION BY e.block) = 1 THEN (
          SELECT contents FROM entry_block WHERE id = e.block) END AS contents
        FROM entry AS e WHERE e.id = ANY(${textArray(entries.map(String), 'bigint')})`);
      const blocks = new Map(
        rows.flatMap(({ block, contents }) =>
          contents === null ? [] : [[block, unpackBlock(contents)] as const],
        ),
      );
      const texts = new Map(rows.map(({ id, block, item }) => [id, blocks.get(block)?.[item] ?? null]));
      return entries.map((id) => texts.get(id) ?? null);
    },
  };
}

const rowOfTraced = (traced: Traced): OutcomeRow =>
  traced.kind === 'newest input' ? { ...traced, kind: 'input', key: '' } : rowOf(traced);
