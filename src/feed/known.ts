import type { AnyRecord } from './feed.ts';
import { instant, oneOf } from './field.ts';

/**
 * How exactly the known-from of a record is known: `EXACT` to the moment, `DAY` from a day alone (it stands at the end of
 * that day in the source's zone, 22:00 New York for the SEC), `ESTIMATED` where the source does not say.
 */
export const KNOWN_PRECISIONS = ['EXACT', 'DAY', 'ESTIMATED'] as const;
export type KnownPrecision = (typeof KNOWN_PRECISIONS)[number];

/** The two fields that every feed declares; docs/data.md has the rule of each feed. */
export const knownFields = {
  known_from: instant('Moment from which the public could know the record.', {
    rest: false,
    filter: true,
    sort: true,
  }),
  known_precision: oneOf(
    'Precision of the moment from which the public could know the record. EXACT: the moment is known. DAY: the day is known, and its end is taken. ESTIMATED: the moment is an estimate.',
    KNOWN_PRECISIONS,
    { enumName: 'KnownPrecision', rest: false, filter: true, group: true },
  ),
} as const;

/** When a record became known, as its fields hold it. */
export interface Known {
  readonly known_from: Date;
  readonly known_precision: KnownPrecision;
}

export const knownExactly = (at: Date): Known => ({ known_from: at, known_precision: 'EXACT' });
export const knownByDay = (end: Date): Known => ({ known_from: end, known_precision: 'DAY' });
export const knownAbout = (at: Date): Known => ({ known_from: at, known_precision: 'ESTIMATED' });

/** A record whose known-from is left to the `derive` of its feed. */
export type Undated<R extends Known> = Omit<R, keyof Known>;

/** What a record says of its known-from itself, exact unless it says otherwise; null where it says nothing. */
export function statedKnown(record: AnyRecord): Known | null {
  const { known_from: from, known_precision: precision } = record as Partial<Known>; // records are checked when they enter
  return from ? { known_from: from, known_precision: precision ?? 'EXACT' } : null;
}

/** A `derive` that sets the known-from by a rule where the record does not say it; null where the rule does not either. */
export function deriveKnown<R extends Known>(
  rule: (record: Undated<R>) => Known | null,
): (record: AnyRecord) => AnyRecord {
  return (record) => ({
    ...record,
    ...(statedKnown(record) ?? rule(record as unknown as R)), // records are checked against the declaration when they enter
  });
}
