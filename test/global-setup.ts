import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the first test that needs a cluster leaves it for all to copy. */
    clusterDir: string;
  }
}

const clusterDir = mkdtempSync(join(tmpdir(), 'alpha-cluster-'));

export const setup = ({ provide }: TestProject): void => provide('clusterDir', clusterDir);

export const teardown = (): void => rmSync(clusterDir, { recursive: true, force: true });
