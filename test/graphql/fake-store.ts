import type { InsiderAnalytics } from '../../src/core/insider-ports.ts';
import type { FeedStore } from '../../src/core/ports.ts';

/** A store without a row. Modules in `broken` fail. */
export function fakeStore(broken: ReadonlySet<string> = new Set()): FeedStore {
  const answer = async <T>(module: string, value: T): Promise<T> => {
    if (broken.has(module)) throw new Error(`secret: relation of ${module} does not exist`);
    return value;
  };
  return {
    page: (feed) => answer(feed.module, { rows: [], more: false, head: 7n }),
    count: (feed) => answer(feed.module, 0),
    countBy: (feed) => answer(feed.module, new Map()),
    groups: (feed) => answer(feed.module, { groups: [], more: false, total: 0 }),
    byKeys: (feed) => answer(feed.module, []),
    aliases: (feed) => answer(feed.module, new Map<string, readonly string[]>()),
    pagesBy: (feed, _by, parents) =>
      answer(
        feed.module,
        parents.map(() => ({ rows: [], more: false })),
      ),
    countsBy: (feed, _by, parents) =>
      answer(
        feed.module,
        parents.map(() => 0),
      ),
    stream: noRows,
    snapshot: (feed) =>
      answer(feed.module, { count: 0, last: null, batches: noRows(), close: async () => undefined }),
    knownAssets: (feed) => answer(feed.module, new Set<string>()),
    recordedSince: async () => null,
    precisionAt: async () => null,
    keepsBehind: async () => true,
    heads: async () => new Map(),
  };
}

const EMPTY = { items: [], places: [], more: false, total: 0 };
const FLOW = { buy_value: 0, sell_value: 0, filings: 0 };

export const fakeInsiders: InsiderAnalytics = {
  directory: async () => EMPTY,
  insiders: async (slugs) => slugs.map(() => null),
  flows: async (symbols) => symbols.map(() => ({ buy_value: 0, sell_value: 0, net: 0 })),
  clusters: async () => EMPTY,
  market: async () => ({ last_24h: FLOW, last_7d: FLOW, last_30d: FLOW, most_bought_7d: [] }),
  companyNames: async (symbols) => symbols.map(() => null),
};

async function* noRows() {
  yield [];
}
