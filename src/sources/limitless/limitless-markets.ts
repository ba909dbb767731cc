import { predictionMarkets } from '../../feeds/prediction/feed.ts';
import type { Format } from '../format.ts';
import { pageParser, readPages } from '../prediction/read-pages.ts';
import { LIMITLESS, parseLimitlessMarkets } from './markets-page.ts';

export const limitlessMarkets: Format = {
  name: 'limitless-markets',
  description: 'Limitless /markets/active as JSON, its pages or their elements',
  feed: predictionMarkets,
  read: (files, options) => readPages(files, options, parseLimitlessMarkets),
  parsers: [pageParser(LIMITLESS, parseLimitlessMarkets)],
};
