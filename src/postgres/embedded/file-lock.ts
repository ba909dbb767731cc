import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';

export interface FileLock {
  release(): void;
}

const retryDelayMs = 20;
const sqliteBusy = 5;

/**
 * Takes an exclusive lock on a file, made when missing, or answers undefined when another holder has it.
 *
 * Node offers no file lock of its own, SQLite does: an exclusive transaction on an empty database is a lock of
 * the operating system. It ends with its process, kill -9 included, so that nothing stale is ever left to judge
 * and a reused pid cannot pass for its owner. Do not open such a file by other means while holding its lock:
 * POSIX drops a process's locks when it closes any descriptor of the file.
 */
export function tryLockFile(path: string): FileLock | undefined {
  const database = new DatabaseSync(path);
  try {
    // In memory, because nothing is ever written and a journal file would outlive a kill.
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    if (isBusy(error)) return undefined;
    throw new Error(`Cannot lock ${path}: ${error instanceof Error ? error.message : String(error)}`);
  }
  const close = () => database.close();
  // Also keeps the database reachable: once collected it would release the lock under its holder.
  process.once('exit', close);
  return {
    release() {
      process.off('exit', close);
      close();
    },
  };
}

/** Runs `work` while holding the lock; rejects when it cannot be had within `timeoutMs`, or when `signal` aborts before. */
export async function withFileLock<T>(
  path: string,
  timeoutMs: number,
  work: () => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  const lock = await waitForLock(path, timeoutMs, signal);
  try {
    return await work();
  } finally {
    lock.release();
  }
}

async function waitForLock(path: string, timeoutMs: number, signal?: AbortSignal): Promise<FileLock> {
  const deadlineMs = performance.now() + timeoutMs;
  for (;;) {
    const lock = tryLockFile(path);
    if (lock) return lock;
    signal?.throwIfAborted();
    if (performance.now() > deadlineMs) {
      throw new Error(
        `Another process has been starting or stopping PostgreSQL for ${timeoutMs / 1000} s (${path}).`,
      );
    }
    await delay(retryDelayMs);
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy;
}
