import { createCipheriv, createDecipheriv, createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import type { Feed } from '../../feed/feed.ts';

/**
 * A place in the event log of a feed: every event up to `seq` counts as seen, but for those that a view with a lag
 * still waits for.
 */
export interface LivePosition {
  readonly seq: bigint;
  /** Null: nothing is waited for. */
  readonly held: HeldPosition | null;
}

/** Of the events up to `seq`, those with `(availableAt, seq)` behind this place are still to come. */
export interface HeldPosition {
  readonly until: Date;
  /** Null: all that became available at `until` are seen. */
  readonly seq: bigint | null;
}

export type LiveCursorResult =
  | { readonly ok: true; readonly feed: Feed; readonly position: LivePosition }
  | { readonly ok: false; readonly reason: string };

/**
 * Positions as clients get them. A position counts events that are held back from its view, so a cursor is sealed: it
 * shows neither its position nor whether another cursor has the same, and only this service can make one.
 */
export interface LiveCursors {
  encode(feed: Feed, position: LivePosition): string;
  /** Of one of these feeds. Never throws: a cursor is client input. */
  decode(feeds: readonly Feed[], cursor: string): LiveCursorResult;
}

/** AES-256-GCM under a random nonce, before the sealed text in the cursor; its tag is behind it. */
const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** The longest there is has some 120 characters. */
const MAX_CHARACTERS = 256;

/** @param secret 32 bytes, the same in all processes on a store. */
export function createLiveCursors(secret: Buffer): LiveCursors {
  const key = createSecretKey(secret); // made ready once: three times as fast as with the bytes
  return {
    encode(feed, position) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, key, nonce);
      const sealed = cipher.update(plainOf(feed, position));
      cipher.final(); // a stream cipher: nothing is left
      return Buffer.concat([nonce, sealed, cipher.getAuthTag()]).toString('base64url');
    },
    decode(feeds, cursor) {
      const plain = cursor.length > MAX_CHARACTERS ? null : open(key, cursor);
      if (plain === null) return FOREIGN;
      const type = plain.toString('utf8', TYPE_AT);
      const feed = feeds.find((one) => one.type === type);
      if (!feed) return { ok: false, reason: `it belongs to ${type}, not to ${typesOf(feeds)}` };
      return { ok: true, feed, position: positionIn(plain) };
    },
  };
}

const typesOf = (feeds: readonly Feed[]): string => feeds.map(({ type }) => type).join(' or ');

const FOREIGN: LiveCursorResult = { ok: false, reason: 'it is not a live cursor of this service' };

/** Null for what was not sealed with this secret, or is spelled in another way than it was. */
function open(key: KeyObject, cursor: string): Buffer | null {
  const bytes = Buffer.from(cursor, 'base64url');
  if (bytes.length < NONCE_BYTES + TYPE_AT + TAG_BYTES || bytes.toString('base64url') !== cursor) return null;
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  const plain = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES));
  try {
    decipher.final();
    return plain;
  } catch {
    return null; // forged or changed
  }
}

/** Behind three numbers of 8 bytes each: as long for every position of a feed, since length is not sealed. */
const TYPE_AT = 24;
const NONE = -1n;

function plainOf({ type }: Feed, { seq, held }: LivePosition): Buffer {
  const plain = Buffer.alloc(TYPE_AT + Buffer.byteLength(type));
  plain.writeBigInt64BE(seq, 0);
  plain.writeBigInt64BE(held ? BigInt(held.until.getTime()) : NONE, 8);
  plain.writeBigInt64BE(held?.seq ?? NONE, 16);
  plain.write(type, TYPE_AT);
  return plain;
}

function positionIn(plain: Buffer): LivePosition {
  const untilMs = plain.readBigInt64BE(8);
  const heldSeq = plain.readBigInt64BE(16);
  const held = { until: new Date(Number(untilMs)), seq: heldSeq === NONE ? null : heldSeq };
  return { seq: plain.readBigInt64BE(0), held: untilMs === NONE ? null : held };
}
