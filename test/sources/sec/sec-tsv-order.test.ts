import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isMark } from '../../../src/sources/captured.ts';
import type { Item } from '../../../src/sources/format.ts';
import { secTsv } from '../../../src/sources/sec/sec-tsv.ts';
import { accession, ownerRow, submissionRow, table, tableSet, transactionRow } from './tables.ts';

const TABLES = {
  'SUBMISSION.tsv': [
    submissionRow(1),
    submissionRow(2, { REMARKS: 'Title: Chief Risk Officer' }),
    submissionRow(3, { DOCUMENT_TYPE: '3' }),
    submissionRow(4, { FILING_DATE: 'soon' }),
    submissionRow(5, { DOCUMENT_TYPE: '4/A', DATE_OF_ORIG_SUB: '27-SEP-2024' }),
    submissionRow(6),
  ],
  'REPORTINGOWNER.tsv': [
    ownerRow(1),
    ownerRow(2, { RPTOWNERCIK: '8', RPTOWNER_TITLE: 'See Remarks' }),
    ownerRow(5),
    ownerRow(99),
  ],
  'NONDERIV_TRANS.tsv': [
    ...[31, 32, 33, 34].map((key) => transactionRow('NONDERIV', 1, key, { TRANS_SHARES: String(key) })),
    transactionRow('NONDERIV', 2, 41),
    transactionRow('NONDERIV', 4, 42),
    transactionRow('NONDERIV', 6, 43),
    transactionRow('NONDERIV', 7, 44),
  ],
  'DERIV_TRANS.tsv': [
    transactionRow('DERIV', 5, 51),
    transactionRow('DERIV', 1, 52),
    transactionRow('DERIV', 5, 53, { TRANS_DATE: 'x' }),
    transactionRow('DERIV', 5, 54, { TRANS_SHARES: '54' }),
  ],
};

it('gives the same items for every order of the rows', async () => {
  const sorted = await itemsOf(TABLES);
  const ids = sorted.flatMap((item) => (item.kind === 'record' ? [item.record.id] : []));
  expect(ids).toEqual([
    ...['d1', 'nd1', 'nd2', 'nd3', 'nd4'].map((line) => `${accession(1)}-${line}`),
    `${accession(2)}-nd1`,
    `${accession(5)}-d1`,
    `${accession(5)}-d3`,
    `${accession(6)}-nd1`,
  ]);
  const shuffled = fc.record(
    Object.fromEntries(
      Object.entries(TABLES).map(([name, rows]) => [
        name,
        fc.shuffledSubarray(rows, { minLength: rows.length }),
      ]),
    ),
  );
  await fc.assert(
    fc.asyncProperty(shuffled, async (tables) => {
      expect(await itemsOf(tables)).toEqual(sorted);
    }),
    { numRuns: 30 },
  );
});

type Rows = readonly Readonly<Record<string, string>>[];

/** The items of a set in an order of their own; rejections without folder and line, which are those of the row. */
async function itemsOf(tables: Readonly<Record<string, Rows>>): Promise<readonly Item[]> {
  const files = Object.fromEntries(Object.entries(tables).map(([name, rows]) => [name, table(...rows)]));
  const items: Item[] = [];
  for await (const item of secTsv.read([await tableSet(files)], {})) {
    if (isMark(item)) continue;
    items.push(item.kind === 'rejected' ? { ...item, file: '', at: '' } : item);
  }
  const keyOf = (item: Item) => (item.kind === 'record' ? String(item.record.id) : JSON.stringify(item));
  return items.sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}
