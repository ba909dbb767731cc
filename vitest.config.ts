import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/sequence.ts';

export default defineConfig({
  resolve: {
    // Vite would load the ESM copy of graphql for our sources while the libraries load the CommonJS one, and a schema
    // of one copy is no schema to the other.
    alias: [
      {
        find: /^graphql$/,
        replacement: fileURLToPath(new URL('./node_modules/graphql/index.js', import.meta.url)),
      },
    ],
  },
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: 'test/global-setup.ts',
    sequence: { sequencer: LongestFirst },
    typecheck: { enabled: false, include: ['test/types/**/*.test-d.ts'] },
    // Most of a test's time goes by in other processes: servers, stores, browsers. Three workers left a third of two cores idle;
    // four of them keep both busy.
    maxWorkers: Math.max(4, availableParallelism()),
    // Files share what is loaded: loading it anew for each is a fifth of all the time.
    isolate: false,
    // Limits on time end what hangs, and nothing else: on a busy machine a test may take ten times as long as on an idle one.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    // What is polled for comes in the end.
    expect: { poll: { timeout: 300_000 } },
  },
});
