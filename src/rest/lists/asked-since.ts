import type { Feed, Leaf } from '../../feed/feed.ts';
import type { Filter } from '../../feed/query.ts';

/**
 * The latest of the lower bounds that generated parameters put on the times which the window of a feed is told of, and of
 * `others`; undefined where there is none.
 */
export function askedSince(
  { clock, lookBack }: Feed,
  compared: Readonly<Record<string, Filter | undefined>>,
  others: readonly (Date | undefined)[] = [],
): Date | undefined {
  const floors = Object.values(compared).map((filter) => {
    const isFloor = filter?.op === 'gt' || filter?.op === 'gte' || filter?.op === 'eq';
    const isTime = isFloor && (filter.leaf === clock || filter.leaf === lookBack);
    return isTime ? instantOf(filter.leaf, filter.value) : undefined;
  });
  const given = [...floors, ...others].filter((date) => date !== undefined);
  return given.length === 0 ? undefined : new Date(Math.max(...given.map(Number)));
}

/** Times without a zone are read as UTC. */
function instantOf(leaf: Leaf, value: unknown): Date | undefined {
  if (value instanceof Date) return value;
  return leaf.kind === 'localDateTime' ? new Date(`${String(value)}Z`) : undefined;
}
