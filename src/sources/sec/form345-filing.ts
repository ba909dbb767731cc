import type { SetLayout } from './form345-layout.ts';
import { type Row, rowOf } from './form345-rows.ts';
import type { TableName } from './form345-set.ts';
import type { FilingLines } from './form345-sorter.ts';

/** The rows of one filing in the tables of its set. */
export interface FilingRows {
  readonly accession: string;
  /** Whether the set has the table at all. */
  has(table: TableName): boolean;
  /** In the order of the table; none where the set does not have it. */
  rows(table: TableName): readonly Row[];
  /** Of a table that the set has. */
  file(table: TableName): string;
}

export function filingRows({ accession, tables: lines }: FilingLines, { tables }: SetLayout): FilingRows {
  const rows = new Map(
    [...tables].map(([name, { header }]) => [
      name,
      (lines.get(name) ?? []).map((line) => rowOf(header, line)),
    ]),
  );
  return {
    accession,
    has: (table) => tables.has(table),
    rows: (table) => rows.get(table) ?? [],
    file: (table) => tables.get(table)?.file ?? '',
  };
}
