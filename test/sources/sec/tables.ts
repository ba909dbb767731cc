import { temporaryFiles } from './temporary-files.ts';

type Cells = Readonly<Record<string, string>>;

/** A tab separated table; its columns are those of all rows. */
export function table(...rows: readonly Cells[]): string {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const lines = rows.map((row) => columns.map((column) => row[column] ?? '').join('\t'));
  return `${[columns.join('\t'), ...lines].join('\n')}\n`;
}

export const accession = (number: number) => `0000000042-24-${String(number).padStart(6, '0')}`;

export const submissionRow = (number: number, more: Cells = {}): Cells => ({
  ACCESSION_NUMBER: accession(number),
  FILING_DATE: '30-SEP-2024',
  DATE_OF_ORIG_SUB: '',
  DOCUMENT_TYPE: '4',
  ISSUERCIK: '0000000042',
  ISSUERNAME: 'Acme Corp',
  ISSUERTRADINGSYMBOL: 'acme',
  REMARKS: '',
  ...more,
});

export const ownerRow = (number: number, more: Cells = {}): Cells => ({
  ACCESSION_NUMBER: accession(number),
  RPTOWNERCIK: '0000000007',
  RPTOWNERNAME: 'DOE JANE',
  RPTOWNER_RELATIONSHIP: 'Director,Officer',
  RPTOWNER_TITLE: 'CEO',
  ...more,
});

export const transactionRow = (
  kind: 'NONDERIV' | 'DERIV',
  number: number,
  key: number | string,
  more: Cells = {},
): Cells => ({
  ACCESSION_NUMBER: accession(number),
  [`${kind}_TRANS_SK`]: String(key),
  SECURITY_TITLE: 'Common Stock',
  TRANS_DATE: '27-SEP-2024',
  TRANS_CODE: 'P',
  TRANS_SHARES: '100.0',
  TRANS_PRICEPERSHARE: '2.5',
  TRANS_ACQUIRED_DISP_CD: more.TRANS_CODE === 'S' ? 'D' : 'A',
  ...more,
});

/** A set with one filing of one purchase, save for the tables given; null leaves a table out. */
export function tableSet(tables: Readonly<Record<string, string | Uint8Array | null>> = {}): Promise<string> {
  const all: Record<string, string | Uint8Array | null> = {
    'SUBMISSION.tsv': table(submissionRow(1)),
    'REPORTINGOWNER.tsv': table(ownerRow(1)),
    'NONDERIV_TRANS.tsv': table(transactionRow('NONDERIV', 1, 11)),
    'DERIV_TRANS.tsv': table(transactionRow('DERIV', 1, 21, { TRANS_CODE: 'M', TRANS_PRICEPERSHARE: '' })),
    ...tables,
  };
  return temporaryFiles(
    Object.fromEntries(Object.entries(all).flatMap(([name, text]) => (text === null ? [] : [[name, text]]))),
  );
}
