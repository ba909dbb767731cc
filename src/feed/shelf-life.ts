import { instant } from './field.ts';
import { intervalMs, intervalOf } from './interval.ts';

const HOUR_MS = 3_600_000;
/** Of bars whose length is spelled in no known way. */
const UNKNOWN_BAR_MS = 24 * HOUR_MS;

/**
 * How long a row of a feed of current state stays current. What is older is not the present any more: lists, sums and streams
 * leave it out unless stale rows are asked for. Names are those of fields.
 */
export interface ShelfLife<Instants extends string, Texts extends string, Booleans extends string> {
  /** The moment that a row is of. A row that does not say it is of its known-from. */
  readonly from: Instants;
  /** For how long from then on: hours, or as many bars as a row speaks of, with the field that says how long a bar is. */
  readonly lasts: { readonly hours: number } | { readonly bars: number; readonly of: Texts };
  /** When what a row says ends at the latest, unless the row is of a moment behind that. */
  readonly ends?: Instants;
  /** Rows of which this field is false say something final, and never become stale. */
  readonly while?: Booleans;
  /** Rows of which this field is true are of a moment that nobody says: when they came in they were stale already. */
  readonly undated?: Booleans;
}

/** The field that every feed with a shelf life declares. */
export const currentFields = {
  current_until: instant(
    'Moment until which the row counts as current. After it, lists leave the row out unless stale rows are asked for. Null: the row stays current.',
    { nullable: true, rest: false, filter: true },
  ),
} as const;

type Values = { readonly [name: string]: unknown };

/** The shelf life of a feed with the places of its fields. */
export interface FeedShelfLife<Leaf> {
  /** The moment that a row is of. */
  readonly from: Leaf;
  /** Until when a row is current; set by the store when a record is written, where the record does not say it. */
  readonly until: Leaf;
  /** The rule behind it; null: for good. */
  untilOf(record: Values): Date | null;
}

export function feedShelfLife<Leaf>(
  { from, lasts, ends, while: lives, undated }: ShelfLife<string, string, string>,
  leaf: (name: string) => Leaf,
): FeedShelfLife<Leaf> {
  const timeOf = (record: Values, name: string) => (record[name] ?? null) as Date | null; // top-level instants
  return {
    from: leaf(from),
    until: leaf('current_until'),
    untilOf(record) {
      if (lives !== undefined && record[lives] === false) return null;
      const stated = timeOf(record, from);
      const start = stated ?? timeOf(record, 'known_from');
      if (start === null) return null; // not yet dated; records are before they are written
      if (undated !== undefined && record[undated] === true) return start;
      const ms = 'hours' in lasts ? lasts.hours * HOUR_MS : lasts.bars * barMs(record[lasts.of]);
      const lapsesAt = new Date(start.getTime() + ms);
      const end = ends === undefined ? null : timeOf(record, ends);
      const isBehindEnd = end !== null && stated !== null && stated >= end;
      return end === null || isBehindEnd || end > lapsesAt ? lapsesAt : end;
    },
  };
}

/** Senders write `1D` and `4H` as well; a month is `1M` in this case alone. */
function barMs(interval: unknown): number {
  const text = String(interval);
  const known = intervalOf(text) ?? intervalOf(text.toLowerCase());
  return known === null ? UNKNOWN_BAR_MS : intervalMs(known);
}
