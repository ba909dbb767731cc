import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { tryLockFile } from './file-lock.ts';

/** One process's stay at the server. */
export interface Client {
  leave(): void;
}

/**
 * Enters a client: a file that it keeps locked for as long as it lives. The pid in its name is for people who look.
 * Everything in this file is called under the start-stop lock alone.
 */
export function joinClients(dir: string): Client {
  mkdirSync(dir, { recursive: true });
  const path = join(dir, `${process.pid}-${randomUUID()}`);
  const lock = tryLockFile(path);
  if (!lock) throw new Error(`${path} is new and yet locked: remove ${dir} and start again.`);
  return {
    leave() {
      rmSync(path, { force: true });
      lock.release();
    },
  };
}

/** Counts those whose process lives and removes the entries of those that died without leaving. */
export function countLiveClients(dir: string): number {
  return readdirSync(dir).filter((name) => isLive(join(dir, name))).length;
}

function isLive(path: string): boolean {
  const lock = tryLockFile(path);
  if (!lock) return true;
  rmSync(path, { force: true });
  lock.release();
  return false;
}
