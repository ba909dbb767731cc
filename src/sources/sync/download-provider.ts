import type { Format } from '../format.ts';
import { defineProvider, type Provider } from './provider.ts';
import { readDownload } from './read-download.ts';

/** A provider that publishes one whole file, which is fetched when it changed and read as `import` reads it. */
export function downloadProvider(
  format: Format,
  plan: Pick<Provider, 'description' | 'defaultBaseUrl' | 'everyMs'> & {
    /** Where the file is, unless `SOURCES_FILE` says otherwise; null: it must say. */
    readonly path: string | null;
    readonly missing?: string;
  },
): Provider {
  const { path, missing, ...rest } = plan;
  return defineProvider({
    ...rest,
    name: format.name,
    feed: format.feed,
    minIntervalMs: 1_000,
    options: { path: { kind: 'text', description: 'path of the file', default: path, pattern: /^\// } },
    missing: (options) => (options.path === null ? (missing ?? 'set its "path" in SOURCES_FILE') : null),
    async *items({ options, getIfChanged }) {
      const answer = options.path === null ? null : await getIfChanged(options.path, { expect: 'text' });
      if (answer !== null) yield* readDownload(format, answer);
    },
  });
}
