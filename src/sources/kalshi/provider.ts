import { listIn, textIn } from '../sync/list-in.ts';
import { pagesByCursor } from '../sync/paging.ts';
import { defineProvider } from '../sync/provider.ts';
import { kalshiMarkets } from './kalshi-markets.ts';
import { parseKalshiMarkets } from './markets-page.ts';

const SETTLED_SINCE_S = 3 * 86_400;

/** Open events, and those that ended in the last days, so that their markets become inactive. */
export const kalshi = defineProvider({
  name: 'kalshi',
  description: 'Kalshi: open and just settled events with their markets',
  feed: kalshiMarkets.feed,
  defaultBaseUrl: 'https://api.elections.kalshi.com/trade-api/v2',
  everyMs: 10 * 60_000,
  minIntervalMs: 200,
  options: {},
  async *items({ get, now }) {
    const since = Math.floor(now().getTime() / 1000) - SETTLED_SINCE_S;
    for (const query of [{ status: 'open' }, { status: 'settled', min_close_ts: since }]) {
      const pages = pagesByCursor(
        (cursor) => get('/events', { query: { ...query, with_nested_markets: 'true', limit: 200, cursor } }),
        {
          maxPages: 200,
          entries: (answer) => listIn(answer, 'events'),
          idOf: (event) => textIn(event, 'event_ticker'),
          next: ({ answer }) => textIn(answer.json, 'cursor'),
        },
      );
      for await (const { answer } of pages) yield* parseKalshiMarkets(answer.json, now(), answer.url);
    }
  },
});
