import type { Feed } from './feed.ts';

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

/** Opaque to clients: base64url of the JSON `[type, seq]` or `[type, seq, held until in ms, held seq]`. */
export function encodeLiveCursor(feed: Feed, { seq, held }: LivePosition): string {
  const parts = [feed.type, String(seq)];
  const more = held ? [held.until.getTime(), held.seq === null ? null : String(held.seq)] : [];
  return Buffer.from(JSON.stringify([...parts, ...more])).toString('base64url');
}

export type LiveCursorResult =
  | { readonly ok: true; readonly position: LivePosition }
  | { readonly ok: false; readonly reason: string };

/** Never throws: a cursor is client input. */
export function decodeLiveCursor(feed: Feed, cursor: string): LiveCursorResult {
  const parts = parse(cursor);
  const [type, seqText, heldMs, heldSeq = null] = Array.isArray(parts) ? (parts as unknown[]) : [];
  const seq = seqOf(seqText);
  if (typeof type !== 'string' || !/^\w{1,64}$/.test(type) || seq === null) return FOREIGN;
  if (type !== feed.type) return { ok: false, reason: `it belongs to ${type}, not to ${feed.type}` };
  if (heldMs === undefined) return { ok: true, position: { seq, held: null } };
  const until = new Date(typeof heldMs === 'number' && isStorable(heldMs) ? heldMs : Number.NaN);
  const last = seqOf(heldSeq);
  if (Number.isNaN(until.getTime()) || (heldSeq !== null && last === null)) return FOREIGN;
  return { ok: true, position: { seq, held: { until, seq: last } } };
}

const FOREIGN: LiveCursorResult = { ok: false, reason: 'it is not a live cursor of this service' };

/** A time that the store can read: JavaScript writes years before 0 and after 9999 in a way of its own. */
const isStorable = (ms: number): boolean => ms >= 0 && ms <= Date.UTC(9999, 11, 31);

/** A number that the store can hold. */
function seqOf(text: unknown): bigint | null {
  return typeof text === 'string' && /^\d{1,18}$/.test(text) ? BigInt(text) : null;
}

function parse(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
  } catch {
    return undefined; // not JSON: the caller names it as no cursor
  }
}
