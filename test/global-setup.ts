import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
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

const dir = mkdtempSync(join(tmpdir(), 'alpha-run-'));

export function setup({ provide }: TestProject): void {
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

/** At once: nothing of it is needed any more. */
function endServer(dir: string): void {
  const pidFile = join(dir, 'postgres', 'postmaster.pid');
  if (existsSync(pidFile)) process.kill(Number.parseInt(readFileSync(pidFile, 'utf8'), 10), 'SIGQUIT');
}
