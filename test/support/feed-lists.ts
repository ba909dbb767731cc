import type { Feed } from '../../src/feed/feed.ts';
import type { RestList } from '../../src/feed/rest-list.ts';
import { type FeedModule, registry } from '../../src/feeds/index.ts';

/** A list of a feed over REST: the keyed route, its keyless mirror, and the member of the answer with the rows. */
export type FeedList = Pick<RestList, 'path' | 'open' | 'wrapper'> & { readonly feed: Feed };

type Written = readonly Omit<FeedList, 'feed'>[] | { readonly coveredBy: string };

/** Of the feeds that write their routes in `rest.ts`; the others declare their list. */
const WRITTEN: Readonly<Record<string, Written>> = {
  whales: [{ path: '/api/v1/whales', open: '/api/whales/activity/public', wrapper: 'activity' }],
  congress: [{ path: '/api/v1/congress', open: '/api/congress/trades', wrapper: 'trades' }],
  insider: [
    { path: '/api/v1/insider', wrapper: 'filings' },
    { path: '/api/v1/insider-alpha/filings', open: '/api/insider-alpha/filings', wrapper: 'filings' },
  ],
  prediction: [{ path: '/api/v1/prediction', open: '/api/markets/warehouse', wrapper: 'items' }],
  // Points have a route for each scorecard, with parameters of its own.
  scorecards: { coveredBy: 'test/rest/scorecards.test.ts' },
};

/** Lists of a registered feed; none where another suite covers its routes. Throws when nothing says where its rows are. */
export function listsOf({ feed, rest }: Pick<FeedModule, 'feed' | 'rest'>): readonly FeedList[] {
  if (!rest && feed.rest) return [{ ...feed.rest, feed }];
  const written = WRITTEN[feed.module];
  if (!written)
    throw new Error(
      `REST lists, REST = GraphQL parity: the feed "${feed.module}" has routes of its own; add them to test/support/feed-lists.ts`,
    );
  return 'coveredBy' in written ? [] : written.map((list) => ({ ...list, feed }));
}

/** Every list of every registered feed, in the order of the registry. */
export const FEED_LISTS: readonly FeedList[] = registry.flatMap(listsOf);
