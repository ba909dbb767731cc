import { type AnyRecord, type Feed, type Leaf, type LeafValue, valueAt } from './feed.ts';
import type { Order, Position } from './query.ts';
import { parseValue } from './value.ts';

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
  if (!Array.isArray(parts) || parts.length !== 5) return refuse(FOREIGN);
  const [type, field, direction, value, key] = parts as unknown[];
  // Echoed below, so they must look like what they stand for; and not everything JSON holds can be made a text.
  if (![type, field, direction].every(isName)) return refuse(FOREIGN);
  if (type !== feed.type) return refuse(`it belongs to ${type}, not to ${feed.type}`);
  if (field !== order.leaf.name || direction !== order.direction) {
    return refuse(
      `it was made in the order ${field} ${direction}, not ${order.leaf.name} ${order.direction}`,
    );
  }
  const sortValue = revive(order.leaf, value);
  const keyValue = revive(feed.key, key);
  if (sortValue === undefined || typeof keyValue !== 'string') return refuse(FOREIGN);
  return { ok: true, position: { value: sortValue, key: keyValue } };
}

const FOREIGN = 'it is not a cursor of this service';

function isName(part: unknown): boolean {
  return typeof part === 'string' && /^\w{1,64}$/.test(part);
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

/** Undefined for what no record can hold: it would be an error of the store. */
function revive(leaf: Leaf, value: unknown): LeafValue | undefined {
  if (value === null) return leaf.nullable ? null : undefined;
  if (leaf.kind === 'instant' && typeof value !== 'number') return undefined;
  const parsed = parseValue(leaf.field, leaf.kind === 'instant' ? new Date(Number(value)) : value);
  return parsed.ok ? parsed.value : undefined;
}
