import { execFile } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';

/** What a postmaster says of itself in its pid file. */
export interface Postmaster {
  readonly pid: number;
  /** Empty until it listens. */
  readonly socketDir: string;
  /** `ready` stays when it is killed, and while it restarts after the crash of a backend. */
  readonly state: 'ready' | 'starting' | 'stopping';
}

const pollMs = 15;
const fastShutdownMs = 30_000;
const immediateShutdownMs = 10_000;

/** Reads the pid file, which a crash leaves behind: ask `isRunning` before believing it. */
export async function readPostmaster(cluster: string): Promise<Postmaster | undefined> {
  const content = await readIfThere(pidFile(cluster));
  const [pid, , , , socketDir = '', , , status = ''] = content.split('\n');
  if (!(Number(pid) > 0)) return undefined;
  const state = (['ready', 'stopping'] as const).find((known) => known === status.trim());
  return { pid: Number(pid), socketDir, state: state ?? 'starting' };
}

/**
 * Forgets a postmaster that is gone. PostgreSQL does so too, but takes any process with the same pid for the old
 * server, as happens after a reboot and in every restarted container. Backends that outlived their postmaster
 * still keep a new one out, through the shared memory that they hold.
 */
export async function forgetPostmaster(cluster: string): Promise<void> {
  await rm(pidFile(cluster), { force: true });
}

/** Whether `pid` is the postmaster of this cluster and not another process that was given its number. */
export async function isRunning(pid: number, cluster: string): Promise<boolean> {
  return (await readCommandLine(pid)).includes(` -D ${cluster} `);
}

/**
 * Stops the postmaster and waits until its process is gone: fast at first (clients are cut off, a checkpoint is
 * written), at once if that takes too long (the next start recovers from the log).
 */
export async function stopPostmaster(pid: number, cluster: string): Promise<void> {
  for (const [signal, timeoutMs] of [
    ['SIGINT', fastShutdownMs],
    ['SIGQUIT', immediateShutdownMs],
  ] as const) {
    if (!(await isRunning(pid, cluster))) return;
    signalProcess(pid, signal);
    if (await waitUntilGone(pid, cluster, timeoutMs)) return;
  }
  throw new Error(`PostgreSQL (pid ${pid}) does not stop: look into its log in the data directory.`);
}

async function waitUntilGone(pid: number, cluster: string, timeoutMs: number): Promise<boolean> {
  const deadlineMs = performance.now() + timeoutMs;
  while (performance.now() < deadlineMs) {
    if (!(await isRunning(pid, cluster))) return true;
    await delay(pollMs);
  }
  return false;
}

/** Signals a process that may be gone by now. */
export function signalProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    // Gone since it was looked at, which is what the signal is for.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

/** Empty for a process that is gone, zombies included. */
async function readCommandLine(pid: number): Promise<string> {
  // Slim container images have no ps, macOS has no /proc.
  if (process.platform === 'linux') return (await readIfThere(`/proc/${pid}/cmdline`)).replaceAll('\0', ' ');
  try {
    const { stdout } = await promisify(execFile)('/bin/ps', ['-ww', '-o', 'command=', '-p', String(pid)]);
    return stdout;
  } catch (error) {
    // ps exits with 1 when there is no such process.
    if (error instanceof Error && 'code' in error && error.code === 1) return '';
    throw error;
  }
}

async function readIfThere(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    // ESRCH: the process ended between opening its file in /proc and reading it.
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ESRCH'))
      return '';
    throw error;
  }
}

function pidFile(cluster: string): string {
  return join(cluster, 'postmaster.pid');
}
