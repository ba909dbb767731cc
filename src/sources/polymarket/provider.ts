import { createOpenScan } from '../prediction/open-scan.ts';
import type { Answer } from '../sync/answer.ts';
import { listIn, textIn } from '../sync/list-in.ts';
import { firstPages, type Paged, pagesByCursor, pagesByOffset } from '../sync/paging.ts';
import { defineProvider } from '../sync/provider.ts';
import { polymarketMarkets } from './market-format.ts';
import { parsePolymarketMarkets } from './market-page.ts';
import { parsePolymarketPositions, polymarketPositions } from './positions.ts';
import { parsePolymarketTrades } from './trades.ts';

const PAGE = 100;

/** Those closed last, for the prices they closed at. */
const CLOSED_PAGES = 3;
/**
 * 200,000 open events, many times what there are. A walk that is longer ends as a failed run: what was read is written,
 * and nothing is closed for it.
 */
const OPEN_PAGES = 2_000;

export const polymarket = defineProvider({
  name: 'polymarket',
  description:
    'Polymarket (Gamma): open and just closed events; markets that are no longer listed become inactive',
  feed: polymarketMarkets.feed,
  defaultBaseUrl: 'https://gamma-api.polymarket.com',
  everyMs: 10 * 60_000,
  minIntervalMs: 150,
  options: {},
  async *items(context) {
    const { get, now } = context;
    const scan = createOpenScan('polymarket', context);
    const closed = { closed: 'true', order: 'closedTime', ascending: 'false', limit: PAGE };
    const closedPages = pagesByOffset((offset) => get('/events', { query: { ...closed, offset } }), {
      pageSize: PAGE,
      maxPages: CLOSED_PAGES,
      entries: (answer) => listIn(answer),
    });
    for await (const { answer } of firstPages(CLOSED_PAGES, closedPages)) {
      yield* scan.pass(parsePolymarketMarkets(answer.json, now(), answer.url));
    }
    let isWhole = false;
    const openPages = pagesByCursor(
      (after_cursor) => get('/events/keyset', { query: { closed: 'false', limit: PAGE, after_cursor } }),
      {
        maxPages: OPEN_PAGES,
        repeated: 'error',
        entries: (answer) => listIn(answer, 'events'),
        idOf: (event) => textIn(event, 'id'),
        next: nextCursor,
      },
    );
    for await (const page of openPages) {
      yield* scan.pass(parsePolymarketMarkets(page.answer.json, now(), page.answer.url));
      isWhole = nextCursor(page) === '';
    }
    // An empty page ends a walk; one in the middle does not make it whole.
    if (isWhole) yield* scan.missing();
  },
});

const nextCursor = ({ answer }: Paged<unknown>) => textIn(answer.json, 'next_cursor');

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
      if (held.length === 0 && !isWorthless(await get('/value', { query: { user: wallet } }))) {
        yield { kind: 'noted', reason: NOT_CONFIRMED };
        continue;
      }
      yield* parsePolymarketPositions(held, { file: `positions of ${wallet}`, wallet, at: now() });
    }
  },
});

/** An outage may answer no positions, too: that a wallet sold everything counts only if it is worth nothing. */
const isWorthless = (value: Answer): boolean =>
  listIn(value).length > 0 && listIn(value).every((entry) => textIn(entry, 'value') === '0');

const NOT_CONFIRMED = 'wallet without positions whose worth is not 0: its snapshot is left out';
