import { predictionMarkets } from '../../feeds/prediction/feed.ts';
import type { Format } from '../format.ts';
import { readPages } from '../prediction/read-pages.ts';
import { parseLimitlessMarkets } from './markets-page.ts';

export const limitlessMarkets: Format = {
  name: 'limitless-markets',
  description: 'Limitless /markets/active as JSON, its pages or their elements',
  feed: predictionMarkets,
  read: (files) => readPages(files, parseLimitlessMarkets),
};
