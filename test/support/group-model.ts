import type { View } from '../../src/core/access/view.ts';
import type { Groups } from '../../src/core/ports.ts';
import { type AnyRecord, type Feed, type Leaf, valueAt } from '../../src/feed/feed.ts';
import type { Group, GroupKey, GroupPlace, GroupQuery, Measure } from '../../src/feed/groups.ts';
import { add, compareExact, exactOf, quotient, textOf, ZERO } from './exact-decimal.ts';
import { expectedRows } from './model.ts';

type Key = Group['keys'][number];

/** What groups must be, computed the slow and obvious way out of every record there is. */
export function expectedGroups(
  feed: Feed,
  records: readonly AnyRecord[],
  query: GroupQuery,
  view: View,
): Groups {
  const rows = expectedRows(feed, records, query.filter, { leaf: feed.key, direction: 'asc' }, view);
  return groupsOfRows(feed, rows, query);
}

/** The same out of rows that are all counted. */
export function groupsOfRows(feed: Feed, rows: readonly AnyRecord[], query: GroupQuery): Groups {
  const byKeys = Map.groupBy(rows, (row) => JSON.stringify(query.by.map((key) => keyOf(key, row))));
  const all = [...byKeys.values()].map((members) => groupOf(feed, members, query));
  all.sort((a, b) => comparePlaces(query, a.place, b.place));
  const isInRange = ({ place }: Group) =>
    (query.after === undefined || comparePlaces(query, place, query.after) > 0) &&
    (query.before === undefined || comparePlaces(query, place, query.before) < 0);
  const range = all.filter(isInRange);
  const { limit, offset = 0 } = query;
  const read = query.fromEnd ? range.reverse() : range;
  const kept = read.slice(offset, offset + limit);
  return {
    groups: query.fromEnd ? kept.reverse() : kept,
    more: read.length > offset + limit,
    total: all.length,
  };
}

function keyOf({ leaf, bucket }: GroupKey, row: AnyRecord): Key {
  const value = valueAt(row, leaf);
  if (bucket === null || value === null) return value as Key; // keys are scalars
  const day = value instanceof Date ? value.toISOString().slice(0, 10) : String(value).slice(0, 10);
  const at = new Date(`${day}T00:00:00Z`);
  if (bucket === 'week') at.setUTCDate(at.getUTCDate() - ((at.getUTCDay() + 6) % 7));
  if (bucket === 'month' || bucket === 'quarter' || bucket === 'year') at.setUTCDate(1);
  if (bucket === 'quarter') at.setUTCMonth(at.getUTCMonth() - (at.getUTCMonth() % 3));
  if (bucket === 'year') at.setUTCMonth(0);
  return at.toISOString().slice(0, 10);
}

function groupOf(feed: Feed, members: readonly AnyRecord[], { by, measures, order }: GroupQuery): Group {
  const keys = by.map((key) => keyOf(key, members[0] ?? {}));
  const values = Object.fromEntries(measures.map((one) => [one.name, measured(feed, members, one)]));
  const value = order.by === 'key' ? null : (values[order.by.name] ?? null);
  const text = (one: Key) => (one === null ? null : String(one));
  return { keys, values, place: { value: text(value), keys: keys.map(text) } };
}

function measured(feed: Feed, members: readonly AnyRecord[], measure: Measure): string | number | null {
  if (measure.kind === 'rows') return members.length;
  const { leaf } = measure;
  const has = (row: AnyRecord, of: Leaf) => valueAt(row, of) !== null;
  if (measure.kind === 'distinct')
    return new Set(members.filter((row) => has(row, leaf)).map((row) => valueAt(row, leaf))).size;
  const { unitBy, openEndOf } = leaf.field.options;
  const inUnit = unitBy ? members.filter((row) => has(row, feed.leaf(unitBy))) : members;
  if (measure.of === 'open_ended') {
    const low = feed.leaf(openEndOf ?? leaf.name);
    return inUnit.filter((row) => has(row, low) && !has(row, leaf)).length;
  }
  const numbers = inUnit.filter((row) => has(row, leaf)).map((row) => exactOf(String(valueAt(row, leaf))));
  const sum = numbers.reduce(add, ZERO);
  const sorted = numbers.toSorted(compareExact);
  const end = (at: number) => (sorted[at] ? Number(textOf(sorted[at])) : null);
  switch (measure.of) {
    case 'count':
      return numbers.length;
    case 'sum':
      return numbers.length === 0 ? null : textOf(sum);
    case 'avg':
      return numbers.length === 0 ? null : quotient(sum, numbers.length);
    case 'min':
      return end(0);
    case 'max':
      return end(numbers.length - 1);
  }
}

/** Null last whichever way it goes; texts by their UTF-8 bytes, false before true. */
function comparePlaces({ by, order }: GroupQuery, a: GroupPlace, b: GroupPlace): number {
  const sign = order.direction === 'desc' ? -1 : 1;
  if (order.by !== 'key') {
    const byMeasure = byNull(a.value, b.value, (x, y) => sign * compareExact(exactOf(x), exactOf(y)));
    if (byMeasure !== 0) return byMeasure;
  }
  const keySign = order.by === 'key' ? sign : 1;
  for (const [index] of by.entries()) {
    const compared = byNull(
      a.keys[index] ?? null,
      b.keys[index] ?? null,
      (x, y) => keySign * Buffer.compare(Buffer.from(x), Buffer.from(y)),
    );
    if (compared !== 0) return compared;
  }
  return 0;
}

function byNull(a: string | null, b: string | null, compare: (a: string, b: string) => number): number {
  return a === null || b === null ? Number(a === null) - Number(b === null) : compare(a, b);
}
