import { cursorInstant } from '../sync/cursor-time.ts';
import { listIn, textIn } from '../sync/list-in.ts';
import { pagesByCursor } from '../sync/paging.ts';
import { checkpoint, defineProvider } from '../sync/provider.ts';
import { kalshiMarkets } from './kalshi-markets.ts';
import { parseKalshiMarkets } from './markets-page.ts';

/** A market is settled some days after it closed. */
const SETTLED_SINCE_MS = 3 * 86_400_000;

/** Events that are open, and those that closed or were settled since the last run, so that their markets become inactive. */
export const kalshi = defineProvider({
  name: 'kalshi',
  description: 'Kalshi: events that are open, closed or just settled, with their markets',
  feed: kalshiMarkets.feed,
  defaultBaseUrl: 'https://api.elections.kalshi.com/trade-api/v2',
  everyMs: 10 * 60_000,
  minIntervalMs: 200,
  options: {},
  async *items({ get, now, cursor }) {
    const startedAt = now();
    const readAtMs = Date.parse(cursorInstant(cursor, 'read_at', startedAt) ?? startedAt.toISOString());
    const min_close_ts = Math.floor((readAtMs - SETTLED_SINCE_MS) / 1000);
    for (const query of [{ status: 'open' }, { status: 'closed' }, { status: 'settled', min_close_ts }]) {
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
    yield checkpoint({ read_at: startedAt.toISOString() });
  },
});
