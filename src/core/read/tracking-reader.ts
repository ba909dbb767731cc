import type { Feed } from '../../feed/feed.ts';
import { HOLDINGS } from '../holding-ports.ts';
import { MACRO_SERIES } from '../scorecard-ports.ts';
import type { Reader } from './read.ts';

/** What an answer can be made of: a feed, or the bars that prices are read of. */
export type Tracked = Pick<Feed, 'module' | 'availability'>;

/** The feeds that what is computed is made of. */
export interface Analysed {
  readonly insiders: readonly Feed[];
  readonly politicians: readonly Feed[];
  readonly whales: readonly Feed[];
}

/**
 * A reader that tracks which feeds are read through it (dependency tracking).
 * @param analysed the feeds that analytics and directories are made of.
 */
export function createTrackingReader(
  reader: Reader,
  analysed: Analysed,
  note: (feed: Tracked) => void,
): Reader {
  const { history, holdings, insiders, politicians, prices, search, whales } = reader;
  const one =
    <Rest extends unknown[], Result>(read: (feed: Feed, ...rest: Rest) => Result) =>
    (feed: Feed, ...rest: Rest): Result => {
      note(feed);
      return read(feed, ...rest);
    };
  const analysisOf =
    (feeds: readonly Tracked[]) =>
    <ReadRequest extends unknown[], Result>(read: (...request: ReadRequest) => Result) =>
    (...request: ReadRequest): Result => {
      feeds.forEach(note);
      return read(...request);
    };
  const analysis = analysisOf(analysed.insiders);
  const ofPoliticians = analysisOf(analysed.politicians);
  const ofWhales = analysisOf(analysed.whales);
  const searching = analysisOf(search.feeds);
  const holding = analysisOf([...analysed.insiders, HOLDINGS]);
  const pricing = analysisOf(prices.sources);
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
    groups: one(reader.groups),
    byKeys: one(reader.byKeys),
    stream: one(reader.stream),
    history: {
      pages: one(history.pages),
      totals: one(history.totals),
      versions: one(history.versions),
      checkCursor: history.checkCursor,
    },
    recordedSince: one(reader.recordedSince),
    precision: reader.precision,
    sources: one(reader.sources),
    // Of sources that were read before.
    nativeEntries: reader.nativeEntries,
    knownAssets(feeds, assets, view) {
      feeds.forEach(note);
      prices.sources.forEach(note);
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
    holdings: {
      ofForms: holding(holdings.ofForms),
      ofInsiders: holding(holdings.ofInsiders),
      names: holding(holdings.names),
    },
    prices: {
      sources: prices.sources,
      known: pricing(prices.known),
      latest: pricing(prices.latest),
      bars: pricing(prices.bars),
      counts: pricing(prices.counts),
    },
    politicians: {
      directory: ofPoliticians(politicians.directory),
      politicians: ofPoliticians(politicians.politicians),
      committees: ofPoliticians(politicians.committees),
      terms: ofPoliticians(politicians.terms),
      totals: ofPoliticians(politicians.totals),
    },
    scorecardSeries: { observations: analysisOf([MACRO_SERIES])(reader.scorecardSeries.observations) },
    whales: {
      directory: ofWhales(whales.directory),
      whales: ofWhales(whales.whales),
      byAddress: ofWhales(whales.byAddress),
      positions: ofWhales(whales.positions),
    },
  };
}
