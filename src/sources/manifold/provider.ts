import { createOpenScan } from '../prediction/open-scan.ts';
import { listIn, textIn } from '../sync/list-in.ts';
import { firstPages, pagesByOffset } from '../sync/paging.ts';
import { defineProvider } from '../sync/provider.ts';
import { manifoldMarkets } from './market-format.ts';
import { parseManifoldMarkets } from './market-page.ts';

const PAGE = 1_000;

/** There are far more markets than anyone trades: the busiest of the open ones, and those resolved last. */
const LISTS = [
  { query: { filter: 'open', sort: '24-hour-vol' }, pages: 5 },
  { query: { filter: 'resolved', sort: 'resolve-date' }, pages: 1 },
] as const;

export const manifold = defineProvider({
  name: 'manifold',
  description: 'Manifold: the 5,000 most traded open markets and the 1,000 resolved last',
  feed: manifoldMarkets.feed,
  defaultBaseUrl: 'https://api.manifold.markets/v0',
  everyMs: 15 * 60_000,
  minIntervalMs: 200,
  options: {},
  async *items(context) {
    const { get, now } = context;
    const scan = createOpenScan('manifold', context);
    for (const { query, pages: wanted } of LISTS) {
      const pages = pagesByOffset(
        (offset) => get('/search-markets', { query: { term: '', ...query, limit: PAGE, offset } }),
        {
          pageSize: PAGE,
          maxPages: wanted,
          entries: (answer) => listIn(answer),
          idOf: (market) => textIn(market, 'id'),
        },
      );
      for await (const { answer } of firstPages(wanted, pages)) {
        yield* scan.pass(parseManifoldMarkets(answer.json, now(), answer.url));
      }
    }
    // Closed and not resolved yet: on neither list.
    yield* scan.ended();
  },
});
