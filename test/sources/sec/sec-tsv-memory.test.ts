import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { writeFilingTables } from '../../../bench/filing-tables.ts';
import { temporaryFiles } from './temporary-files.ts';

it('reads ten times the filings in the same memory', { timeout: 300_000 }, async () => {
  const small = await readSet(20_000);
  const large = await readSet(200_000);
  expect([small.records, large.records]).toEqual([20_000, 200_000]);
  // 180,000 filings joined in memory would be 70 MB at least.
  expect((large.rss - small.rss) / 2 ** 20).toBeLessThan(30);
});

/** A small heap, so that what is garbage does not count. */
const HEAP = ['--max-old-space-size=48', '--max-semi-space-size=1'];

async function readSet(filings: number): Promise<{ readonly records: number; readonly rss: number }> {
  const folder = await temporaryFiles({});
  await writeFilingTables(folder, filings);
  const script = join(import.meta.dirname, 'read-set.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [...HEAP, script, folder]);
  return JSON.parse(stdout) as { records: number; rss: number }; // what the script prints
}
