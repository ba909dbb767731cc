import { decodeOrderedCursor, encodeOrderedCursor, FOREIGN_CURSOR } from './cursor-codec.ts';
import type { Direction } from './feed.ts';
import { textFault } from './text.ts';
import { MAX_QUERIED_TEXT, parseInstant } from './value.ts';

/**
 * Lists that are computed rather than declared, by the type of their rows, with what each may be sorted by. Sums are
 * `decimal`: the database keeps them exactly, and a double near one is not its place.
 */
const SORTS = {
  // Its sort value is its series, for a page goes on in the series of the page before.
  Bar: { opened_at: 'text' },
  Insider: { total_buy_value: 'decimal', total_sell_value: 'decimal', filing_count: 'count', name: 'text' },
  InsiderHolding: { known_from: 'instant' },
  InsiderCluster: { detected_at: 'instant' },
  Politician: { name: 'text' },
  Whale: { last_seen_at: 'instant' },
  WhalePosition: { position_value: 'text' },
} as const;

type ComputedType = keyof typeof SORTS;

/** One order of a computed list. Rows of equal sort value are ordered by key in the same direction. */
export type ComputedOrder = {
  readonly [T in ComputedType]: {
    readonly type: T;
    readonly field: keyof (typeof SORTS)[T];
    readonly direction: Direction;
  };
}[ComputedType];

/** A place in an order of a computed list; its row need not exist any more. */
export interface Place {
  /** Sort value as text: a decimal of any precision, a whole number, a text, or an instant in ISO 8601. */
  readonly value: string;
  /** What tells rows of equal sort value apart: slug or ticker. */
  readonly key: string;
}

/** A place in an order of a computed list, as a cursor. */
export function encodePlace(order: ComputedOrder, { value, key }: Place): string {
  return encodeOrderedCursor(order, value, key);
}

export type PlaceResult =
  | { readonly ok: true; readonly place: Place }
  | { readonly ok: false; readonly reason: string };

/** Never throws: a cursor is client input. What it accepts, the database can compare with. */
export function decodePlace(order: ComputedOrder, cursor: string): PlaceResult {
  const decoded = decodeOrderedCursor(order, cursor);
  if (!decoded.ok) return decoded;
  const { value, key } = decoded;
  const kinds: Readonly<Record<string, Kind>> = SORTS[order.type];
  const kind = kinds[order.field];
  if (!kind || typeof value !== 'string' || !HOLDS[kind](value) || !isText(key))
    return { ok: false, reason: FOREIGN_CURSOR };
  return { ok: true, place: { value, key } };
}

type Kind = 'decimal' | 'count' | 'text' | 'instant';

const HOLDS: Readonly<Record<Kind, (value: string) => boolean>> = {
  // Sums of doubles, which have up to 309 digits before and 340 behind the point.
  decimal: (value) => /^-?\d{1,400}(\.\d{1,400})?$/.test(value),
  count: (value) => /^\d{1,15}$/.test(value),
  text: isText,
  instant: (value) => parseInstant(value)?.toISOString() === value,
};

function isText(value: unknown): value is string {
  return typeof value === 'string' && textFault(value, MAX_QUERIED_TEXT) === null;
}
