import type { PagedFeed } from '../data/feed-query.ts';

const ADDS = 'lifts that limit, groups rows and saves files';
const BACK = 'A paid key goes back further.';

/** What the open feed shows of each feed, what it lacks, and which keys have it. Current state is the same for all keys. */
export const OFFERS: Readonly<Record<PagedFeed, string>> = {
  signals: `The newest signals, 50 at most; those of insiders come with a delay. A free key ${ADDS}. A paid key has no delay and goes back further.`,
  whales: `The newest moves, 50 at most. A free key ${ADDS}. ${BACK}`,
  congress: `The newest trades, 50 at most; amount and delay need a key. A free key shows both, ${ADDS}. ${BACK}`,
  insider: `The newest filings, 50 at most and with a delay; price and day of the trade need a key. A free key shows both, ${ADDS}. A paid key has no delay and goes back further.`,
  markets: `The busiest markets, 50 at most; changes of odds and names of outcomes need a key. A free key shows both, ${ADDS}.`,
  reversals: `The current reversals, 50 at most; their age needs a key. A free key shows it, ${ADDS}.`,
  outperformers: `The current ranking, 50 coins at most. A free key ${ADDS}.`,
  strategies: `The published strategies, 50 at most; the days that were tested need a key. A free key shows them, ${ADDS}.`,
};
