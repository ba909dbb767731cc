import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmdirSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A file system of a test's own, small enough to be filled. */
export interface SmallDisk {
  readonly dir: string;
  /** Takes all that is left. */
  fill(): void;
  /** Gives it back. */
  free(): void;
  /** Everything on it is gone. */
  unmount(): void;
}

/** For the names of suites that need one. */
export const DISK_SKIP = 'skipped where no file system can be mounted: it needs Linux and root';

export const canMount = isAllowed();

/** @param megabytes in memory, as far as they are used. */
export function mountSmallDisk(megabytes: number): SmallDisk {
  const dir = mkdtempSync(join(tmpdir(), 'alpha-disk-'));
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0777`, 'alpha-data', dir], {
    stdio: 'pipe',
  });
  const ballast = join(dir, 'ballast');
  return {
    dir,
    fill() {
      const file = openSync(ballast, 'a');
      try {
        for (const size of [1_048_576, 4_096]) writeUntilFull(file, Buffer.alloc(size));
      } finally {
        closeSync(file);
      }
    },
    free: () => rmSync(ballast, { force: true }),
    unmount() {
      execFileSync('umount', ['-l', dir]);
      rmdirSync(dir);
    },
  };
}

function writeUntilFull(file: number, block: Buffer): void {
  try {
    while (writeSync(file, block) > 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  }
}

function isAllowed(): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  try {
    mountSmallDisk(1).unmount();
    return true;
  } catch {
    return false; // root of a container without the right to mount
  }
}
