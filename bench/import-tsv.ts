/**
 * Filings in the form of the SEC's quarterly tables, imported as `import sec-tsv` does. Run with
 * `npm run bench:import -- 1000000`; prints how many filings a second and the memory of the process on the way.
 */
import { createWriteStream, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { pino } from 'pino';
import { openServices } from '../src/app.ts';
import { readConfig } from '../src/config.ts';
import { runFormat } from '../src/import.ts';
import { secTsv } from '../src/sources/sec/sec-tsv.ts';

const FILINGS = Number(process.argv[2] ?? 100_000);
const dir = mkdtempSync(join(tmpdir(), 'alpha-tsv-'));
const tables = join(dir, 'tables');
mkdirSync(tables);
await write(
  'SUBMISSION',
  [
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
  (n) => [
    accession(n),
    day(n),
    day(n),
    '',
    '4',
    String(n % 5_000),
    `Company ${n % 5_000}`,
    `T${n % 5_000}`,
    '',
  ],
);
await write(
  'REPORTINGOWNER',
  ['ACCESSION_NUMBER', 'RPTOWNERCIK', 'RPTOWNERNAME', 'RPTOWNER_RELATIONSHIP', 'RPTOWNER_TITLE'],
  (n) => [
    accession(n),
    String(n % 60_000),
    `DOE JANE ${n % 60_000}`,
    n % 3 ? 'Director' : 'Officer',
    n % 3 ? '' : 'CFO',
  ],
);
await write(
  'NONDERIV_TRANS',
  [
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
  (n) => [
    accession(n),
    String(n),
    'Common Stock',
    day(n),
    '4',
    n % 10 ? 'S' : 'P',
    String(100 + (n % 1_000)),
    '12.34',
    n % 10 ? 'D' : 'A',
  ],
);

const services = await openServices(readConfig({ DATA_DIR: join(dir, 'data') }), pino({ level: 'silent' }));
try {
  const memory: Record<number, number> = {};
  const started = performance.now();
  const report = await runFormat(services, secTsv, [tables], {
    reject: async () => undefined,
    onProgress: (read) => {
      if (read % (FILINGS / 10) === 0) memory[read] = Math.round(process.memoryUsage.rss() / 2 ** 20);
    },
  });
  const seconds = (performance.now() - started) / 1000;
  console.log(
    JSON.stringify(
      {
        filings: FILINGS,
        seconds: Math.round(seconds),
        perSecond: Math.round(FILINGS / seconds),
        rssMb: memory,
        ...report,
      },
      null,
      1,
    ),
  );
} finally {
  await services.close();
  rmSync(dir, { recursive: true, force: true });
}

function accession(n: number): string {
  return `0001${String(Math.floor(n / 1e6)).padStart(6, '0')}-24-${String(n % 1e6).padStart(6, '0')}`;
}

function day(n: number): string {
  return `${String(1 + (n % 28)).padStart(2, '0')}-${['JUL', 'AUG', 'SEP'][n % 3]}-2024`;
}

async function write(
  table: string,
  header: readonly string[],
  row: (n: number) => readonly string[],
): Promise<void> {
  const lines = function* () {
    yield `${header.join('\t')}\n`;
    for (let from = 0; from < FILINGS; from += 1_000) {
      const upTo = Math.min(FILINGS, from + 1_000);
      yield Array.from({ length: upTo - from }, (_, index) => `${row(from + index).join('\t')}\n`).join('');
    }
  };
  await pipeline(Readable.from(lines()), createWriteStream(join(tables, `${table}.tsv`)));
}
