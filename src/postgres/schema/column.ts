import { type RawBuilder, sql } from 'kysely';
import type { AnyRecord, Feed, Leaf, LeafValue } from '../../feed/feed.ts';
import { valueAt } from '../../feed/feed.ts';
import type { FieldKind } from '../../feed/field.ts';

/**
 * Column types. Text sorts bytewise, so that an index serves keyset pages under every locale; milliseconds are what a
 * JavaScript Date holds, and what a cursor made of one can find again.
 */
const TYPES: Readonly<Record<Exclude<FieldKind, 'group'>, string>> = {
  id: 'text COLLATE "C"',
  text: 'text COLLATE "C"',
  enum: 'text COLLATE "C"',
  decimal: 'text COLLATE "C"',
  number: 'double precision',
  integer: 'integer',
  boolean: 'boolean',
  instant: 'timestamptz(3)',
  localDateTime: 'timestamp(3)',
  day: 'date',
  texts: 'jsonb',
  numbers: 'jsonb',
  metrics: 'jsonb',
  objects: 'jsonb',
};

export function columnType(leaf: Leaf): string {
  if (leaf.kind === 'group') throw new Error(`group ${leaf.name} has no column of its own`);
  return TYPES[leaf.kind];
}

/** The type of a column without collation, for casts. */
export const castType = (leaf: Leaf): string => columnType(leaf).split(' COLLATE')[0] ?? '';

/** Columns may be null when declared nullable; internal ones always may, since clients do not send them. */
export const isNullableColumn = (leaf: Leaf): boolean => leaf.nullable;

export const column = (leaf: Leaf, table?: string): RawBuilder<unknown> =>
  table === undefined ? sql.ref(leaf.name) : sql.ref(`${table}.${leaf.name}`);

/**
 * What rows are ordered by: the column itself, or for a nullable one an expression that puts rows without a value below
 * all others. Never null, so that `(key, id) < (…)` is a plain range of the index on the same expression.
 */
export function sortKey(leaf: Leaf): RawBuilder<unknown> {
  if (!leaf.nullable) return column(leaf);
  switch (leaf.kind) {
    case 'number':
      return sql`coalesce(${column(leaf)}, '-infinity'::double precision)`;
    case 'integer':
      return sql`coalesce(${column(leaf)}, -2147483648)`;
    case 'instant':
      return sql`coalesce(${column(leaf)}, '-infinity'::timestamptz)`;
    case 'localDateTime':
      return sql`coalesce(${column(leaf)}, '-infinity'::timestamp)`;
    case 'day':
      return sql`coalesce(${column(leaf)}, '-infinity'::date)`;
    default:
      return sql`coalesce('1' || ${column(leaf)}, '0')`;
  }
}

/** When a row becomes stale, never null: one range of an index, whose statistics tell how many rows are current. */
export const lapseOf = (until: Leaf): RawBuilder<unknown> =>
  sql`coalesce(${column(until)}, 'infinity'::timestamptz)`;

/** The value of `sortKey` for a cursor's sort value. */
export function sortKeyValue(leaf: Leaf, value: LeafValue): RawBuilder<unknown> {
  if (value !== null)
    return leaf.nullable && isTextual(leaf) ? literal(`1${String(value)}`, 'text') : typed(leaf, value);
  switch (leaf.kind) {
    case 'number':
      return sql`'-infinity'::double precision`;
    case 'integer':
      return sql`-2147483648`;
    case 'instant':
      return sql`'-infinity'::timestamptz`;
    case 'localDateTime':
      return sql`'-infinity'::timestamp`;
    case 'day':
      return sql`'-infinity'::date`;
    default:
      return sql`'0'::text`;
  }
}

/** A parameter of the column's type. */
export function typed(leaf: Leaf, value: LeafValue): RawBuilder<unknown> {
  return literal(toText(value), castType(leaf));
}

// Sent as text and cast by the server: one way for every type, and none of the driver's guesses.
function literal(text: string | null, type: string): RawBuilder<unknown> {
  return sql`${text}::text::${sql.raw(type)}`;
}

/** A moment as a parameter; to the millisecond. */
export const instant = (at: Date | null): RawBuilder<unknown> => literal(toText(at), 'timestamptz');

/**
 * A sum of type `numeric` as double precision. Records that were stored before numbers had bounds may add up to more than
 * a double holds, and the cast would fail: such a sum is shown as the greatest one, or the least.
 */
export const toDouble = (sum: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`least(greatest(${sum}, -1.7976931348623157e308::numeric), 1.7976931348623157e308::numeric)::float8`;

/** A LIMIT, OFFSET or count as a parameter. */
export const wholeNumber = (value: number | bigint): RawBuilder<unknown> => literal(String(value), 'bigint');

function isTextual(leaf: Leaf): boolean {
  return ['id', 'text', 'enum', 'decimal'].includes(leaf.kind);
}

/** A value in PostgreSQL's text form; null stays null. */
export function toText(value: LeafValue): string | null {
  if (value === null) return null;
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** One array parameter per column, for `unnest`. */
export function columnArray(leaf: Leaf, records: readonly AnyRecord[]): RawBuilder<unknown> {
  return textArray(
    records.map((record) => toText(valueAt(record, leaf))),
    castType(leaf),
  );
}

export function textArray(values: readonly (string | null)[], type: string): RawBuilder<unknown> {
  return sql`${values}::text[]::${sql.raw(type)}[]`;
}

/** Turns a row of columns into a record with its groups. Made once per feed: it runs for every row read. */
export function recordReader(feed: Feed): (row: AnyRecord) => AnyRecord {
  const grouped = feed.leaves.some((leaf) => leaf.path.length === 2);
  if (!grouped) return (row) => row;
  return (row) => {
    const record: Record<string, unknown> = {};
    for (const leaf of feed.leaves) {
      const [outer, inner] = leaf.path;
      if (inner === undefined) record[outer] = row[leaf.name];
      else {
        record[outer] ??= {};
        (record[outer] as Record<string, unknown>)[inner] = row[leaf.name]; // made one line above
      }
    }
    return record;
  };
}
