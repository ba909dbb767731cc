import type { Feed, LeafValue } from '../../feed/feed.ts';
import type { Filter } from '../../feed/query.ts';
import type { View } from '../access/view.ts';
import type { FeedStore } from '../ports.ts';

/** The filter with keys in place of others that lead to their records, where it asks for records by key. */
export async function ledByAliases(
  store: Pick<FeedStore, 'aliases'>,
  feed: Feed,
  filter: Filter | undefined,
  view: View,
): Promise<Filter | undefined> {
  if (!feed.alias || filter === undefined) return filter;
  const keys = keysIn(feed, filter);
  if (keys.length === 0) return filter;
  const aliases = await store.aliases(feed, keys, view);
  return aliases.size === 0 ? filter : withKeys(feed, filter, (key) => aliases.get(String(key)) ?? key);
}

function keysIn(feed: Feed, filter: Filter): string[] {
  switch (filter.op) {
    case 'and':
    case 'or':
      return filter.of.flatMap((one) => keysIn(feed, one));
    case 'not':
      return keysIn(feed, filter.of);
    case 'eq':
    case 'ne':
    case 'in':
      return filter.leaf === feed.key ? [filter.value].flat().map(String) : [];
    default:
      return [];
  }
}

function withKeys(feed: Feed, filter: Filter, keyOf: (key: LeafValue) => LeafValue): Filter {
  switch (filter.op) {
    case 'and':
    case 'or':
      return { ...filter, of: filter.of.map((one) => withKeys(feed, one, keyOf)) };
    case 'not':
      return { ...filter, of: withKeys(feed, filter.of, keyOf) };
    case 'eq':
    case 'ne':
      return filter.leaf === feed.key ? { ...filter, value: keyOf(filter.value as LeafValue) } : filter; // `in` alone takes a list
    case 'in':
      if (filter.leaf !== feed.key) return filter;
      return { ...filter, value: (filter.value as readonly LeafValue[]).map(keyOf) }; // likewise
    default:
      return filter;
  }
}
