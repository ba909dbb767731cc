import { chmodSync, cpSync, existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import { startEmbeddedPostgres } from '../../src/postgres/embedded/embedded-postgres.ts';
import { withFileLock } from '../../src/postgres/embedded/file-lock.ts';
import { pathsIn } from '../../src/postgres/embedded/paths.ts';

const MADE_WITHIN_MS = 60_000;

/**
 * A data directory of a test's own with a cluster in it: a copy, since making one takes ten times as long. Tests of the
 * first start take an empty directory.
 */
export async function newDataDir(parent = tmpdir()): Promise<string> {
  const dataDir = mkdtempSync(join(parent, 'alpha-store-'));
  await copyCluster(dataDir);
  return dataDir;
}

/** Puts a copy of the run's cluster into a data directory; the first call makes the original. */
export async function copyCluster(dataDir: string): Promise<void> {
  const original = inject('clusterDir');
  const isMade = join(original, 'made');
  await withFileLock(join(original, 'lock'), MADE_WITHIN_MS, async () => {
    if (existsSync(isMade)) return;
    await (await startEmbeddedPostgres({ dataDir: original })).stop();
    writeFileSync(isMade, '');
  });
  const { cluster } = pathsIn(dataDir);
  cpSync(pathsIn(original).cluster, cluster, { recursive: true });
  chmodSync(cluster, 0o700); // which is not copied
}
