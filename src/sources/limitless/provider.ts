import { createOpenScan } from '../prediction/open-scan.ts';
import { listIn, textIn } from '../sync/list-in.ts';
import { pagesByNumber } from '../sync/paging.ts';
import { defineProvider } from '../sync/provider.ts';
import { limitlessMarkets } from './limitless-markets.ts';
import { parseLimitlessMarkets } from './markets-page.ts';

const PAGE = 25;

export const limitless = defineProvider({
  name: 'limitless',
  description: 'Limitless: active markets; those that are no longer among them become inactive',
  feed: limitlessMarkets.feed,
  defaultBaseUrl: 'https://api.limitless.exchange',
  everyMs: 10 * 60_000,
  minIntervalMs: 500,
  options: {},
  async *items(context) {
    const { get, now } = context;
    const scan = createOpenScan('limitless', context);
    const entries = new Set<string>();
    let stated = Number.NaN;
    const pages = pagesByNumber((page) => get('/markets/active', { query: { page, limit: PAGE } }), {
      first: 1,
      pageSize: PAGE,
      maxPages: 200,
      entries: (answer) => listIn(answer, 'data'),
      idOf: (market) => textIn(market, 'id'),
    });
    for await (const page of pages) {
      const { json, url } = page.answer;
      yield* scan.pass(parseLimitlessMarkets(json, now(), url));
      for (const market of page.entries) entries.add(textIn(market, 'id'));
      stated = Number(textIn(json, 'totalMarketsCount') || Number.NaN);
    }
    // A server that ignores the page would look like one with a single page.
    if (entries.size >= stated) yield* scan.missing();
  },
});
