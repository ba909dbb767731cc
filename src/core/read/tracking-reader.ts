import type { Feed } from '../../feed/feed.ts';
import type { Reader } from './read.ts';

/**
 * A reader that tracks which feeds are read through it (dependency tracking).
 * @param analysed the feeds that insider analytics are made of.
 */
export function createTrackingReader(
  reader: Reader,
  analysed: readonly Feed[],
  note: (feed: Feed) => void,
): Reader {
  const { insiders, search } = reader;
  const one =
    <Rest extends unknown[], Result>(read: (feed: Feed, ...rest: Rest) => Result) =>
    (feed: Feed, ...rest: Rest): Result => {
      note(feed);
      return read(feed, ...rest);
    };
  const analysis =
    <ReadRequest extends unknown[], Result>(read: (...request: ReadRequest) => Result) =>
    (...request: ReadRequest): Result => {
      analysed.forEach(note);
      return read(...request);
    };
  const searching =
    <ReadRequest extends unknown[], Result>(read: (...request: ReadRequest) => Result) =>
    (...request: ReadRequest): Result => {
      search.feeds.forEach(note);
      return read(...request);
    };
  return {
    search: {
      feeds: search.feeds,
      find: searching(search.find),
      assetNames: searching(search.assetNames),
      assetAliases: searching(search.assetAliases),
      assetsNamed: searching(search.assetsNamed),
    },
    list: one(reader.list),
    children: one(reader.children),
    total: one(reader.total),
    totals: one(reader.totals),
    countBy: one(reader.countBy),
    byKeys: one(reader.byKeys),
    stream: one(reader.stream),
    sources: one(reader.sources),
    // Of sources that were read before.
    nativeEntries: reader.nativeEntries,
    knownAssets(feeds, assets, view) {
      feeds.forEach(note);
      return reader.knownAssets(feeds, assets, view);
    },
    version(feeds) {
      feeds.forEach(note);
      return reader.version(feeds);
    },
    insiders: {
      directory: analysis(insiders.directory),
      insiders: analysis(insiders.insiders),
      flows: analysis(insiders.flows),
      clusters: analysis(insiders.clusters),
      market: analysis(insiders.market),
      companyNames: analysis(insiders.companyNames),
    },
  };
}
