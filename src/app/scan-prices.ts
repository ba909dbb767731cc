import { withStale } from '../core/access/view.ts';
import type { FeedStore } from '../core/ports.ts';
import type { AssetPrice } from '../core/prices/price-ports.ts';
import type { ToldPrices } from '../core/prices/prices.ts';
import { type Outperformer, outperformers } from '../feeds/aoe/feed.ts';

/** Prices as the newest scan of coins has them; of coins that share a symbol that of the one ranked highest. */
export const scanPrices = (store: Pick<FeedStore, 'pagesBy'>): ToldPrices => ({
  feed: outperformers,
  async read(assets, view) {
    const order = { leaf: outperformers.leaf('market_cap_rank'), direction: 'asc' } as const;
    // A price says when it was one, so it is told however old it is.
    const pages = await store.pagesBy(outperformers, 'asset', assets, { order, limit: 1 }, withStale(view));
    return pages.map(({ rows: [row] }) => (row ? priceOf(row as Outperformer) : null)); // a row of this feed
  },
});

function priceOf({
  current_price: last,
  perf_24h,
  observed_at,
  known_from,
  name,
}: Outperformer): AssetPrice | null {
  if (last === null) return null;
  return {
    last,
    at: observed_at ?? known_from,
    changePct24h: perf_24h,
    source: {
      provider: 'scan',
      market: name,
      interval: null,
      currency: 'USD',
      adjusted: null,
      adjustedAsOf: null,
    },
  };
}
