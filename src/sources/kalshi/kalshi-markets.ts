import { predictionMarkets } from '../../feeds/prediction/feed.ts';
import type { Format } from '../format.ts';
import { pageParser, readPages } from '../prediction/read-pages.ts';
import { KALSHI, parseKalshiMarkets } from './markets-page.ts';

export const kalshiMarkets: Format = {
  name: 'kalshi-markets',
  description: 'Kalshi /markets or /events with nested markets as JSON, in cents or in dollars',
  feed: predictionMarkets,
  read: (files, options) => readPages(files, options, parseKalshiMarkets),
  parsers: [pageParser(KALSHI, parseKalshiMarkets)],
};
