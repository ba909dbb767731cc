import type { Row } from './form345-rows.ts';
import type { TableName } from './form345-set.ts';
import { TRANSACTION_COLUMNS } from './form345-transaction.ts';

/** A table whose rows are lines of forms. */
export interface LineTable {
  readonly name: TableName;
  /** Column of the row's key. */
  readonly key: string;
  /** First part of a `Line`. */
  readonly line: 'nd' | 'd';
}

export const HOLDING_TABLES: readonly LineTable[] = [
  { name: 'NONDERIV_HOLDING', key: 'NONDERIV_HOLDING_SK', line: 'nd' },
  { name: 'DERIV_HOLDING', key: 'DERIV_HOLDING_SK', line: 'd' },
];

export const TRANSACTION_TABLES: readonly LineTable[] = [
  { name: 'NONDERIV_TRANS', key: 'NONDERIV_TRANS_SK', line: 'nd' },
  { name: 'DERIV_TRANS', key: 'DERIV_TRANS_SK', line: 'd' },
];

/** Without these a file is no such table. */
export const COLUMNS: Readonly<Record<TableName, readonly string[]>> = {
  SUBMISSION: ['ACCESSION_NUMBER', 'FILING_DATE', 'DOCUMENT_TYPE', 'ISSUERCIK', 'ISSUERNAME'],
  REPORTINGOWNER: ['ACCESSION_NUMBER', 'RPTOWNERCIK', 'RPTOWNERNAME', 'RPTOWNER_RELATIONSHIP'],
  OWNER_SIGNATURE: ['ACCESSION_NUMBER', 'OWNERSIGNATURENAME'],
  FOOTNOTES: ['ACCESSION_NUMBER', 'FOOTNOTE_ID', 'FOOTNOTE_TXT'],
  NONDERIV_HOLDING: ['ACCESSION_NUMBER'],
  DERIV_HOLDING: ['ACCESSION_NUMBER'],
  NONDERIV_TRANS: ['ACCESSION_NUMBER', 'NONDERIV_TRANS_SK', ...TRANSACTION_COLUMNS],
  DERIV_TRANS: ['ACCESSION_NUMBER', 'DERIV_TRANS_SK', ...TRANSACTION_COLUMNS],
};

/**
 * Numbers the rows of one filing in a table as its document does, from 1; null for a row without a key. The SEC numbers rows as it
 * loads a document, in document order, but writes them out in any order: in the set of 2024 Q3 the keys of a filing have no
 * gaps, 257 of 705 filings with several rows are sorted neither way, and in 0001096906-24-001890 the footnotes F2 to F11
 * follow the keys, not the rows. A row's rank among the keys of its filing is therefore its number in the document, and the
 * id the same as from the XML, which has no keys.
 */
export function lineNumbers({ key }: LineTable, rows: readonly Row[]): (row: Row) => number | null {
  const keyOf = (row: Row) => Number(row.text(key));
  const keys = [...new Set(rows.filter(({ complete }) => complete).map(keyOf))].filter(isKey);
  return (row) => {
    const own = keyOf(row);
    return isKey(own) ? keys.filter((other) => other < own).length + 1 : null;
  };
}

const isKey = (value: number): boolean => Number.isSafeInteger(value) && value > 0;
