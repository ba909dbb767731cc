import { predictionMarkets } from '../../feeds/prediction/feed.ts';
import type { Format } from '../format.ts';
import { readPages } from '../prediction/read-pages.ts';
import { parsePredictItMarkets } from './markets-page.ts';

export const predictItMarkets: Format = {
  name: 'predictit-markets',
  description: 'PredictIt /api/marketdata/all/ as JSON; one market per contract',
  feed: predictionMarkets,
  read: (files) => readPages(files, parsePredictItMarkets),
};
