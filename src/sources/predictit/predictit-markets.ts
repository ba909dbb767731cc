import { predictionMarkets } from '../../feeds/prediction/feed.ts';
import type { Format } from '../format.ts';
import { pageParser, readPages } from '../prediction/read-pages.ts';
import { PREDICTIT, parsePredictItMarkets } from './markets-page.ts';

export const predictItMarkets: Format = {
  name: 'predictit-markets',
  description: 'PredictIt /api/marketdata/all/ as JSON; one market per contract',
  feed: predictionMarkets,
  read: (files, options) => readPages(files, options, parsePredictItMarkets),
  parsers: [pageParser(PREDICTIT, parsePredictItMarkets)],
};
