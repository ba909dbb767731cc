import { predictionMarkets } from '../../feeds/prediction/feed.ts';
import type { Format } from '../format.ts';
import { readPages } from '../prediction/read-pages.ts';
import { parseKalshiMarkets } from './markets-page.ts';

export const kalshiMarkets: Format = {
  name: 'kalshi-markets',
  description: 'Kalshi /markets or /events with nested markets as JSON, in cents or in dollars',
  feed: predictionMarkets,
  read: (files) => readPages(files, parseKalshiMarkets),
};
