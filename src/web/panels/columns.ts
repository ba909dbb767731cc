import type { FeedName, RowOf } from '../data/feeds.ts';
import type { Column } from '../ui/table.tsx';
import { CONGRESS } from './congress.tsx';
import { INSIDER } from './insider.tsx';
import { MARKETS } from './markets.tsx';
import { OUTPERFORMERS } from './outperformers.tsx';
import { REVERSALS } from './reversals.tsx';
import { SIGNALS } from './signals.tsx';
import { STRATEGIES } from './strategies.tsx';
import { WHALES } from './whales.tsx';

/** The columns of each feed, on the dashboard as on its page. */
export const COLUMNS_OF: { readonly [F in Exclude<FeedName, 'points'>]: readonly Column<RowOf[F]>[] } = {
  signals: SIGNALS,
  whales: WHALES,
  congress: CONGRESS,
  insider: INSIDER,
  markets: MARKETS,
  reversals: REVERSALS,
  outperformers: OUTPERFORMERS,
  strategies: STRATEGIES,
};
