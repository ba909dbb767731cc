import { mkdir, realpath } from 'node:fs/promises';
import { countLiveClients, joinClients } from './clients.ts';
import { withFileLock } from './file-lock.ts';
import { type EmbeddedPaths, pathsIn } from './paths.ts';
import { readPostmaster, stopPostmaster } from './postmaster.ts';
import { reachServer } from './reach.ts';
import type { Connection } from './server-answer.ts';
import { trimLog } from './server-log.ts';

export interface EmbeddedPostgres {
  /** Options for the driver: Unix socket directory as host, port, user, database. */
  readonly connection: Connection;
  readonly dataDir: string;
  /** Leaves the server; the last client to leave stops it. Idempotent. */
  stop(): Promise<void>;
}

/** Longer than the longest start, which another process may be in the middle of. */
const lockTimeoutMs = 150_000;

/**
 * Enters the PostgreSQL of a data directory, which is made and started if need be. It runs in a session of its own
 * for all processes that entered it and stops with the last to leave. A process that dies without leaving no longer
 * counts and leaves the server running: the next to come adopts it.
 *
 * Rejects with one line that says what is wrong and what to do, followed by the end of the server's log when
 * PostgreSQL did not start.
 */
export async function startEmbeddedPostgres(options: {
  readonly dataDir: string;
  readonly log?: (message: string) => void;
}): Promise<EmbeddedPostgres> {
  if (process.platform === 'win32') {
    throw new Error('The embedded PostgreSQL needs Unix sockets: on Windows set DATABASE_URL, or use WSL.');
  }
  await mkdir(options.dataDir, { recursive: true });
  const paths = pathsIn(await realpath(options.dataDir));
  return withFileLock(paths.lock, lockTimeoutMs, () => enter(paths, options.log ?? (() => undefined)));
}

async function enter(paths: EmbeddedPaths, log: (message: string) => void): Promise<EmbeddedPostgres> {
  const beganMs = performance.now();
  const client = joinClients(paths.clients);
  try {
    await trimLog(paths.log);
    const { connection, how } = await reachServer(paths);
    log(`PostgreSQL in ${paths.cluster} ${how} in ${Math.round(performance.now() - beganMs)} ms`);
    let left: Promise<void> | undefined;
    const stop = () => {
      left ??= withFileLock(paths.lock, lockTimeoutMs, async () => {
        client.leave();
        if (await stopUnlessUsed(paths)) log(`PostgreSQL in ${paths.cluster} stopped`);
      });
      return left;
    };
    return { connection, dataDir: paths.dataDir, stop };
  } catch (error) {
    client.leave();
    throw error;
  }
}

async function stopUnlessUsed(paths: EmbeddedPaths): Promise<boolean> {
  if (countLiveClients(paths.clients) > 0) return false;
  const postmaster = await readPostmaster(paths.cluster);
  if (postmaster) await stopPostmaster(postmaster.pid, paths.cluster);
  return true;
}
