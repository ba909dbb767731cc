import type { Condition, PagedFeed } from './feed-query.ts';
import { FEEDS, type RowOf } from './feeds.ts';
import { readOpenFeed } from './open-feeds.ts';
import { restParams, rowOrderParams } from './rest-params.ts';
import type { TodayState } from './state.ts';

/** The kinds of the fields that are filtered by, as the schema has them. */
const KINDS = new Map([
  ['filingDate', 'DateTime'],
  ['createdAt', 'DateTime'],
]);

/**
 * What stands out of the last days, from the open feeds: the largest purchase of insiders and the largest move of whales. The open
 * feeds have no clusters, and state neither changes of odds nor what a trade of Congress was worth.
 */
export async function readOpenToday(): Promise<TodayState> {
  const [buy, whale] = await Promise.all([
    largest('insider', [
      { field: 'transactionDirection', op: 'eq', value: 'BUY' },
      { field: 'filingDate', op: 'within', value: 'P7D' },
    ]),
    largest('whales', [{ field: 'createdAt', op: 'within', value: 'P1D' }]),
  ]);
  return { buy, whale, trade: null, cluster: null, moved: null };
}

async function largest<F extends 'insider' | 'whales'>(
  feed: F & PagedFeed,
  conditions: readonly Condition[],
): Promise<RowOf[F] | null | undefined> {
  const { open, type } = FEEDS[feed];
  const params = Object.fromEntries([
    ...restParams(feed, { conditions }, KINDS),
    ...rowOrderParams(feed, { sort: 'VALUE', direction: 'DESC' }),
    ['limit', '1'],
  ]);
  const answer = await readOpenFeed(open, type, params);
  return answer.ok ? ((answer.rows[0] ?? null) as RowOf[F] | null) : undefined; // rows of its own feed
}
