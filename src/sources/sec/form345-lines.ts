import { addReferences } from './form345-footnotes.ts';
import type { FilingJoin, LineTable } from './form345-join.ts';
import { readRows } from './form345-rows.ts';
import type { TableSet } from './form345-set.ts';

export interface TransactionTable {
  readonly name: 'NONDERIV_TRANS' | 'DERIV_TRANS';
  /** Column of the row's key. */
  readonly key: string;
  readonly line: LineTable;
}

export const TRANSACTION_TABLES: readonly TransactionTable[] = [
  { name: 'NONDERIV_TRANS', key: 'NONDERIV_TRANS_SK', line: 'nd' },
  { name: 'DERIV_TRANS', key: 'DERIV_TRANS_SK', line: 'd' },
];

/**
 * Adds the row keys of every filing, and its references to footnotes. The SEC numbers rows as it loads a document, in document order, but writes them
 * out in any order: in the set of 2024 Q3 the keys of a filing have no gaps, 257 of 705 filings with several rows are
 * sorted neither way, and in 0001096906-24-001890 the footnotes F2 to F11 follow the keys, not the rows. A row's rank
 * among the keys of its filing is therefore its number in the document, and the id the same as from the XML, which
 * has no keys.
 */
export async function addLines(set: TableSet, join: FilingJoin): Promise<void> {
  for (const { name, key, line } of TRANSACTION_TABLES) {
    const file = set.files.get(name);
    if (file === undefined) continue;
    for await (const row of readRows(file, ['ACCESSION_NUMBER', key])) {
      const value = Number(row.text(key));
      // What is left out here is rejected when the table is read for its records.
      if (row.complete && isKey(value)) join.addLine(row.text('ACCESSION_NUMBER'), line, value);
      addReferences(row, join);
    }
  }
}

/** Number of a row in its document, from 1; null when the key is none. */
export function lineNumber(join: FilingJoin, accession: string, line: LineTable, key: string): number | null {
  const value = Number(key);
  return isKey(value) ? join.linesBefore(accession, line, value) + 1 : null;
}

const isKey = (value: number): boolean => Number.isSafeInteger(value) && value > 0;
