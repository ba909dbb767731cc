import type { Feed, LeafValue } from '../../feed/feed.ts';
import { type Comparison, compare, type Filter } from '../../feed/query.ts';
import type { View } from '../access/view.ts';
import type { FeedStore } from '../ports.ts';

type Aliases = Pick<FeedStore, 'aliases'>;

/** Of keys that lead to the record of another key, these keys; none of a feed without an alias. */
export async function keysLedTo(
  store: Aliases,
  feed: Feed,
  keys: readonly string[],
  view: View,
): Promise<ReadonlyMap<string, string>> {
  if (!feed.alias || keys.length === 0) return new Map();
  const led = await store.aliases(feed, feed.key, keys, view);
  return new Map([...led].flatMap(([key, [record]]) => (record === undefined ? [] : [[key, record]])));
}

/**
 * The filter that also finds records by the names of rows which are part of them: with keys in place of others that lead to
 * their records, and, beside what a record was told in (`Feed.toldIn`), the keys of those that were told there as well.
 */
export async function ledByAliases(
  store: Aliases,
  feed: Feed,
  filter: Filter | undefined,
  view: View,
): Promise<Filter | undefined> {
  if (!feed.alias || filter === undefined) return filter;
  const namesBy = Map.groupBy(comparisonsIn(feed, filter), ({ leaf }) => leaf);
  if (namesBy.size === 0) return filter;
  const led = new Map<Comparison['leaf'], ReadonlyMap<string, readonly string[]>>();
  for (const [leaf, those] of namesBy) {
    led.set(leaf, await store.aliases(feed, leaf, those.flatMap(namesIn), view));
  }
  return withLed(filter, (comparison) => {
    const found = led.get(comparison.leaf);
    if (!found || found.size === 0 || !isNaming(feed, comparison)) return comparison;
    return comparison.leaf === feed.key ? withKeys(comparison, found) : orTold(feed, comparison, found);
  });
}

/** Whether it asks for records by what names them. */
const isNaming = (feed: Feed, { op, leaf }: Comparison): boolean =>
  (op === 'eq' || op === 'ne' || op === 'in') && (leaf === feed.key || feed.toldIn.includes(leaf));

const namesIn = ({ value }: Comparison): string[] => [value].flat().map(String);

function comparisonsIn(feed: Feed, filter: Filter): Comparison[] {
  switch (filter.op) {
    case 'and':
    case 'or':
      return filter.of.flatMap((one) => comparisonsIn(feed, one));
    case 'not':
      return comparisonsIn(feed, filter.of);
    default:
      return isNaming(feed, filter) ? [filter] : [];
  }
}

function withLed(filter: Filter, led: (comparison: Comparison) => Filter): Filter {
  switch (filter.op) {
    case 'and':
    case 'or':
      return { ...filter, of: filter.of.map((one) => withLed(one, led)) };
    case 'not':
      return { ...filter, of: withLed(filter.of, led) };
    default:
      return led(filter);
  }
}

type Led = ReadonlyMap<string, readonly string[]>;

function withKeys(comparison: Comparison, led: Led): Filter {
  const keyOf = (key: LeafValue): LeafValue => led.get(String(key))?.[0] ?? key;
  const { op, value } = comparison;
  if (op !== 'in') return { ...comparison, value: keyOf(value as LeafValue) }; // `in` alone takes a list
  return { ...comparison, value: (value as readonly LeafValue[]).map(keyOf) }; // likewise
}

function orTold(feed: Feed, comparison: Comparison, led: Led): Filter {
  const keys = namesIn(comparison).flatMap((name) => led.get(name) ?? []);
  if (keys.length === 0) return comparison;
  const told = compare(feed.key, 'in', keys);
  if (comparison.op === 'ne') return { op: 'and', of: [comparison, { op: 'not', of: told }] };
  return { op: 'or', of: [comparison, told] };
}
