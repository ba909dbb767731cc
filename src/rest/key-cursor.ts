import type { KeyPlace } from '../core/key-ports.ts';
import { KEY_ID } from '../core/token.ts';
import { invalidCursor } from '../errors.ts';
import { parseInstant } from '../feed/value.ts';

/** As the cursors of feeds: base64url of the JSON `[created at, id]`. */
export function encodeKeyPlace({ createdAt, id }: KeyPlace): string {
  return Buffer.from(JSON.stringify([createdAt.toISOString(), id])).toString('base64url');
}

/** Throws INVALID_CURSOR for what is no place in the list of keys. */
export function decodeKeyPlace(cursor: string | undefined): KeyPlace | undefined {
  if (cursor === undefined) return undefined;
  const parts = parse(cursor);
  const [time, id] = Array.isArray(parts) && parts.length === 2 ? (parts as unknown[]) : [];
  const createdAt = typeof time === 'string' ? parseInstant(time) : null;
  if (createdAt && typeof id === 'string' && KEY_ID.test(id)) return { createdAt, id };
  throw invalidCursor('cursor', 'it is not one of this list');
}

function parse(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
  } catch {
    return undefined; // no JSON is no cursor: refused by the caller
  }
}
