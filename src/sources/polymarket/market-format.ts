import { predictionMarkets } from '../../feeds/prediction/feed.ts';
import type { Format } from '../format.ts';
import { pageParser, readPages } from '../prediction/read-pages.ts';
import { POLYMARKET, parsePolymarketMarkets } from './market-page.ts';

export const polymarketMarkets: Format = {
  name: 'polymarket-markets',
  description: 'Polymarket markets: Gamma /markets, /events or /public-search, or CLOB /markets, as JSON',
  feed: predictionMarkets,
  read: (files, options) => readPages(files, options, parsePolymarketMarkets),
  parsers: [pageParser(POLYMARKET, parsePolymarketMarkets)],
};
