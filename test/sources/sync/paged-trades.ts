import { congress } from '../../../src/feeds/congress/feed.ts';
import { type Item, SourceError } from '../../../src/sources/format.ts';
import type { Answer } from '../../../src/sources/sync/answer.ts';
import { pagesByOffset } from '../../../src/sources/sync/paging.ts';
import { checkpoint, defineProvider } from '../../../src/sources/sync/provider.ts';
import { type ProviderSettings, runSync, type SyncDeps } from '../../../src/sources/sync/run-sync.ts';
import type { SyncReport } from '../../../src/sources/sync/sync-report.ts';
import { type TestEnv, testEnv } from './environment.ts';
import { type MemoryStates, type MemoryTarget, memoryStates, memoryTarget } from './memory.ts';
import type { ProviderServer } from './provider-server.ts';

export const PAGE = 3;

/** A provider made up for these tests: numbered trades in pages of three, each page a checkpoint. */
export const pagedTrades = defineProvider({
  name: 'paged-trades',
  description: 'trades in pages',
  feed: congress,
  defaultBaseUrl: 'http://nowhere.invalid',
  everyMs: 60_000,
  minIntervalMs: 100,
  options: {},
  async *items({ get, cursor }) {
    const pages = pagesByOffset(
      (offset) => get('/trades', { query: { offset: Number(cursor.offset ?? 0) + offset, limit: PAGE } }),
      { pageSize: PAGE, maxPages: 20, entries: entriesOf, idOf: (entry) => JSON.stringify(entry) },
    );
    let offset = Number(cursor.offset ?? 0);
    for await (const { answer, entries } of pages) {
      for (const [index, entry] of entries.entries()) yield itemOf(entry, answer.url, `entry ${index + 1}`);
      offset += entries.length;
      yield checkpoint({ offset: String(offset) });
    }
  },
});

function entriesOf({ json, url }: Answer): readonly unknown[] {
  if (!Array.isArray(json)) throw new SourceError(`${url}: must be a JSON array`);
  return json;
}

function itemOf(entry: unknown, file: string, at: string): Item {
  const { id } = entry as { readonly id?: unknown }; // any JSON value but null has properties, if no `id`
  if (typeof id !== 'string')
    return { kind: 'rejected', file, at, field: 'id', reason: 'not a text', raw: entry };
  return { kind: 'record', record: { id, politician_name: `Member ${id}` } };
}

export const trades = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ id: `t${index + 1}` }));

export interface Bench {
  readonly env: TestEnv;
  readonly target: MemoryTarget;
  readonly states: MemoryStates;
  run(options?: Partial<SyncDeps>): Promise<SyncReport>;
}

/** Runs a provider against a server, with everything else in memory. */
export function benchOf(
  server: ProviderServer,
  provider = pagedTrades,
  options: Readonly<Record<string, string | null | readonly string[]>> = {},
): Bench {
  const env = testEnv();
  const target = memoryTarget();
  const states = memoryStates();
  // Of the shape that the provider declares, as `parseOptions` would make it.
  const parsed = options as ProviderSettings['options'];
  const settings = { options: parsed, baseUrl: server.url, everyMs: provider.everyMs };
  return {
    env,
    target,
    states,
    run: (given = {}) =>
      runSync(provider, {
        settings,
        env,
        target,
        states,
        completions: [],
        signal: new AbortController().signal,
        owner: 'test',
        timeoutMs: 5_000,
        ...given,
      }),
  };
}
