import type { FeedName, RowOf } from '../data/feeds.ts';
import type { Column } from '../ui/table.tsx';
import { CONGRESS_PAGE } from './congress.tsx';
import { INSIDER_PAGE } from './insider.tsx';
import { CLOSED_MARKETS, MARKETS_PAGE } from './markets.tsx';
import { OUTPERFORMERS } from './outperformers.tsx';
import { REVERSALS } from './reversals.tsx';
import { SIGNALS, signalsOf } from './signals.tsx';
import { STRATEGIES_PAGE } from './strategies.tsx';
import { WHALES } from './whales.tsx';

const COLUMNS_OF: { readonly [F in Exclude<FeedName, 'points'>]: readonly Column<RowOf[F]>[] } = {
  signals: SIGNALS,
  whales: WHALES,
  congress: CONGRESS_PAGE,
  insider: INSIDER_PAGE,
  markets: MARKETS_PAGE,
  reversals: REVERSALS,
  outperformers: OUTPERFORMERS,
  strategies: STRATEGIES_PAGE,
};

/** The columns of a feed, on its page; of signals and markets those of a tab. */
export function columnsOf<F extends keyof typeof COLUMNS_OF>(
  name: F,
  tab: string | null,
): readonly Column<RowOf[F]>[] {
  const isTab = name === 'signals' && (tab === 'OPEN' || tab === 'CLOSED');
  const isClosed = name === 'markets' && tab === 'false';
  const columns: unknown = isTab ? signalsOf(tab) : isClosed ? CLOSED_MARKETS : COLUMNS_OF[name];
  return columns as readonly Column<RowOf[F]>[]; // those of the feed that it is
}
