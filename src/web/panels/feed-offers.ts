import type { PagedFeed } from '../data/feed-query.ts';

/** What the open feed shows of each feed, what it lacks, and which keys have it. Current state is the same for all keys. */
export const OFFERS: Readonly<Record<PagedFeed, string>> = {
  signals:
    'The newest signals, those of insiders with a delay. A free key shows more than 50 rows, and groups and saves them; a paid one has no delay and goes back further.',
  whales:
    'The newest moves. A free key shows more than 50 rows, and groups and saves them; a paid one goes back further.',
  congress:
    'The newest trades, without amounts and delays. A free key shows these and more than 50 rows, and groups and saves them; a paid one goes back further.',
  insider:
    'The newest filings, with a delay, without price and day of the trade. A free key shows these and more than 50 rows, and groups and saves them; a paid one has no delay and goes back further.',
  markets:
    'The busiest markets, without the changes of their odds and the names of their outcomes. A free key shows these and more than 50 rows, and groups and saves them.',
  reversals:
    'The current reversals, without their age. A free key shows it and more than 50 rows, and groups and saves them.',
  outperformers: 'The current ranking. A free key shows more than 50 rows, and groups and saves them.',
  strategies:
    'The published strategies, without the days that were tested. A free key shows these and more than 50 rows, and groups and saves them.',
};
