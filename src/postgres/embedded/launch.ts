import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { open } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { type Account, commandFor } from './account.ts';
import type { EmbeddedPaths } from './paths.ts';
import { readPostmaster } from './postmaster.ts';
import { readTail, sizeOf } from './server-log.ts';
import { serverFlags } from './settings.ts';

const pollMs = 15;

/** What a start meets while backends of a killed server are still ending. */
const remainsFailure = /pre-existing shared memory block/;

/**
 * Starts a postmaster that outlives this process and waits until it says that it is ready, at most until
 * `deadlineMs` on the clock of `performance.now()`; one that needs longer is left to it. Answers `remains` when
 * backends of a killed server kept it out; rejects with the end of the log when it exits for any other reason.
 */
export async function launchPostmaster(
  paths: EmbeddedPaths,
  server: { readonly postgres: string; readonly account: Account },
  deadlineMs: number,
  signal: AbortSignal,
): Promise<'launched' | { readonly remains: Error }> {
  const logStart = await sizeOf(paths.log);
  const exit = new AbortController();
  const child = await spawnDetached(paths, server, () => exit.abort());
  while (!exit.signal.aborted && performance.now() < deadlineMs) {
    if (signal.aborted) {
      await endChild(child, exit.signal);
      signal.throwIfAborted();
    }
    // Its pid file, not a connection: each refused one is a process forked and a line in the log.
    if ((await readPostmaster(paths.cluster))?.state === 'ready') return 'launched';
    await delay(pollMs);
  }
  if (!exit.signal.aborted) return 'launched';
  const tail = await readTail(paths.log, logStart);
  const error = new Error(`PostgreSQL did not start (log: ${paths.log}):\n${tail}`);
  if (remainsFailure.test(tail)) return { remains: error };
  throw error;
}

/** At once and without a checkpoint, since nothing was written. By its process: it may not have a pid file yet. */
async function endChild(child: ChildProcess, exit: AbortSignal): Promise<void> {
  child.kill('SIGQUIT');
  while (!exit.aborted) await delay(pollMs);
}

async function spawnDetached(
  paths: EmbeddedPaths,
  server: { readonly postgres: string; readonly account: Account },
  onExit: () => void,
): Promise<ChildProcess> {
  const { file, args, options } = commandFor(server.account, server.postgres, [
    ...['-D', paths.cluster],
    ...serverFlags(paths.socketDir),
  ]);
  const log = await open(paths.log, 'a', 0o600);
  try {
    // A session of its own: neither Ctrl-C in this terminal nor the end of this process reaches it.
    const child = spawn(file, args, { ...options, detached: true, stdio: ['ignore', log.fd, log.fd] });
    child.once('exit', onExit);
    child.unref();
    await once(child, 'spawn');
    return child;
  } finally {
    await log.close();
  }
}
