/** The order a cursor was made in. */
export interface CursorOrder {
  /** Type of the rows. */
  readonly type: string;
  /** Name of the field they are sorted by. */
  readonly field: string;
  /** `asc` or `desc`, with where rows without a value stand if that is not known from it. */
  readonly direction: string;
}

export type OrderedCursor =
  | { readonly ok: true; readonly value: unknown; readonly key: unknown }
  | { readonly ok: false; readonly reason: string };

/** What is said of a text that no list of this service gave. */
export const FOREIGN_CURSOR = 'it is not a cursor of this service';

/** Cursors are opaque to clients: base64url of a JSON list. */
export function encodeCursorParts(parts: readonly unknown[]): string {
  return Buffer.from(JSON.stringify(parts)).toString('base64url');
}

/** The parts of a cursor; null for what is no list of so many. Never throws: a cursor is client input. */
export function decodeCursorParts(cursor: string, count: number): readonly unknown[] | null {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    return Array.isArray(parts) && parts.length === count ? parts : null;
  } catch {
    return null; // no JSON
  }
}

/**
 * A place in one order of one list: `[type, field, direction, sort value, key]`. A cursor of another order is refused
 * instead of answering a wrong page.
 */
export function encodeOrderedCursor(
  { type, field, direction }: CursorOrder,
  value: unknown,
  key: unknown,
): string {
  return encodeCursorParts([type, field, direction, value, key]);
}

/** Never throws. What `value` and `key` are is for the caller to judge. */
export function decodeOrderedCursor(order: CursorOrder, cursor: string): OrderedCursor {
  const parts = decodeCursorParts(cursor, 5);
  if (parts === null) return refuse(FOREIGN_CURSOR);
  const [type, field, direction, value, key] = parts;
  // Echoed below, so they must look like what they stand for; and not everything JSON holds can be made a text.
  if (![type, field, direction].every(isName)) return refuse(FOREIGN_CURSOR);
  if (type !== order.type) return refuse(`it belongs to ${type}, not to ${order.type}`);
  if (field !== order.field || direction !== order.direction)
    return refuse(`it was made in the order ${field} ${direction}, not ${order.field} ${order.direction}`);
  return { ok: true, value, key };
}

const refuse = (reason: string): OrderedCursor => ({ ok: false, reason });

const isName = (part: unknown): boolean => typeof part === 'string' && /^\w{1,64}$/.test(part);
