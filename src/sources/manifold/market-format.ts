import { predictionMarkets } from '../../feeds/prediction/feed.ts';
import type { Format } from '../format.ts';
import { readPages } from '../prediction/read-pages.ts';
import { parseManifoldMarkets } from './market-page.ts';

export const manifoldMarkets: Format = {
  name: 'manifold-markets',
  description: 'Manifold /v0/markets, /v0/search-markets or /v0/market/{id} as JSON',
  feed: predictionMarkets,
  read: (files) => readPages(files, parseManifoldMarkets),
};
