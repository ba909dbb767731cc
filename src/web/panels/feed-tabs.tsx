import { addressWith, type FeedQuery, onTab, type PagedFeed, PLACES, tabOf } from '../data/feed-query.ts';
import { Tabs } from '../ui/tabs.tsx';

const ALL = 'ALL';

/** What comes first, what else there is, and all of it. */
export function FeedTabs({ name, query }: { readonly name: PagedFeed; readonly query: FeedQuery }) {
  const { tabs, title } = PLACES[name];
  if (tabs === undefined) return null;
  return (
    <Tabs
      label={`${title} shown`}
      options={{ ...tabs.titles, [ALL]: 'All' }}
      value={tabOf(name, query) ?? ALL}
      onChange={(one) => location.assign(addressWith(name, onTab(name, query, one === ALL ? null : one)))}
    />
  );
}
