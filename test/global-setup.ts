import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the first test that needs a cluster leaves it for all to copy. */
    clusterDir: string;
  }
}

const dir = mkdtempSync(join(tmpdir(), 'alpha-run-'));

export function setup({ provide }: TestProject): void {
  const clusterDir = join(dir, 'cluster');
  mkdirSync(clusterDir);
  provide('clusterDir', clusterDir);
  // Hundreds of processes load the same modules.
  process.env.NODE_COMPILE_CACHE ??= join(dir, 'compiled');
  // Workers write what they compiled as they end, and they are still ending at Vitest's teardown.
  process.once('exit', () => rmSync(dir, { recursive: true, force: true, maxRetries: 5 }));
}
