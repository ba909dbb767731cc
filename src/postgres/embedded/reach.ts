import { setTimeout as delay } from 'node:timers/promises';
import { findAccount } from './account.ts';
import { findBinaries } from './binaries.ts';
import { clusterUser, prepareCluster } from './cluster.ts';
import { letThrough } from './data-dir.ts';
import { launchPostmaster } from './launch.ts';
import { endOrphans } from './orphans.ts';
import type { EmbeddedPaths } from './paths.ts';
import { forgetPostmaster, isRunning, readPostmaster, stopPostmaster } from './postmaster.ts';
import { askServer, type Connection, createDatabase, type ServerAnswer } from './server-answer.ts';
import { isPrivateSocketDir, makeSocketDir } from './socket-dir.ts';

// Long enough to recover from a log of max_wal_size on a slow disk.
const startTimeoutMs = 120_000;
/** A postmaster listens within milliseconds; one that lives and does not has lost its socket. */
const maxUnreachableMs = 10_000;
/** How long the backends of a killed server may keep a new one out. */
const maxRemainsMs = 20_000;
const retryDelayMs = 25;

/**
 * Answers how to connect to the server of a data directory: the one that runs, once it takes queries, or else a new
 * one. Called under the start-stop lock, so that nobody else starts or stops one meanwhile; a server that somebody
 * began to start or stop before being killed may still be on its way up or down.
 */
export async function reachServer(
  paths: EmbeddedPaths,
  options: {
    /** Rejects with its reason, and ends the server that this call was starting. */
    readonly signal: AbortSignal;
    /** False: a cluster that is gone is an error, because an empty one would pass for the data that was there. */
    readonly mayCreate: boolean;
  },
): Promise<{ readonly connection: Connection; readonly how: 'adopted' | 'started' }> {
  const { signal, mayCreate } = options;
  const deadlineMs = performance.now() + startTimeoutMs;
  const running = await adopt(paths, deadlineMs, signal);
  if (running) return { connection: running, how: 'adopted' };
  const { postgres, initdb } = await findBinaries();
  const { account, version } = await findAccount(postgres);
  await letThrough(paths.dataDir, account);
  await prepareCluster(paths, { initdb, version, account, mayCreate });
  const giveUpMs = performance.now() + maxRemainsMs;
  for (;;) {
    signal.throwIfAborted();
    // Before the first attempt too, which would otherwise start in vain.
    await endOrphans(paths.cluster);
    await makeSocketDir(paths.socketDir, account);
    const outcome = await launchPostmaster(paths, { postgres, account }, deadlineMs, signal);
    if (outcome === 'launched') {
      const launched = await adopt(paths, deadlineMs, signal);
      if (launched) return { connection: launched, how: 'started' };
    } else if (performance.now() > giveUpMs) {
      throw outcome.remains;
    }
    await delay(retryDelayMs);
  }
}

/** Waits until the server that runs takes queries; undefined when none runs, or when it was about to end. */
async function adopt(
  paths: EmbeddedPaths,
  deadlineMs: number,
  signal: AbortSignal,
): Promise<Connection | undefined> {
  for (let unreachableMs = 0; performance.now() < deadlineMs; await delay(retryDelayMs)) {
    signal.throwIfAborted();
    const postmaster = await readPostmaster(paths.cluster);
    if (!postmaster) return undefined;
    const connection = connectionAt(postmaster.socketDir);
    const answer = postmaster.state === 'ready' ? await askSafely(connection, paths.cluster) : 'busy';
    if (answer === 'ready') return connection;
    if (answer === 'no-database') {
      await createDatabase(connection);
      continue;
    }
    if (!(await isRunning(postmaster.pid, paths.cluster))) {
      await forgetPostmaster(paths.cluster);
      return undefined;
    }
    if (answer === 'absent') unreachableMs += retryDelayMs;
    if (unreachableMs > maxUnreachableMs) await stopPostmaster(postmaster.pid, paths.cluster);
  }
  throw new Error(
    `PostgreSQL takes no connections, it may be recovering: try again later (log: ${paths.log}).`,
  );
}

async function askSafely(connection: Connection, cluster: string): Promise<ServerAnswer> {
  return (await isPrivateSocketDir(connection.host, cluster)) ? askServer(connection) : 'absent';
}

function connectionAt(socketDir: string): Connection {
  return { host: socketDir, port: 5432, user: clusterUser, database: 'alpha' };
}
