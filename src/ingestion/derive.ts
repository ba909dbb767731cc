import DataLoader from 'dataloader';
import type { Services } from '../app/services.ts';
import { fullView } from '../core/access/view.ts';
import { type Changed, type InputReader, recordKind } from '../engines/engine.ts';
import { add, type DerivedCounts, type EngineTarget, runEngines } from '../engines/run-engines.ts';
import type { Feed } from '../feed/feed.ts';
import { defaultOrder } from '../feed/query.ts';
import { boundedRecord } from '../feed/within-bounds.ts';
import type { Input } from '../sources/format.ts';

/** What deriving needs of the services. */
export type DeriveServices = Pick<Services, 'engines' | 'inputs' | 'ingest' | 'feeds' | 'clock'>;

/** Runs the engines on what changed in the store. */
export async function derive(services: DeriveServices, changed: Iterable<Changed>): Promise<DerivedCounts> {
  const byFeed = await runEngines(services.engines, changed, engineTarget(services));
  return [...byFeed.values()].reduce(add, { created: 0, updated: 0, removed: 0 });
}

/** Where engines read and write, in the store. */
export function engineTarget(services: DeriveServices): EngineTarget {
  const { inputs, ingest } = services;
  return {
    inputs: inputReader(services),
    write: (feed, records) =>
      ingest.write(
        feed,
        records.map((record) => boundedRecord(feed, record)).filter((record) => record !== null),
      ),
    remove: async (feed, key) => (await ingest.removeRow(feed, key)).length > 0,
    derivedKeys: inputs.derivedKeys,
    setDerivedKeys: inputs.setDerivedKeys,
    withLock: inputs.withLock,
  };
}

/** Records of a feed as touched series. */
export const changedRecords = (feed: Feed, keys: Iterable<string>): Changed[] =>
  [...keys].map((series) => ({ kind: recordKind(feed), series }));

/** What engines read, from the store. */
export function inputReader({ inputs, feeds, clock }: DeriveServices): InputReader {
  // Groups are derived side by side: what they read comes in one statement, and what many of them read comes once.
  // Nothing is kept, for the next may have changed.
  const recordLoader = loaderPer((feed: Feed, keys) => recordsOf(feed, keys));
  const listLoader = loaderPer((kind: string, series) => listsOf(kind, series));
  const seriesLoader = loaderPer((kind: string, prefixes) => inputs.seriesOfEach(kind, prefixes));
  const landmarkLoader = loaderPer((kindAndMember: string, keys) => {
    const [kind = '', member = ''] = kindAndMember.split(' ');
    const wanted = keys.map((key) => {
      const [series, from] = JSON.parse(key) as [string, string]; // as below
      return { series, from };
    });
    return inputs.landmarks(kind, wanted, member);
  });
  const newestLoader = new DataLoader(
    async (kinds: readonly string[]) => {
      const reading = new Map([...new Set(kinds)].map((kind) => [kind, inputs.newest(kind)]));
      return Promise.all(kinds.map(async (kind) => (await reading.get(kind)) ?? []));
    },
    { cache: false },
  );
  const listsOf = async (kind: string, series: readonly string[]) => {
    const stored = await inputs.lists(kind, [...new Set(series)]);
    const bySeries = Map.groupBy(stored, (input) => input.series);
    return series.map((one): readonly Input[] => bySeries.get(one) ?? []);
  };
  const everything = () => ({ ...fullView(clock.now()), replaced: true }) as const;
  const recordsOf = async (feed: Feed, keys: readonly string[]) => {
    const rows = await feeds.byKeys(feed, keys, everything());
    const byKey = new Map(rows.map((row) => [row[feed.key.name], row]));
    return keys.map((key) => byKey.get(key) ?? null);
  };
  const ofAssetLoader = loaderPer(async (feed: Feed, assets) => {
    const query = { order: defaultOrder(feed), limit: MOST_OF_ASSET };
    const pages = await feeds.pagesBy(feed, 'asset', assets, query, everything());
    return pages.map(({ rows }) => rows);
  });
  return {
    list: (kind, series) => listLoader(kind).load(series),
    between: (kind, series, { from, to }) => inputs.between(kind, series, from, to),
    landmarks: (kind, series, { from, member }) =>
      landmarkLoader(`${kind} ${member}`).load(JSON.stringify([series, from])),
    newest: (kind) => newestLoader.load(kind),
    series: (kind, prefix = '') => seriesLoader(kind).load(prefix),
    record: (feed, key) => recordLoader(feed).load(key),
    recordsOf: (feed, asset) => ofAssetLoader(feed).load(asset),
    records: (feed) =>
      feeds.stream(feed, { order: defaultOrder(feed), limit: Number.MAX_SAFE_INTEGER }, everything()),
  };
}

/** More records than any asset has. */
const MOST_OF_ASSET = 1_000_000;

/** A loader of what is read together, for each feed or kind. */
function loaderPer<K, T>(
  load: (of: K, keys: readonly string[]) => Promise<readonly T[]>,
): (of: K) => DataLoader<string, T> {
  const loaders = new Map<K, DataLoader<string, T>>();
  return (of) => {
    const known = loaders.get(of) ?? new DataLoader((keys) => load(of, keys), { cache: false });
    loaders.set(of, known);
    return known;
  };
}
