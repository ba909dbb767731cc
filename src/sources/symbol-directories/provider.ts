import { listings } from '../../feeds/symbols/feed.ts';
import { CONTACT, FAIR_ACCESS, NO_CONTACT, userAgent } from '../sec/fair-access.ts';
import { defineProvider } from '../sync/provider.ts';
import { readDownload } from '../sync/read-download.ts';
import { coingeckoCoins } from './coin-list.ts';
import { nasdaqTrader } from './nasdaq-trader.ts';
import { secTickers } from './sec-tickers.ts';

/** Directories change by the day. */
const EVERY_MS = 24 * 3_600_000;

/** One file, of some 10,000 lines. A capture of it is of the moment at which it was fetched. */
export const secTickersProvider = defineProvider({
  ...FAIR_ACCESS,
  name: secTickers.name,
  description: 'SEC: tickers of companies with their number and exchange',
  feed: listings,
  everyMs: EVERY_MS,
  options: { contact: CONTACT },
  userAgent,
  missing: ({ contact }) => (contact === null ? NO_CONTACT : null),
  async *items({ getIfChanged, now }) {
    const answer = await getIfChanged('/files/company_tickers_exchange.json', { expect: 'text' });
    if (answer !== null) yield* readDownload(secTickers, answer, { at: now() });
  },
});

/** Two files, each with its own time. */
export const nasdaqTraderProvider = defineProvider({
  name: nasdaqTrader.name,
  description: 'Nasdaq Trader: symbols listed on Nasdaq and on the other exchanges of the United States',
  feed: listings,
  defaultBaseUrl: 'https://www.nasdaqtrader.com',
  everyMs: EVERY_MS,
  minIntervalMs: 1_000,
  options: {},
  async *items({ getIfChanged }) {
    for (const name of ['nasdaqlisted', 'otherlisted']) {
      const answer = await getIfChanged(`/dynamic/SymDir/${name}.txt`, { expect: 'text' });
      if (answer !== null) yield* readDownload(nasdaqTrader, answer);
    }
  },
});

/** One answer of some 15,000 coins. */
export const coingeckoCoinsProvider = defineProvider({
  name: coingeckoCoins.name,
  description: 'CoinGecko: symbols and names of all coins',
  feed: listings,
  defaultBaseUrl: 'https://api.coingecko.com/api/v3',
  everyMs: EVERY_MS,
  minIntervalMs: 6_000,
  options: { api_key: { kind: 'text', description: 'demo API key', default: null } },
  async *items({ get, options, now }) {
    const headers: Record<string, string> = options.api_key ? { 'x-cg-demo-api-key': options.api_key } : {};
    yield* readDownload(coingeckoCoins, await get('/coins/list', { headers, expect: 'text' }), { at: now() });
  },
});
