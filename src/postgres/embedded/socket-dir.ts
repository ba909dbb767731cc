import { chmod, lstat, mkdir, rm, stat } from 'node:fs/promises';
import { type Account, takeOwnership } from './account.ts';

/**
 * Makes the directory of the socket anew: empty, because a killed postmaster leaves a lock file whose pid may be
 * another process's by now, and closed to other users, because the socket asks for no password.
 */
export async function makeSocketDir(dir: string, account: Account): Promise<void> {
  await rm(dir, { recursive: true, force: true });
  try {
    await mkdir(dir, { mode: 0o700 });
  } catch (error) {
    throw new Error(`${dir} cannot be made for PostgreSQL's socket: remove it, or use a shorter DATA_DIR.`, {
      cause: error,
    });
  }
  // The mode above is subject to the umask.
  await chmod(dir, 0o700);
  await takeOwnership(account, dir);
}

/**
 * Whether the socket in `dir` can only be the cluster's own. A directory under /tmp could be another user's, who
 * put it there after a clean-up of /tmp.
 */
export async function isPrivateSocketDir(dir: string, cluster: string): Promise<boolean> {
  try {
    const [socketDir, owner] = await Promise.all([lstat(dir), stat(cluster)]);
    return socketDir.isDirectory() && socketDir.uid === owner.uid && (socketDir.mode & 0o077) === 0;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false;
    throw error;
  }
}
