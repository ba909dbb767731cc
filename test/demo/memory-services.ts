import { isDeepStrictEqual } from 'node:util';
import { createIngest } from '../../src/core/ingest/ingest.ts';
import type { FeedStore } from '../../src/core/ports.ts';
import { createEngines } from '../../src/engines/index.ts';
import { type AnyRecord, type Feed, valueAt } from '../../src/feed/feed.ts';
import { registry } from '../../src/feeds/index.ts';
import type { ImportServices } from '../../src/ingestion/import-target.ts';
import type { InputStore } from '../../src/postgres/stores/input-store.ts';
import type { Input } from '../../src/sources/format.ts';
import { assetOfRecord } from '../support/asset-of-record.ts';
import { landmarksOf } from '../support/landmarks-of.ts';
import { noCaptures } from '../support/no-captures.ts';

/** A record that came, changed or went. */
export interface Change {
  readonly feed: Feed;
  readonly kind: 'created' | 'updated' | 'removed';
  readonly before: AnyRecord | undefined;
  readonly record: AnyRecord;
}

/** What importing and deriving need, in plain maps. */
export interface MemoryServices extends ImportServices {
  all(feed: Feed): readonly AnyRecord[];
  /** What changed since this was asked the last time. */
  changes(): readonly Change[];
  inputCount(): number;
}

export function createMemoryServices(): MemoryServices {
  const tables = new Map<Feed, Map<string, AnyRecord>>();
  const references = new Map<string, Map<string, unknown>>();
  let changes: Change[] = [];
  const inputs = createMemoryInputStore();
  const clock = { now: () => new Date(8.64e15) }; // nothing here is late or of the future
  const tableOf = (feed: Feed) => computed(tables, feed, () => new Map<string, AnyRecord>());
  const upsert = (feed: Feed, record: AnyRecord): Change['kind'] | 'unchanged' => {
    const key = String(valueAt(record, feed.key));
    const before = tableOf(feed).get(key);
    if (before && isDeepStrictEqual(before, record)) return 'unchanged';
    const kind = before ? 'updated' : 'created';
    tableOf(feed).set(key, record);
    changes.push({ feed, kind, before, record });
    return kind;
  };
  const ingest = createIngest({
    feeds: registry,
    clock,
    writer: {
      async upsert(feed, records) {
        const counts = { created: 0, updated: 0, unchanged: 0, removed: 0 };
        for (const record of records) counts[upsert(feed, record)] += 1;
        return { ...counts, superseded: [], repeated: [], reconciled: [], undecided: [] };
      },
      replace: neverAsked,
      async remove(feed, key) {
        const before = tableOf(feed).get(key);
        if (before) changes.push({ feed, kind: 'removed', before, record: before });
        return tableOf(feed).delete(key) ? [key] : [];
      },
    },
  });
  return {
    clock,
    engines: createEngines(),
    ingest,
    inputs,
    feeds: {
      byKeys: async (feed: Feed, keys: readonly string[]) =>
        keys.flatMap((key) => tableOf(feed).get(key) ?? []),
      pagesBy: async (feed: Feed, _by: 'asset', assets: readonly string[]) =>
        assets.map((asset) => ({
          rows: [...tableOf(feed).values()].filter((record) => assetOfRecord(feed.module, record) === asset),
        })),
      async *stream(feed: Feed) {
        yield [...tableOf(feed).values()];
      },
    } as unknown as FeedStore, // all that is read of it
    captures: noCaptures,
    references: {
      async put(kind, entries) {
        const known = computed(references, kind, () => new Map<string, unknown>());
        const changed = [...entries].filter(([key, value]) => !isDeepStrictEqual(known.get(key), value));
        for (const [key, value] of changed) known.set(key, value);
        return { changed: changed.length };
      },
      forget: neverAsked,
      all: async (kind) => references.get(kind) ?? new Map(),
    },
    all: (feed) => [...tableOf(feed).values()],
    changes() {
      const since = changes;
      changes = [];
      return since;
    },
    inputCount: inputs.size,
  };
}

/** Nothing is read again here. */
const neverAsked = async (): Promise<never> => {
  throw new Error('a store in memory keeps no entries');
};

type Series = Map<string, Input>;

function createMemoryInputStore(): InputStore & { size(): number } {
  const kinds = new Map<string, Map<string, Series>>();
  const derived = new Map<string, ReadonlySet<string>>();
  const versions = new Map<string, number>();
  const seriesOf = (kind: string) => computed(kinds, kind, () => new Map<string, Series>());
  const sorted = (series: Series | undefined) =>
    [...(series?.values() ?? [])].sort((a, b) => compare(a.key, b.key));
  const newestKey = (series: Series) => [...series.keys()].reduce((a, b) => (a > b ? a : b));
  const startingWith = (kind: string, prefix: string) =>
    [...seriesOf(kind).keys()].filter((name) => name.startsWith(prefix)).sort(compare);
  return {
    async put(inputs) {
      let changed = 0;
      for (const { kind, series, key, data } of inputs) {
        const held = computed(seriesOf(kind), series, () => new Map<string, Input>());
        const input: Input = { kind, series, key, data: JSON.parse(JSON.stringify(data)) as Input['data'] };
        if (isDeepStrictEqual(held.get(key), input)) continue;
        held.set(key, input);
        changed += 1;
      }
      return { changed };
    },
    stored: neverAsked,
    revise: neverAsked,
    earlier: neverAsked,
    newestDays: neverAsked,
    landmarks: async (kind, wanted, member) =>
      wanted.map(({ series, from }) => landmarksOf(sorted(seriesOf(kind).get(series)), from, member)),
    lists: async (kind, names) => names.flatMap((name) => sorted(seriesOf(kind).get(name))),
    between: async (kind, series, from, to) =>
      sorted(seriesOf(kind).get(series)).filter(({ key }) => key >= from && key <= to),
    async forget(inputs) {
      for (const { kind, series, key } of inputs) seriesOf(kind).get(series)?.delete(key);
    },
    newest: async (kind) =>
      [...seriesOf(kind)]
        .sort(([a], [b]) => compare(a, b))
        .flatMap(([, series]) => series.get(newestKey(series)) ?? []),
    series: async (kind, prefix = '') => startingWith(kind, prefix),
    seriesOfEach: async (kind, prefixes) => prefixes.map((prefix) => startingWith(kind, prefix)),
    async forgetBetween(kind, after, before) {
      for (const series of seriesOf(kind).values()) {
        const newest = newestKey(series);
        for (const key of series.keys()) {
          if (key > after && key < before && key !== newest) series.delete(key);
        }
      }
    },
    async derivedKeys(engine, groups) {
      return new Map(
        groups.flatMap((group) => {
          const keys = derived.get(`${engine} ${group}`);
          return keys ? [[group, keys] as const] : [];
        }),
      );
    },
    groupsOf: neverAsked,
    async setDerivedKeys(engine, keys) {
      for (const [group, made] of keys) derived.set(`${engine} ${group}`, new Set(made));
    },
    engineVersions: async () => versions,
    async setEngineVersion(engine, version) {
      versions.set(engine, version);
    },
    withLock: (_engine, _groups, body) => body(),
    size: () =>
      [...kinds.values()].flatMap((all) => [...all.values()]).reduce((sum, { size }) => sum + size, 0),
  };
}

function computed<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const value = map.get(key) ?? make();
  map.set(key, value);
  return value;
}

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
