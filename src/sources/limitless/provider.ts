import { listIn, textIn } from '../sync/list-in.ts';
import { pagesByNumber } from '../sync/paging.ts';
import { defineProvider } from '../sync/provider.ts';
import { limitlessMarkets } from './limitless-markets.ts';
import { parseLimitlessMarkets } from './markets-page.ts';

const PAGE = 25;

export const limitless = defineProvider({
  name: 'limitless',
  description: 'Limitless: active markets',
  feed: limitlessMarkets.feed,
  defaultBaseUrl: 'https://api.limitless.exchange',
  everyMs: 10 * 60_000,
  minIntervalMs: 500,
  options: {},
  async *items({ get, now }) {
    const pages = pagesByNumber((page) => get('/markets/active', { query: { page, limit: PAGE } }), {
      first: 1,
      pageSize: PAGE,
      maxPages: 200,
      entries: (answer) => listIn(answer, 'data'),
      idOf: (market) => textIn(market, 'id'),
    });
    for await (const { answer } of pages) yield* parseLimitlessMarkets(answer.json, now(), answer.url);
  },
});
