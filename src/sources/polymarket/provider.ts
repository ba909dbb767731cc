import { listIn, textIn } from '../sync/list-in.ts';
import { firstPages, pagesByOffset } from '../sync/paging.ts';
import { defineProvider } from '../sync/provider.ts';
import { polymarketMarkets } from './market-format.ts';
import { parsePolymarketMarkets } from './market-page.ts';
import { parsePolymarketPositions, polymarketPositions } from './positions.ts';
import { parsePolymarketTrades } from './trades.ts';

const PAGE = 100;

const MAX_PAGES = 300;

/** Those closed last, so that their markets become inactive, then all open ones, oldest first so that pages do not shift. */
const LISTS = [
  { query: { closed: 'true', order: 'closedTime', ascending: 'false' }, pages: 3 },
  { query: { closed: 'false', order: 'id', ascending: 'true' }, pages: Number.POSITIVE_INFINITY },
] as const;

export const polymarket = defineProvider({
  name: 'polymarket',
  description: 'Polymarket (Gamma): open and just closed events with their markets',
  feed: polymarketMarkets.feed,
  defaultBaseUrl: 'https://gamma-api.polymarket.com',
  everyMs: 10 * 60_000,
  minIntervalMs: 150,
  options: {},
  async *items({ get, now }) {
    for (const { query, pages: wanted } of LISTS) {
      const pages = pagesByOffset((offset) => get('/events', { query: { ...query, limit: PAGE, offset } }), {
        pageSize: PAGE,
        maxPages: MAX_PAGES,
        entries: (answer) => listIn(answer),
        idOf: (event) => textIn(event, 'id'),
      });
      for await (const { answer } of firstPages(wanted, pages)) {
        yield* parsePolymarketMarkets(answer.json, now(), answer.url);
      }
    }
  },
});

const WALLET_PAGE = 500;
const TRADE_PAGES = 2;

export const polymarketWhales = defineProvider({
  name: 'polymarket-whales',
  description: 'Polymarket: large trades of anyone, and what the wallets in "wallets" hold',
  feed: polymarketPositions.feed,
  defaultBaseUrl: 'https://data-api.polymarket.com',
  everyMs: 5 * 60_000,
  minIntervalMs: 200,
  options: {
    wallets: {
      kind: 'list',
      description: 'addresses, 0x…',
      default: [],
      pattern: /^0x[0-9a-fA-F]{40}$/,
    },
    min_trade_usd: {
      kind: 'text',
      description: 'smallest trade in USD',
      default: '10000',
      pattern: /^\d{1,9}$/,
    },
  },
  async *items({ get, now, options }) {
    const large = { filterType: 'CASH', filterAmount: options.min_trade_usd, takerOnly: 'false' };
    // Newest first; repeated ones are the same inputs. A gap after a long stop is the provider's depth, not ours.
    const trades = pagesByOffset(
      (offset) => get('/trades', { query: { ...large, limit: WALLET_PAGE, offset } }),
      { pageSize: WALLET_PAGE, maxPages: TRADE_PAGES, entries: (answer) => listIn(answer) },
    );
    for await (const { answer } of firstPages(TRADE_PAGES, trades)) {
      yield* parsePolymarketTrades(answer.json, { file: answer.url });
    }
    for (const wallet of options.wallets) {
      // Handed on only as a whole: what is missing from a snapshot counts as sold.
      const held: unknown[] = [];
      const pages = pagesByOffset(
        (offset) =>
          get('/positions', { query: { user: wallet, sizeThreshold: 0, limit: WALLET_PAGE, offset } }),
        {
          pageSize: WALLET_PAGE,
          maxPages: 20,
          repeated: 'error',
          entries: (answer) => listIn(answer),
          idOf: (position) => textIn(position, 'asset'),
        },
      );
      for await (const { entries } of pages) held.push(...entries);
      yield* parsePolymarketPositions(held, { file: `positions of ${wallet}`, wallet, at: now() });
    }
  },
});
