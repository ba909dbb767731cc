import type { Feed } from '../../feed/feed.ts';
import { createSeal } from '../seal.ts';

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

/** @param secret 32 bytes, the same in all processes on a store. */
export function createLiveCursors(secret: Buffer): LiveCursors {
  const { seal, open } = createSeal(secret);
  return {
    encode: (feed, position) => seal(plainOf(feed, position)),
    decode(feeds, cursor) {
      const plain = open(cursor);
      if (plain === null || plain.length < TYPE_AT) return FOREIGN;
      const type = plain.toString('utf8', TYPE_AT);
      const feed = feeds.find((one) => one.type === type);
      if (!feed) return { ok: false, reason: `it belongs to ${type}, not to ${typesOf(feeds)}` };
      return { ok: true, feed, position: positionIn(plain) };
    },
  };
}

const typesOf = (feeds: readonly Feed[]): string => feeds.map(({ type }) => type).join(' or ');

const FOREIGN: LiveCursorResult = { ok: false, reason: 'it is not a live cursor of this service' };

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
