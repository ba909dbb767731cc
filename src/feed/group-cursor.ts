import { decodeCursorParts, encodeCursorParts, FOREIGN_CURSOR } from './cursor-codec.ts';
import type { Feed } from './feed.ts';
import { day } from './field.ts';
import type { GroupKey, GroupOrder, GroupPlace, Measure } from './groups.ts';
import { textFault } from './text.ts';
import { MAX_QUERIED_TEXT, parseValue } from './value.ts';

/** What a cursor of groups belongs to: the groups of one feed by the same keys, in one order. */
export interface GroupList {
  readonly feed: Feed;
  readonly by: readonly GroupKey[];
  readonly order: GroupOrder;
}

/** A place among groups, as a cursor. */
export function encodeGroupPlace(list: GroupList, { value, keys }: GroupPlace): string {
  return encodeCursorParts([nameOf(list), value, keys]);
}

export type GroupPlaceResult =
  | { readonly ok: true; readonly place: GroupPlace }
  | { readonly ok: false; readonly reason: string };

/** Never throws: a cursor is client input. What it accepts, the database can compare with. */
export function decodeGroupPlace(list: GroupList, cursor: string): GroupPlaceResult {
  const parts = decodeCursorParts(cursor, 3);
  if (parts === null) return { ok: false, reason: FOREIGN_CURSOR };
  const [name, value, keys] = parts;
  if (name !== nameOf(list)) return { ok: false, reason: 'it belongs to other groups, or to another order' };
  const { by, order } = list;
  if (!isValue(order.by, value) || !isKeys(by, keys)) return { ok: false, reason: FOREIGN_CURSOR };
  return { ok: true, place: { value, keys } };
}

function nameOf({ feed, by, order }: GroupList): string {
  const sortedBy = order.by === 'key' ? 'key' : order.by.name;
  return [`${feed.type}Group`, by.map(({ name }) => name).join(','), sortedBy, order.direction].join(' ');
}

function isValue(by: Measure | 'key', value: unknown): value is string | null {
  if (value === null) return true;
  if (by === 'key' || typeof value !== 'string') return false;
  if (by.kind !== 'number' || by.of === 'count' || by.of === 'open_ended') return COUNT.test(value);
  return (by.of === 'sum' ? DECIMAL : NUMBER).test(value) && Number.isFinite(Number(value));
}

const COUNT = /^\d{1,15}$/;
/** Sums of doubles have up to 400 digits before the point and as many behind it. */
const DECIMAL = /^-?\d{1,400}(\.\d{1,400})?$/;
const NUMBER = /^-?\d{1,22}(\.\d{1,25})?(e[+-]?\d{1,3})?$/;

function isKeys(by: readonly GroupKey[], keys: unknown): keys is readonly (string | null)[] {
  return (
    Array.isArray(keys) &&
    keys.length === by.length &&
    by.every((key, index) => keys[index] === null || isKey(key, keys[index]))
  );
}

function isKey({ leaf, bucket }: GroupKey, value: unknown): boolean {
  if (bucket !== null) return parseValue(DAY, value).ok;
  if (leaf.kind === 'boolean') return value === 'true' || value === 'false';
  return typeof value === 'string' && textFault(value, MAX_QUERIED_TEXT) === null;
}

const DAY = day('');
