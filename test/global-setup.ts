import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the first test that needs a cluster leaves it for all to copy. */
    clusterDir: string;
    /** Data directory of the PostgreSQL that all files share; the first test that needs it starts it. */
    serverDir: string;
  }
}

const MEMORY = '/dev/shm';
/** What a run takes at most, and as much again for all else. */
const ROOM_BYTES = 8e9;

export function setup({ provide }: TestProject): void {
  const dir = makeRunDir();
  // Where stores of tests go, and those of the processes that they start.
  process.env.TMPDIR = dir;
  const clusterDir = join(dir, 'cluster');
  mkdirSync(clusterDir);
  provide('clusterDir', clusterDir);
  const serverDir = join(dir, 'server');
  provide('serverDir', serverDir);
  // Hundreds of processes load the same modules.
  process.env.NODE_COMPILE_CACHE ??= join(dir, 'compiled');
  // Workers write what they compiled as they end, and they are still ending at Vitest's teardown.
  process.once('exit', () => {
    endServer(serverDir);
    rmSync(dir, { recursive: true, force: true, maxRetries: 5 });
  });
}

/** In memory where there is room, unless the environment says where: there are many stores, and each commit waits for its disk. */
function makeRunDir(): string {
  const parent = process.env.TMPDIR === undefined && hasRoom(MEMORY) ? MEMORY : tmpdir();
  removeLeftovers(parent);
  const dir = mkdtempSync(join(parent, `alpha-${process.pid}-`));
  chmodSync(dir, 0o1777); // PostgreSQL does not run as root
  return dir;
}

function hasRoom(parent: string): boolean {
  if (!existsSync(parent)) return false;
  const { bavail, bsize } = statfsSync(parent);
  return bavail * bsize > ROOM_BYTES;
}

/** What runs left behind that were killed; the name of each directory tells its process. */
function removeLeftovers(parent: string): void {
  for (const name of readdirSync(parent)) {
    const [, pid] = /^alpha-(\d+)-/.exec(name) ?? [];
    if (!pid || isRunning(Number(pid))) continue;
    try {
      rmSync(join(parent, name), { recursive: true, force: true });
    } catch (error) {
      // A file system that a killed test had mounted there goes when the last process of that test ends.
      if ((error as NodeJS.ErrnoException).code !== 'EBUSY') throw error;
    }
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'; // of another user
  }
}

/** At once: nothing of it is needed any more. */
function endServer(dir: string): void {
  const pidFile = join(dir, 'postgres', 'postmaster.pid');
  if (existsSync(pidFile)) process.kill(Number.parseInt(readFileSync(pidFile, 'utf8'), 10), 'SIGQUIT');
}
