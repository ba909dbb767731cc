import { strategies } from '../../feeds/mte/feed.ts';
import type { Engine } from '../engine.ts';
import { listingOf } from './strategy-listing.ts';

/** Strategy listings out of backtests; a group is a strategy. */
export const strategyListings: Engine = {
  name: 'strategies',
  feed: strategies,
  kinds: ['backtest'],
  groupOf: ({ series }) => series,
  async derive(slug, inputs) {
    const listing = listingOf(slug, await inputs.list('backtest', slug));
    return listing ? [listing] : [];
  },
};
