import type { Directories, Politician, Whale } from '../../src/core/directory-ports.ts';
import type { Listing } from '../../src/core/insider-ports.ts';
import { whaleKey } from '../../src/feed/whale-key.ts';
import type { CongressTrade } from '../../src/feeds/congress/feed.ts';
import type { WhaleActivity } from '../../src/feeds/whales/feed.ts';

/** Who is in some records, in numbers that have the right count and no meaning. */
export function createMemoryDirectories(
  trades: readonly CongressTrade[],
  events: readonly WhaleActivity[],
): Directories {
  const politicians = distinct(trades.map(politicianOf));
  const whales = distinct(events.flatMap((event) => whaleOf(event) ?? []));
  const found = <T extends { readonly key: string }>(all: readonly T[], keys: readonly string[]) =>
    keys.map((key) => all.find((one) => one.key === key) ?? null);
  const seat = { committee: 'HSAG', name: 'Agriculture', parent: null, chamber: 'house', title: null };
  const sums = { trades: 1, purchases: 1, sales: 0, amount_low: 1, amount_high: null, open_ended: 1 };
  return {
    politicians: {
      directory: async ({ limit }) => cut(politicians, limit),
      politicians: async (keys) => found(politicians, keys),
      committees: async (keys) => keys.map(() => [seat]),
      terms: async (keys) => keys.map(() => null),
      totals: async (keys) => keys.map(() => sums),
    },
    whales: {
      directory: async ({ limit }) => cut(whales, limit),
      whales: async (keys) => found(whales, keys),
      byAddress: async (addresses) =>
        addresses.map((address) => whales.find((whale) => whale.address === address) ?? null),
      positions: async (keys) =>
        keys.map((key) => events.filter((event) => whaleOf(event)?.key === key && event.size !== null)),
    },
  };
}

function politicianOf({ politician_id: id, politician_name: name, chamber }: CongressTrade): Politician {
  const facts = { name, party: null, chamber, state: null, is_serving: false };
  return { key: id ?? name, is_member: id !== null, ...facts };
}

function whaleOf({ source: platform, address, created_at: at }: WhaleActivity): Whale | null {
  if (address === null) return null;
  return { key: whaleKey(platform, address), platform, address, name: null, events: 1, last_seen_at: at };
}

function distinct<T extends { readonly key: string }>(all: readonly T[]): readonly T[] {
  return [...new Map(all.map((one) => [one.key, one])).values()];
}

function cut<T>(items: readonly T[], limit: number): Listing<T> {
  const kept = items.slice(0, limit);
  const places = kept.map((_, i) => ({ value: String(i), key: String(i) }));
  return { items: kept, places, more: items.length > limit, total: items.length };
}
