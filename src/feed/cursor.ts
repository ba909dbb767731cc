import { decodeOrderedCursor, encodeOrderedCursor, FOREIGN_CURSOR } from './cursor-codec.ts';
import { type AnyRecord, type Feed, type Leaf, type LeafValue, valueAt } from './feed.ts';
import type { Order, Position } from './query.ts';
import { parseValue } from './value.ts';

const orderOf = ({ type }: Feed, { leaf, direction }: Order) => ({
  type,
  field: leaf.name,
  direction: direction === 'asc' && leaf.nullable ? NULLS_LAST : direction,
});

/** Ascending lists once began with the rows without a value: their cursors say `asc` alone and would lead astray. */
const NULLS_LAST = 'asc_nulls_last';
const OUTDATED = 'it is of an earlier version, where rows without a value came first; begin the list again';

/** A place in an order of a feed, as a cursor. */
export function encodeCursor(feed: Feed, order: Order, record: AnyRecord): string {
  const value = valueAt(record, order.leaf);
  const sortValue = value instanceof Date ? value.getTime() : value;
  return encodeOrderedCursor(orderOf(feed, order), sortValue, valueAt(record, feed.key));
}

export type CursorResult =
  | { readonly ok: true; readonly position: Position }
  | { readonly ok: false; readonly reason: string };

/** Never throws: a cursor is client input. */
export function decodeCursor(feed: Feed, order: Order, cursor: string): CursorResult {
  const wanted = orderOf(feed, order);
  const decoded = decodeOrderedCursor(wanted, cursor);
  if (!decoded.ok) return isOutdated(wanted, cursor) ? { ok: false, reason: OUTDATED } : decoded;
  const value = revive(order.leaf, decoded.value);
  const key = revive(feed.key, decoded.key);
  if (value === undefined || typeof key !== 'string') return { ok: false, reason: FOREIGN_CURSOR };
  return { ok: true, position: { value, key } };
}

const isOutdated = (wanted: ReturnType<typeof orderOf>, cursor: string): boolean =>
  wanted.direction === NULLS_LAST && decodeOrderedCursor({ ...wanted, direction: 'asc' }, cursor).ok;

/** Undefined for what no record can hold: it would be an error of the store. */
function revive(leaf: Leaf, value: unknown): LeafValue | undefined {
  if (value === null) return leaf.nullable ? null : undefined;
  if (leaf.kind === 'instant' && typeof value !== 'number') return undefined;
  const parsed = parseValue(leaf.field, leaf.kind === 'instant' ? new Date(Number(value)) : value);
  return parsed.ok ? parsed.value : undefined;
}
