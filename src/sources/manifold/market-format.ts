import { predictionMarkets } from '../../feeds/prediction/feed.ts';
import { listParser } from '../entry-parser.ts';
import type { Format } from '../format.ts';
import { dateIn, readPages } from '../prediction/read-pages.ts';
import { MANIFOLD, parseManifoldMarkets } from './market-page.ts';

export const manifoldMarkets: Format = {
  name: 'manifold-markets',
  description: 'Manifold /v0/markets, /v0/search-markets or /v0/market/{id} as JSON',
  feed: predictionMarkets,
  read: (files, options) => readPages(files, options, parseManifoldMarkets),
  parsers: [
    listParser({ ...MANIFOLD, feed: predictionMarkets }, (elements, { context, place }) =>
      parseManifoldMarkets(elements, dateIn(context, 'at'), place, dateIn(context, 'seenAt')),
    ),
  ],
};
