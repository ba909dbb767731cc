/**
 * Filings in the form of the SEC's quarterly tables, imported as `import sec-tsv` does. Run with
 * `npm run bench:import -- 1000000`; prints how many filings a second and the memory of the process on the way.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { runFormat } from '../src/app/import.ts';
import { openServices } from '../src/app/services.ts';
import { readConfig } from '../src/config.ts';
import { secTsv } from '../src/sources/sec/sec-tsv.ts';
import { writeFilingTables } from './filing-tables.ts';

const FILINGS = Number(process.argv[2] ?? 100_000);
const dir = mkdtempSync(join(tmpdir(), 'alpha-tsv-'));
const tables = join(dir, 'tables');
mkdirSync(tables);
await writeFilingTables(tables, FILINGS);

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
