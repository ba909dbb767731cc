import { type AnyRecord, type Feed, type LeafValue, valueAt } from './feed.ts';
import type { Order, Position } from './query.ts';

/**
 * Cursors are opaque to clients: base64url of the JSON `[type, field, direction, sort value, key]`. They name a place
 * in one order of one feed, so a cursor of another order is refused instead of answering a wrong page.
 */
export function encodeCursor(feed: Feed, order: Order, record: AnyRecord): string {
  const value = valueAt(record, order.leaf);
  const key = valueAt(record, feed.key);
  const parts = [
    feed.type,
    order.leaf.name,
    order.direction,
    value instanceof Date ? value.getTime() : value,
    key,
  ];
  return Buffer.from(JSON.stringify(parts)).toString('base64url');
}

export type CursorResult =
  | { readonly ok: true; readonly position: Position }
  | { readonly ok: false; readonly reason: string };

/** Never throws: a cursor is client input. */
export function decodeCursor(feed: Feed, order: Order, cursor: string): CursorResult {
  const parts = parse(cursor);
  if (!Array.isArray(parts) || parts.length !== 5) return refuse('it is not a cursor of this service');
  const [type, field, direction, value, key] = parts as unknown[];
  if (type !== feed.type) return refuse(`it belongs to ${String(type)}, not to ${feed.type}`);
  if (field !== order.leaf.name || direction !== order.direction) {
    return refuse(
      `it was made in the order ${String(field)} ${String(direction)}, not ${order.leaf.name} ${order.direction}`,
    );
  }
  const sortValue = revive(order, value);
  if (sortValue === undefined || typeof key !== 'string') return refuse('it is not a cursor of this service');
  return { ok: true, position: { value: sortValue, key } };
}

function refuse(reason: string): CursorResult {
  return { ok: false, reason };
}

function parse(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
  } catch {
    return undefined; // not JSON: the caller names it as no cursor
  }
}

function revive(order: Order, value: unknown): LeafValue | undefined {
  if (value === null) return order.leaf.nullable ? null : undefined;
  switch (order.leaf.kind) {
    case 'instant': {
      if (typeof value !== 'number') return undefined;
      const at = new Date(value);
      return Number.isNaN(at.getTime()) ? undefined : at;
    }
    case 'number':
    case 'integer':
      return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
    case 'localDateTime':
      return typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?$/.test(value)
        ? value
        : undefined;
    default:
      return typeof value === 'string' && !value.includes('\0') ? value : undefined;
  }
}
