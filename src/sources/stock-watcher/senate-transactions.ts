import { congress } from '../../feeds/congress/feed.ts';
import type { Format } from '../format.ts';
import { SENATE } from './chamber.ts';
import { readTrades, tradeParser } from './read-trades.ts';

/** Reads both generations: with `disclosure_date` and "Last, First", and the older one without, with HTML in its texts. */
export const senateTransactions: Format = {
  name: 'senate-transactions',
  description: 'Senate trades from eFD: JSON array in the style of senate-stock-watcher, old or new',
  feed: congress,
  read: (files) => readTrades(SENATE, files),
  parsers: [tradeParser(SENATE)],
};
