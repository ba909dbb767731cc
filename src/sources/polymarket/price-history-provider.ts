import { yesFirst } from '../prediction/outcomes.ts';
import { FetchError } from '../sync/fetch-error.ts';
import { listIn, textIn } from '../sync/list-in.ts';
import { firstPages, pagesByOffset } from '../sync/paging.ts';
import { checkpoint, defineProvider } from '../sync/provider.ts';
import { parsePolymarketPriceHistory, polymarketPriceHistory } from './price-history.ts';

const PAGE = 100;
/** A run of 500 markets takes 75 s, far from the published limit of 1,000 requests in ten seconds. */
const PAGES = 5;

const CLOB = 'https://clob.polymarket.com';

/** By then the point of a midnight is there. */
const SETTLED_MS = 15 * 60_000;

/**
 * The price history of the open markets that were traded most within a day, once a day in UTC: at each midnight it has one point more.
 * It is asked for whole, so a market that was not among them for a while has no gap.
 */
export const polymarketPrices = defineProvider({
  name: 'polymarket-price-history',
  description: `Polymarket: price history of the ${PAGE * PAGES} open markets with the most 24-hour volume, once a day`,
  feed: polymarketPriceHistory.feed,
  defaultBaseUrl: 'https://gamma-api.polymarket.com',
  everyMs: 60 * 60_000,
  minIntervalMs: 150,
  options: {},
  async *items({ get, now, cursor }) {
    const day = new Date(now().getTime() - SETTLED_MS).toISOString().slice(0, 10);
    if (cursor.day === day) return;
    const busiest = { closed: 'false', order: 'volume24hr', ascending: 'false', limit: PAGE };
    const pages = pagesByOffset((offset) => get('/markets', { query: { ...busiest, offset } }), {
      pageSize: PAGE,
      maxPages: PAGES,
      entries: (answer) => listIn(answer),
      idOf: (market) => textIn(market, 'conditionId'),
    });
    for await (const { entries } of firstPages(PAGES, pages)) {
      for (const entry of entries) {
        const token = tokenOfYes(entry);
        if (token === null) continue;
        try {
          const query = { market: token, interval: 'max', fidelity: 1440 };
          const { json, url } = await get(`${CLOB}/prices-history`, { query });
          yield* parsePolymarketPriceHistory(json, { market: textIn(entry, 'conditionId'), file: url });
        } catch (error) {
          if (!(error instanceof FetchError) || error.status !== 404) throw error;
          yield { kind: 'noted', reason: 'no price history of the market' };
        }
      }
    }
    yield checkpoint({ day });
  },
});

/** The token of the outcome whose price is that of Yes; null where Gamma does not state one for each outcome. */
function tokenOfYes(market: unknown): string | null {
  const tokens = textsIn(market, 'clobTokenIds');
  const outcomes = textsIn(market, 'outcomes');
  return tokens.length === outcomes.length ? (yesFirst(tokens, outcomes)[0] ?? null) : null;
}

/** A list of texts that Gamma writes as JSON inside a text. */
function textsIn(market: unknown, member: string): readonly string[] {
  try {
    const list: unknown = JSON.parse(textIn(market, member));
    return Array.isArray(list) ? list.map(String) : [];
  } catch {
    return []; // not stated
  }
}
