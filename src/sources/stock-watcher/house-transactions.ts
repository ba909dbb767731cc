import { congress } from '../../feeds/congress/feed.ts';
import type { Format } from '../format.ts';
import { HOUSE } from './chamber.ts';
import { readTrades, tradeParser } from './read-trades.ts';

export const houseTransactions: Format = {
  name: 'house-transactions',
  description: 'House trades parsed from PTR PDFs: JSON array in the style of house-stock-watcher',
  feed: congress,
  read: (files) => readTrades(HOUSE, files),
  parsers: [tradeParser(HOUSE)],
};
