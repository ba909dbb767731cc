import type { FeedName, RowOf } from '../data/feeds.ts';
import type { Column } from '../ui/table.tsx';
import { CONGRESS_PAGE } from './congress.tsx';
import { INSIDER_PAGE } from './insider.tsx';
import { MARKETS_PAGE } from './markets.tsx';
import { OUTPERFORMERS } from './outperformers.tsx';
import { REVERSALS } from './reversals.tsx';
import { SIGNALS } from './signals.tsx';
import { STRATEGIES } from './strategies.tsx';
import { WHALES } from './whales.tsx';

/** The columns of each feed, on its page. */
export const COLUMNS_OF: { readonly [F in Exclude<FeedName, 'points'>]: readonly Column<RowOf[F]>[] } = {
  signals: SIGNALS,
  whales: WHALES,
  congress: CONGRESS_PAGE,
  insider: INSIDER_PAGE,
  markets: MARKETS_PAGE,
  reversals: REVERSALS,
  outperformers: OUTPERFORMERS,
  strategies: STRATEGIES,
};
