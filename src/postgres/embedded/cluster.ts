import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Account, run, takeOwnership } from './account.ts';
import { type EmbeddedPaths, unfinishedClusterPrefix } from './paths.ts';

/** The superuser and owner of everything; the socket's directory, not a password, keeps others out. */
export const clusterUser = 'alpha';

/**
 * Leaves a cluster that the account owns and the server's major version can open, made if there was none.
 * Called under the start-stop lock while no postmaster runs.
 */
export async function prepareCluster(
  paths: EmbeddedPaths,
  server: {
    readonly initdb: string;
    readonly version: string;
    readonly account: Account;
    readonly mayCreate: boolean;
  },
): Promise<void> {
  await removeUnfinished(paths.dataDir);
  const found = await readMajor(paths.cluster);
  const major = server.version.split('.')[0];
  if (found === undefined && !server.mayCreate) {
    throw new Error(`${paths.cluster} is gone or damaged, it has no PG_VERSION: restore it from a backup.`);
  }
  if (found === undefined) return createCluster(paths, server.initdb, server.account);
  if (found !== major) {
    throw new Error(
      `${paths.cluster} was made by PostgreSQL ${found} and this is PostgreSQL ${major}: use another DATA_DIR, or serve it from a PostgreSQL ${found} through DATABASE_URL.`,
    );
  }
  await takeOwnership(server.account, paths.cluster);
}

async function createCluster(paths: EmbeddedPaths, initdb: string, account: Account): Promise<void> {
  const unfinished = join(paths.dataDir, `${unfinishedClusterPrefix}${randomUUID()}`);
  try {
    await mkdir(unfinished, { mode: 0o700 });
    await takeOwnership(account, unfinished);
    await run(account, initdb, [
      ...['-D', unfinished, '-U', clusterUser, '--auth-local=trust', '--auth-host=reject'],
      ...['--encoding=UTF8', '--locale=C', '--no-instructions'],
    ]);
    await moveInto(unfinished, paths.cluster);
  } catch (error) {
    // On a full disk what is half made is what fills it.
    await rm(unfinished, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
    throw error;
  }
  await syncDirectory(paths.dataDir);
}

async function moveInto(unfinished: string, cluster: string): Promise<void> {
  try {
    await rename(unfinished, cluster);
  } catch (error) {
    throw new Error(
      `${cluster} is in the way and is no PostgreSQL cluster: move it, or use another DATA_DIR.`,
      { cause: error },
    );
  }
}

/** initdb synced its files; the name they now go by must outlive a power cut too. */
async function syncDirectory(dir: string): Promise<void> {
  const handle = await open(dir, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** The lock is ours, so the process that made these is gone; its initdb may still be writing, hence the retries. */
async function removeUnfinished(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    if (!name.startsWith(unfinishedClusterPrefix)) continue;
    await rm(join(dataDir, name), { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
  }
}

async function readMajor(cluster: string): Promise<string | undefined> {
  try {
    return (await readFile(join(cluster, 'PG_VERSION'), 'utf8')).trim();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
