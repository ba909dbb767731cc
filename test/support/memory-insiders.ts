import type { InsiderAnalytics, Listing } from '../../src/core/insider-ports.ts';
import { stockKey } from '../../src/feed/asset.ts';
import type { InsiderFiling } from '../../src/feeds/insider/feed.ts';

/** What is derived from some filings, in numbers that have the right count and no meaning. */
export function createMemoryInsiders(filings: readonly InsiderFiling[]): InsiderAnalytics {
  const slugs = [...new Set(filings.map(({ insider_slug: slug }) => slug).filter((slug) => slug !== null))];
  const tickers = [...new Set(filings.map(({ ticker }) => ticker).filter((ticker) => ticker !== null))];
  const insider = (slug: string) => ({
    slug,
    name: slug,
    filing_count: 1,
    total_buy_value: 1,
    total_sell_value: 0,
  });
  const cluster = (ticker: string) => ({
    asset: stockKey(ticker) ?? '',
    ticker,
    insider_count: 2,
    total_value: 1,
    detected_at: new Date('2026-01-02T00:00:00Z'),
  });
  const flow = { buy_value: 1, sell_value: 0, net: 1 };
  const marketFlow = { buy_value: 1, sell_value: 0, filings: 1 };
  return {
    directory: async (query) => cut(slugs.map(insider), query.limit),
    insiders: async (asked) => asked.map((slug) => (slugs.includes(slug) ? insider(slug) : null)),
    flows: async (symbols) => symbols.map(() => flow),
    clusters: async ({ assets, limit }) =>
      cut(
        tickers.map(cluster).filter(({ asset }) => assets === undefined || assets.includes(asset)),
        limit,
      ),
    market: async () => ({
      last_24h: marketFlow,
      last_7d: marketFlow,
      last_30d: marketFlow,
      most_bought_7d: tickers.slice(0, 10).map((ticker) => ({
        asset: stockKey(ticker) ?? '',
        ticker,
        value: 1,
        count: 1,
      })),
    }),
    companyNames: async (symbols) => symbols.map((symbol) => `${symbol} Inc.`),
  };
}

function cut<T>(items: readonly T[], limit: number): Listing<T> {
  const kept = items.slice(0, limit);
  return {
    items: kept,
    places: kept.map((_, i) => ({ value: String(i), key: String(i) })),
    more: items.length > limit,
    total: items.length,
  };
}
