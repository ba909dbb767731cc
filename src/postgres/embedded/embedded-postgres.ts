import { type Client, countLiveClients, joinClients } from './clients.ts';
import { prepareDataDir } from './data-dir.ts';
import { withFileLock } from './file-lock.ts';
import { keepRunning } from './keep-running.ts';
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

export interface EmbeddedOptions {
  readonly dataDir: string;
  readonly log?: (message: string) => void;
  /** Starts the server again whenever it is gone, until `stop`; `warn` takes what happens and why it failed. */
  readonly keepRunning?: { readonly warn: (message: string) => void };
  /** Ends a start that is under way: it rejects, and leaves no server behind. */
  readonly signal?: AbortSignal;
}

/** Longer than the longest start, which another process may be in the middle of. */
const lockTimeoutMs = 150_000;

/**
 * Enters the PostgreSQL of a data directory, which is made and started if need be. It runs in a session of its own
 * for all processes that entered it and stops with the last to leave. A process that dies without leaving no longer
 * counts and leaves the server running: the next to come adopts it.
 *
 * Rejects with one line that says what is wrong and what to do, followed by the end of the server's log when
 * PostgreSQL did not start. No server is left running then, unless other processes use it.
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  if (process.platform === 'win32') {
    throw new Error('The embedded PostgreSQL needs Unix sockets: on Windows set DATABASE_URL, or use WSL.');
  }
  const paths = pathsIn(await prepareDataDir(options.dataDir));
  return withFileLock(paths.lock, lockTimeoutMs, () => enter(paths, options), options.signal);
}

async function enter(paths: EmbeddedPaths, options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const { log = () => undefined, signal = new AbortController().signal } = options;
  const client = joinClients(paths.clients);
  try {
    const connection = await reach(paths, { log, signal, mayCreate: true });
    const end = new AbortController();
    const kept = options.keepRunning
      ? keepRunning(paths, {
          signal: end.signal,
          warn: options.keepRunning.warn,
          revive: () => revive(paths, options.keepRunning?.warn ?? log, end.signal),
        })
      : Promise.resolve();
    let left: Promise<void> | undefined;
    const stop = () => {
      // First, or what the last client stops would be started again.
      end.abort();
      left ??= kept.then(() => withFileLock(paths.lock, lockTimeoutMs, () => leave(paths, client, log)));
      return left;
    };
    return { connection, dataDir: paths.dataDir, stop };
  } catch (error) {
    await leave(paths, client, log).catch((failure: unknown) =>
      log(`PostgreSQL was left behind: ${failure}`),
    );
    throw error;
  }
}

/** Several processes may find the server gone; the first to have the lock starts it, the others find it running. */
function revive(paths: EmbeddedPaths, log: (message: string) => void, signal: AbortSignal): Promise<void> {
  const reachAgain = async () => {
    signal.throwIfAborted();
    await reach(paths, { log, signal, mayCreate: false });
  };
  return withFileLock(paths.lock, lockTimeoutMs, reachAgain, signal);
}

async function reach(
  paths: EmbeddedPaths,
  options: {
    readonly log: (message: string) => void;
    readonly signal: AbortSignal;
    readonly mayCreate: boolean;
  },
): Promise<Connection> {
  const beganMs = performance.now();
  await trimLog(paths.log);
  const { connection, how } = await reachServer(paths, options);
  options.log(`PostgreSQL in ${paths.cluster} ${how} in ${Math.round(performance.now() - beganMs)} ms`);
  return connection;
}

/** Called under the start-stop lock. */
async function leave(paths: EmbeddedPaths, client: Client, log: (message: string) => void): Promise<void> {
  client.leave();
  if (countLiveClients(paths.clients) > 0) return;
  const postmaster = await readPostmaster(paths.cluster);
  if (postmaster) await stopPostmaster(postmaster.pid, paths.cluster);
  log(`PostgreSQL in ${paths.cluster} stopped`);
}
