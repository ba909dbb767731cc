import { SourceError } from '../format.ts';
import { listIn } from '../sync/list-in.ts';
import { defineProvider } from '../sync/provider.ts';
import { coingeckoMarkets } from './coingecko-markets.ts';
import { type CoinMarketsPage, parseCoinMarketsPage, scanItems } from './markets-page.ts';

const PAGE = 250;

/**
 * The first pages by market capitalisation as one scan. A coin that is not in a scan is removed, so nothing is handed on
 * before every page was read, and a page that is short of coins is an error, not the end of the market.
 */
export const coingecko = defineProvider({
  name: 'coingecko',
  description: 'CoinGecko: the largest coins with their performance',
  feed: coingeckoMarkets.feed,
  defaultBaseUrl: 'https://api.coingecko.com/api/v3',
  everyMs: 10 * 60_000,
  minIntervalMs: 6_000,
  options: {
    api_key: { kind: 'text', description: 'demo API key', default: null },
    pages: {
      kind: 'text',
      description: 'pages of 250 coins, 1 to 20',
      default: '2',
      pattern: /^(?:[1-9]|1\d|20)$/,
    },
  },
  async *items({ get, options }) {
    const headers: Record<string, string> = options.api_key ? { 'x-cg-demo-api-key': options.api_key } : {};
    const query = {
      vs_currency: 'usd',
      order: 'market_cap_desc',
      per_page: PAGE,
      price_change_percentage: '24h,7d,30d',
    };
    const pages: CoinMarketsPage[] = [];
    let before = '';
    for (let page = 1; page <= Number(options.pages); page += 1) {
      const answer = await get('/coins/markets', { headers, query: { ...query, page } });
      const parsed = parseCoinMarketsPage(answer.json, answer.url);
      const count = listIn(answer).length;
      if (count < PAGE)
        throw new SourceError(`${answer.url}: only ${count} of ${PAGE} coins; not a whole scan`);
      if (answer.text === before) throw new SourceError(`${answer.url}: is the page before again`);
      before = answer.text;
      pages.push(parsed);
    }
    yield* scanItems(pages);
  },
});
