import { constants } from 'node:fs';
import { access, chmod, mkdir, realpath, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Account } from './account.ts';

/**
 * Makes `DATA_DIR`, closed to other users (0700), because the signing key and the store are in it; a wider one that is
 * ours is closed too. Answers its real path.
 * @throws Error of one line with the variable, the path and what is wanted.
 */
export async function prepareDataDir(dir: string): Promise<string> {
  try {
    await mkdir(dir, { recursive: true, mode: 0o700 });
    const real = await realpath(dir);
    const { uid, mode } = await stat(real);
    // A volume of a cluster may belong to root and be open to a group: its owner chose that.
    if (uid === process.getuid?.() && (mode & tooWide(uid)) !== 0)
      await chmod(real, mode & 0o7777 & ~tooWide(uid));
    await access(real, constants.R_OK | constants.W_OK | constants.X_OK);
    return real;
  } catch (error) {
    throw new Error(`DATA_DIR ${resolve(dir)} cannot be used (${reasonOf(error)}): ${wanted}`, {
      cause: error,
    });
  }
}

/** Root's PostgreSQL may run as another user, who must pass through: see `letThrough`. */
const tooWide = (uid: number): number => (uid === 0 ? 0o066 : 0o077);

/** Lets an account that is not the directory's owner reach the cluster in it, and see nothing else. */
export async function letThrough(dir: string, account: Account): Promise<void> {
  const { uid, mode } = await stat(dir);
  if (account.owner === undefined || account.owner.uid === uid || (mode & 0o001) !== 0) return;
  await chmod(dir, (mode & 0o7777) | 0o011);
}

const wanted = 'set DATA_DIR to a directory that this user can write to';

const reasons: Readonly<Record<string, string>> = {
  EROFS: 'its file system is read-only',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EEXIST: 'it is no directory',
  ENOTDIR: 'a part of the path is no directory',
  ENOSPC: 'the disk is full',
};

function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return reasons[code] ?? (error instanceof Error ? error.message : String(error));
}
