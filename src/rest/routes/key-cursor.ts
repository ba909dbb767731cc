import type { KeyPlace } from '../../core/keys/key-ports.ts';
import { KEY_ID } from '../../core/keys/token.ts';
import { invalidCursor } from '../../errors.ts';
import { decodeCursorParts, encodeCursorParts } from '../../feed/cursor-codec.ts';
import { parseInstant } from '../../feed/value.ts';

/** A place in the list of keys, as a cursor: `[created at, id]`. */
export function encodeKeyPlace({ createdAt, id }: KeyPlace): string {
  return encodeCursorParts([createdAt.toISOString(), id]);
}

/** Throws INVALID_CURSOR for what is no place in the list of keys. */
export function decodeKeyPlace(cursor: string | undefined): KeyPlace | undefined {
  if (cursor === undefined) return undefined;
  const [time, id] = decodeCursorParts(cursor, 2) ?? [];
  const createdAt = typeof time === 'string' ? parseInstant(time) : null;
  if (createdAt && typeof id === 'string' && KEY_ID.test(id)) return { createdAt, id };
  throw invalidCursor('cursor', 'it is not one of this list');
}
