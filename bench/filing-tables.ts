import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/**
 * Writes a set of that many filings (a power of ten, or a multiple of one) in the form of the SEC's quarterly tables,
 * one owner and one transaction each. As in the real sets, no table is in the order of accession numbers or of another
 * table.
 */
export async function writeFilingTables(folder: string, filings: number): Promise<void> {
  for (const [name, { columns, stride, cells }] of Object.entries(TABLES)) {
    const lines = function* () {
      yield `${columns.join('\t')}\n`;
      for (let from = 0; from < filings; from += 1_000) {
        const block = Array.from({ length: Math.min(1_000, filings - from) }, (_, index) =>
          cells(((from + index) * stride) % filings).join('\t'),
        );
        yield `${block.join('\n')}\n`;
      }
    };
    await pipeline(Readable.from(lines()), createWriteStream(join(folder, `${name}.tsv`)));
  }
}

interface Table {
  readonly columns: readonly string[];
  /** A prime that divides no number of filings, so that steps of it visit every filing once. */
  readonly stride: number;
  readonly cells: (filing: number) => readonly string[];
}

const TABLES: Readonly<Record<string, Table>> = {
  SUBMISSION: {
    columns: [
      'ACCESSION_NUMBER',
      'FILING_DATE',
      'PERIOD_OF_REPORT',
      'DATE_OF_ORIG_SUB',
      'DOCUMENT_TYPE',
      'ISSUERCIK',
      'ISSUERNAME',
      'ISSUERTRADINGSYMBOL',
      'REMARKS',
    ],
    stride: 7_919,
    cells: (n) => [
      accession(n),
      day(n),
      day(n),
      '',
      '4',
      String(1 + (n % 5_000)),
      `Company ${n % 5_000}`,
      `T${n % 5_000}`,
      '',
    ],
  },
  REPORTINGOWNER: {
    columns: ['ACCESSION_NUMBER', 'RPTOWNERCIK', 'RPTOWNERNAME', 'RPTOWNER_RELATIONSHIP', 'RPTOWNER_TITLE'],
    stride: 15_485_863,
    cells: (n) => [
      accession(n),
      String(1 + (n % 60_000)),
      `DOE JANE ${n % 60_000}`,
      n % 3 ? 'Director' : 'Officer',
      n % 3 ? '' : 'CFO',
    ],
  },
  NONDERIV_TRANS: {
    columns: [
      'ACCESSION_NUMBER',
      'NONDERIV_TRANS_SK',
      'SECURITY_TITLE',
      'TRANS_DATE',
      'TRANS_FORM_TYPE',
      'TRANS_CODE',
      'TRANS_SHARES',
      'TRANS_PRICEPERSHARE',
      'TRANS_ACQUIRED_DISP_CD',
    ],
    stride: 104_729,
    cells: (n) => [
      accession(n),
      String(n + 1),
      'Common Stock',
      day(n),
      '4',
      n % 10 ? 'S' : 'P',
      String(100 + (n % 1_000)),
      '12.34',
      n % 10 ? 'D' : 'A',
    ],
  },
};

function accession(n: number): string {
  return `0001${String(Math.floor(n / 1e6)).padStart(6, '0')}-24-${String(n % 1e6).padStart(6, '0')}`;
}

function day(n: number): string {
  return `${String(1 + (n % 28)).padStart(2, '0')}-${['JUL', 'AUG', 'SEP'][n % 3]}-2024`;
}
