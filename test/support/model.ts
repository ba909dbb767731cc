import type { View } from '../../src/core/view.ts';
import { type AnyRecord, type Feed, type Leaf, type LeafValue, valueAt } from '../../src/feed/feed.ts';
import type { Comparison, Filter, Order } from '../../src/feed/query.ts';

/** What a list must be, computed the slow and obvious way. */
export function expectedRows(
  feed: Feed,
  records: readonly AnyRecord[],
  filter: Filter | undefined,
  order: Order,
  view: View,
): AnyRecord[] {
  const sign = order.direction === 'desc' ? -1 : 1;
  return records
    .filter((record) => isVisible(feed, record, view) && (filter === undefined || matches(filter, record)))
    .sort((a, b) => {
      const byValue = compareValues(valueAt(a, order.leaf), valueAt(b, order.leaf));
      return sign * (byValue || compareValues(valueAt(a, feed.key), valueAt(b, feed.key)));
    });
}

export function isVisible(feed: Feed, record: AnyRecord, view: View): boolean {
  const at = (leaf: Leaf | null): number | null => {
    const value = leaf ? valueAt(record, leaf) : null;
    if (value === null) return null;
    return value instanceof Date ? value.getTime() : Date.parse(`${String(value)}Z`);
  };
  const clock = at(feed.clock);
  if (feed.clock && view.from && (clock === null || clock < view.from.getTime())) return false;
  if (feed.clock && clock === null && view.until) return false;
  const from = at(feed.availability?.from ?? null);
  const until = at(feed.availability?.until ?? null);
  if (view.until === null) return until === null;
  return (from === null || from <= view.until.getTime()) && (until === null || until > view.until.getTime());
}

export function matches(filter: Filter, record: AnyRecord): boolean {
  switch (filter.op) {
    case 'and':
      return filter.of.every((one) => matches(one, record));
    case 'or':
      return filter.of.some((one) => matches(one, record));
    case 'not':
      return !matches(filter.of, record);
    default:
      return compares(filter, record);
  }
}

function compares({ op, leaf, value }: Comparison, record: AnyRecord): boolean {
  const left = folded(leaf, valueAt(record, leaf));
  if (op === 'isNull') return (left === null) === value;
  if (op === 'ne') return left === null || compareValues(left, folded(leaf, value as LeafValue)) !== 0;
  if (left === null) return false;
  if (op === 'in') return (value as LeafValue[]).some((one) => compareValues(left, folded(leaf, one)) === 0);
  const right = folded(leaf, value as LeafValue);
  if (op === 'contains') return String(left).includes(String(right));
  const sign = compareValues(left, right);
  return { eq: sign === 0, gt: sign > 0, gte: sign >= 0, lt: sign < 0, lte: sign <= 0 }[op];
}

function folded(leaf: Leaf, value: LeafValue): LeafValue {
  if (typeof value !== 'string' || leaf.field.options.caseless !== true) return value;
  return value.replace(/[a-z]/g, (letter) => letter.toUpperCase());
}

/** Null is below everything; text compares by its UTF-8 bytes. */
function compareValues(a: LeafValue, b: LeafValue): number {
  if (a === null || b === null) return Number(a !== null) - Number(b !== null);
  if (typeof a === 'string') return Buffer.compare(Buffer.from(a), Buffer.from(String(b)));
  return Number(a) - Number(b);
}
