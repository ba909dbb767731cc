import { resolve } from 'node:path';
import { defineConfig } from 'vite';

const SOURCE = resolve(import.meta.dirname, '../../src/client');

/**
 * The package has in it what it uses of graphql-ws and graphql, 30 kB: as a dependency graphql-ws would install the whole of graphql,
 * which is a hundred times the client.
 */
export default defineConfig({
  root: import.meta.dirname,
  build: {
    lib: {
      entry: { client: resolve(SOURCE, 'client.ts'), caches: resolve(SOURCE, 'caches.ts') },
      formats: ['es'],
    },
    target: 'es2022',
    license: { fileName: 'LICENSES.md' },
    minify: false,
    emptyOutDir: true,
  },
});
