import { type RawBuilder, sql } from 'kysely';
import type { Listing, Span } from '../../core/insider-ports.ts';
import type { Place } from '../../feed/computed-cursor.ts';
import { wholeNumber } from '../schema/column.ts';

type Fragment = RawBuilder<unknown>;

/** What a computed list is ordered by: never-null columns, both in one direction. */
export interface Keyset {
  readonly sort: string;
  /** Type that a place's sort value is compared as; sums stay `numeric`, which is exact. */
  readonly type: 'numeric' | 'bigint' | 'text' | 'timestamptz';
  readonly key: string;
  readonly direction: 'asc' | 'desc';
}

/** The rows between the places of a span, as one row comparison: a plain range of an index on both columns. */
export function keysetRange(keyset: Keyset, { after, before }: Span): Fragment {
  const down = keyset.direction === 'desc';
  const beyond = (place: Place | undefined, forward: boolean) =>
    place &&
    sql`(${sql.ref(keyset.sort)}, ${sql.ref(keyset.key)}) ${sql.raw(forward === down ? '<' : '>')}
      (${place.value}::text::${sql.raw(keyset.type)}, ${place.key}::text)`;
  const given = [beyond(after, true), beyond(before, false)].filter((one) => one !== undefined);
  return given.length === 0 ? sql`TRUE` : sql.join(given, sql` AND `);
}

/** As the rows are read: from the end when the last ones are asked for. `table` qualifies the columns. */
export function keysetOrder(keyset: Keyset, { fromEnd }: Span, table: string): Fragment {
  const down = (keyset.direction === 'desc') !== (fromEnd === true);
  const direction = sql.raw(down ? 'DESC' : 'ASC');
  return sql`${sql.ref(`${table}.${keyset.sort}`)} ${direction}, ${sql.ref(`${table}.${keyset.key}`)} ${direction}`;
}

/** One row more than asked for shows whether the range goes on. */
export function spanLimit({ limit, offset }: Span): Fragment {
  return sql`LIMIT ${wholeNumber(limit + 1)} OFFSET ${wholeNumber(offset ?? 0)}`;
}

/** @param read in the order they were read, at most one more than the span asks for. */
export function listingOf<Row, Item>(
  read: readonly Row[],
  { limit, fromEnd }: Span,
  total: number,
  parts: { readonly item: (row: Row) => Item; readonly place: (row: Row) => Place },
): Listing<Item> {
  const kept = read.slice(0, limit);
  const rows = fromEnd ? kept.reverse() : kept;
  return { items: rows.map(parts.item), places: rows.map(parts.place), more: read.length > limit, total };
}
