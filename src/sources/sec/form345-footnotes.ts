import type { FilingJoin } from './form345-join.ts';
import { type Row, readRows } from './form345-rows.ts';
import type { TableSet } from './form345-set.ts';
import { footnotesOfRow } from './form345-transaction.ts';

/** Adds the texts of FOOTNOTES. */
export async function addFootnotes(set: TableSet, join: FilingJoin): Promise<void> {
  const file = set.files.get('FOOTNOTES');
  if (file === undefined) return;
  for await (const row of readRows(file, ['ACCESSION_NUMBER', 'FOOTNOTE_ID', 'FOOTNOTE_TXT'])) {
    const id = row.text('FOOTNOTE_ID');
    if (row.complete && id !== '')
      join.addFootnote(row.text('ACCESSION_NUMBER'), id, row.text('FOOTNOTE_TXT'));
  }
}

/** Adds which footnotes a transaction or a holding refers to, so that those that none refers to are known. */
export function addReferences(row: Row, join: FilingJoin): void {
  for (const id of footnotesOfRow(row)) join.addReference(row.text('ACCESSION_NUMBER'), id);
}
