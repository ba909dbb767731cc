import { encodeCursor } from '../../feed/cursor.ts';
import type { AnyRecord, Feed, Leaf } from '../../feed/feed.ts';
import { snakeCase } from '../../feed/name-case.ts';
import type { FeedQuery, Filter, Order } from '../../feed/query.ts';
import { type View, withStale } from '../access/view.ts';
import type { Directories, PoliticianDirectory, WhaleDirectory } from '../directory-ports.ts';
import { type HoldingReader, NO_HOLDINGS } from '../holding-ports.ts';
import type { InsiderAnalytics } from '../insider-ports.ts';
import type { ChildRows, FeedStore, ParentField } from '../ports.ts';
import type { PriceReader } from '../prices/price-ports.ts';
import { createPrices, NO_BARS } from '../prices/prices.ts';
import { NO_SERIES, type ScorecardSeries } from '../scorecard-ports.ts';
import type { SearchIndex } from '../search-ports.ts';
import { isoDuration } from '../thinning-plan.ts';
import { keysLedTo, ledByAliases } from './aliases.ts';
import { type ListRequest, queryOf } from './feed-query.ts';
import { createKeptChecks, keptReads, refuseSnapshot, refusingSnapshots } from './held-reads.ts';
import { createHistory, type History, type HistoryDeps, NO_HISTORY } from './history.ts';
import { checkMoment, createMomentStore } from './moments.ts';
import { type GroupPage, type GroupRequest, readGroups } from './read-groups.ts';
import { createSearch, type Search } from './search.ts';
import type { Slice } from './slice.ts';
import { createSourceReader, NO_SOURCES, type RecordSource, type Sources } from './sources.ts';

export type { ListRequest, Slice };

/** A page of a list. `rows[i]` has the cursor `cursorOf(i)`. */
export interface Page {
  readonly feed: Feed;
  readonly order: Order;
  readonly filter: Filter | undefined;
  readonly rows: readonly AnyRecord[];
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
  /** Position of the feed's event log the page was read at; null for nested lists. */
  readonly head: bigint | null;
}

/** Cursor of a row of a page. */
export function cursorOf(page: Page, row: AnyRecord): string {
  return encodeCursor(page.feed, page.order, row);
}

/** The only way to the rows of a feed, for every surface. Throws INVALID_CURSOR for a cursor of another list. */
export interface Reader {
  list(feed: Feed, request: ListRequest, view: View): Promise<Page>;
  /** The same list below many parents, in the order of `parents`; one statement. */
  children(
    feed: Feed,
    by: ParentField,
    parents: readonly string[],
    request: ListRequest,
    view: View,
  ): Promise<readonly Page[]>;
  /** Number of rows the filter leaves, over all pages. */
  total(feed: Feed, filter: Filter | undefined, view: View): Promise<number>;
  totals(
    feed: Feed,
    by: ParentField,
    parents: readonly string[],
    filter: Filter | undefined,
    view: View,
  ): Promise<readonly number[]>;
  countBy(feed: Feed, by: Leaf, filter: Filter | undefined, view: View): Promise<ReadonlyMap<string, number>>;
  /** Rows by what they have in common; see `readGroups` for what it throws. */
  groups(feed: Feed, request: GroupRequest, view: View): Promise<GroupPage>;
  /** One entry per key: the row it leads to, null where there is none in view. What is asked for by its key may be stale. */
  byKeys(feed: Feed, keys: readonly string[], view: View): Promise<readonly (AnyRecord | null)[]>;
  /** Every row of a list in batches, from one snapshot and in constant memory. */
  stream(feed: Feed, request: ListRequest, view: View): AsyncIterable<readonly AnyRecord[]>;
  /** Which of these keys of assets occur in any of the feeds, in stale rows too, or have a bar in view. */
  knownAssets(feeds: readonly Feed[], assets: readonly string[], view: View): Promise<ReadonlySet<string>>;
  /** Data version of some feeds: moves with every commit that changes one of them. */
  version(feeds: readonly Feed[]): Promise<string>;
  /** Where the records of these keys came from; null where that is not known. */
  sources(feed: Feed, keys: readonly string[], view: View): Promise<readonly (RecordSource | null)[]>;
  /** The texts of native entries, by the numbers that sources of records give; null for what is no longer kept. */
  nativeEntries(entries: readonly bigint[]): Promise<readonly (string | null)[]>;
  /** What records said before. */
  readonly history: History;
  /** Since when it tells of a feed with versions, see `FeedStore.recordedSince`. */
  recordedSince(feed: Feed): Promise<Date | null>;
  /** How precisely these feeds are known as of the moment of a view, ISO 8601: `PT1H`; null where nothing was thinned out, or it has none. */
  precision(feeds: readonly Feed[], view: View): Promise<string | null>;
  readonly insiders: InsiderAnalytics;
  readonly holdings: HoldingReader;
  readonly search: Search;
  readonly politicians: PoliticianDirectory;
  readonly whales: WhaleDirectory;
  readonly prices: PriceReader;
  readonly scorecardSeries: ScorecardSeries;
}

export function createReader(deps: {
  readonly store: FeedStore;
  readonly insiders: InsiderAnalytics;
  readonly search: SearchIndex;
  /** Default: nothing is known of it. */
  readonly sources?: Sources;
  readonly directories: Directories;
  /** Default: nothing is known of what records said before. */
  readonly history?: HistoryDeps;
  /** Default: there are none. */
  readonly prices?: PriceReader;
  /** Default: there are none. */
  readonly scorecardSeries?: ScorecardSeries;
  /** Default: nothing is known of what insiders hold. */
  readonly holdings?: HoldingReader;
  /** The feeds that analytics and directories are made of; default: none. */
  readonly analysed?: Readonly<Partial<Record<'insiders' | 'whales', readonly Feed[]>>>;
}): Reader {
  const { directories, analysed = {} } = deps;
  const kept = createKeptChecks(deps.store);
  const store = createMomentStore(deps.store, kept);
  const rowsByKey = async (feed: Feed, keys: readonly string[], view: View) => {
    const rows = await store.byKeys(feed, [...new Set(keys)], view);
    return new Map(rows.map((row) => [String(row[feed.key.name]), row]));
  };
  const led = (feed: Feed, filter: Filter | undefined, view: View) => ledByAliases(store, feed, filter, view);
  const { sources = NO_SOURCES, prices = createPrices(NO_BARS), history = NO_HISTORY } = deps;
  const { scorecardSeries = NO_SERIES } = deps;
  return {
    sources: createSourceReader({ ...sources, rowsByKey }),
    nativeEntries: sources.provenance.texts,
    history: createHistory(
      history,
      async (feed, view) => {
        refuseSnapshot(view, 'the history of a record');
        await checkMoment(store, feed, view);
      },
      (feed, keys, view) => keysLedTo(store, feed, keys, view),
    ),
    recordedSince: store.recordedSince,
    async precision(feeds, { asOf }) {
      if (asOf === undefined) return null;
      const spacings = await Promise.all(feeds.map((feed) => store.precisionAt(feed, asOf)));
      const coarsest = Math.max(...spacings.map((spacing) => spacing ?? 0));
      return coarsest > 0 ? isoDuration(coarsest) : null;
    },
    insiders: keptReads(kept, analysed.insiders ?? [], deps.insiders),
    search: createSearch(store, deps.search),
    prices: refusingSnapshots(prices, 'a price'),
    // Inputs are not kept as they were.
    scorecardSeries: refusingSnapshots(scorecardSeries, 'a series of a scorecard'),
    // Nor are lines of forms, which have no revisions.
    holdings: refusingSnapshots(deps.holdings ?? NO_HOLDINGS, 'what an insider holds'),
    // What the directories of members say is not kept as it was.
    politicians: refusingSnapshots(directories.politicians, 'a politician'),
    whales: keptReads(kept, analysed.whales ?? [], directories.whales),
    async list(feed, request, view) {
      const query = queryOf(feed, request, await led(feed, request.filter, view));
      const { head, ...rows } = await store.page(feed, query, view);
      // No stream goes on from a page of another time.
      return pageOf(feed, request, query, view.asOf || view.heads ? rows : { ...rows, head });
    },
    async children(feed, by, parents, request, view) {
      const query = queryOf(feed, request, await led(feed, request.filter, view));
      const all = await store.pagesBy(feed, by, parents, query, view);
      return all.map((rows) => pageOf(feed, request, query, rows));
    },
    total: async (feed, filter, view) => store.count(feed, await led(feed, filter, view), view),
    totals: async (feed, by, parents, filter, view) =>
      store.countsBy(feed, by, parents, await led(feed, filter, view), view),
    countBy: async (feed, by, filter, view) => store.countBy(feed, by, await led(feed, filter, view), view),
    groups: (feed, request, view) => readGroups(store, feed, request, view),
    async byKeys(feed, keys, viewOfCaller) {
      const view = withStale(viewOfCaller);
      const byKey = await rowsByKey(feed, keys, view);
      const missing = keys.filter((key) => !byKey.has(key));
      const aliases = await keysLedTo(store, feed, missing, view);
      const others = aliases.size > 0 ? await rowsByKey(feed, [...aliases.values()], view) : byKey;
      return keys.map((key) => byKey.get(key) ?? others.get(aliases.get(key) ?? '') ?? null);
    },
    async *stream(feed, request, view) {
      yield* store.stream(feed, queryOf(feed, request, await led(feed, request.filter, view)), view);
    },
    async knownAssets(feeds, assets, viewOfCaller) {
      const view = withStale(viewOfCaller);
      const known = await Promise.all([
        // Bars are not kept as they were: by a snapshot an asset is known by its records.
        viewOfCaller.heads ? NO_ASSETS : prices.known(assets, viewOfCaller),
        ...feeds.map((feed) => store.knownAssets(feed, assets, view)),
      ]);
      return new Set(known.flatMap((set) => [...set]));
    },
    version: async (feeds) => versionOf(feeds, await store.heads(feeds)),
  };
}

const NO_ASSETS: ReadonlySet<string> = new Set();

/** Data version of some feeds at these positions of their logs. */
export const versionOf = (feeds: readonly Feed[], heads: ReadonlyMap<string, bigint>): string =>
  feeds.map(({ module }) => `${snakeCase(module)}:${heads.get(module) ?? 0n}`).join(',');

function pageOf(
  feed: Feed,
  request: ListRequest,
  query: FeedQuery,
  result: ChildRows & { readonly head?: bigint },
): Page {
  // Relay: the side a cursor cut off counts as having more, since the cursor's own row lies there.
  const behind = query.after !== undefined || (query.offset ?? 0) > 0;
  const ahead = query.before !== undefined;
  return {
    feed,
    order: query.order,
    filter: request.filter,
    rows: result.rows,
    hasNextPage: query.fromEnd ? ahead : result.more,
    hasPreviousPage: query.fromEnd ? result.more : behind,
    head: result.head ?? null,
  };
}
