import { type Direction, type Feed, type Leaf, publicLeaves } from './feed.ts';
import { isTime } from './field.ts';
import type { Filter } from './query.ts';

/**
 * Sums of groups: rows with the same keys are one group, with the number of its rows and measures of their numbers. What
 * rows can be grouped by and what can be measured follows from the declaration of a feed.
 */

/** Stretches of time that rows are grouped by, in UTC; a week begins on Monday, as in ISO 8601. */
export const BUCKETS = ['day', 'week', 'month', 'quarter', 'year'] as const;
export type Bucket = (typeof BUCKETS)[number];

/** What the day of a group's key is, for descriptions. */
export const stretchOf = (bucket: Bucket): string =>
  bucket === 'day' ? 'Day' : `First day of the ${bucket}`;

/** Most keys of a group. */
export const MAX_GROUP_KEYS = 3;
/** Most groups of one answer. */
export const MAX_GROUPS = 1_000;

/** What rows are grouped by: the value of a field as it is stored, or the stretch that a time lies in. */
export interface GroupKey {
  /** Of the field, `sector`; of a stretch the field without its last word, `filing_month`. */
  readonly name: string;
  readonly leaf: Leaf;
  /** Null: the value itself. A stretch is told by its first day, `YYYY-MM-DD`. */
  readonly bucket: Bucket | null;
}

/** What is measured of a number: `count` is the number of rows that have one. */
export const AGGREGATES = ['sum', 'avg', 'min', 'max', 'count', 'open_ended'] as const;
export type Aggregate = (typeof AGGREGATES)[number];

/** A figure of each group. */
export type Measure =
  /** Number of rows. */
  | { readonly kind: 'rows'; readonly name: string }
  /**
   * Of the numbers of a field; of a group without one `sum`, `avg`, `min` and `max` are null. `open_ended` is the number of
   * rows whose bracket has no upper end.
   */
  | { readonly kind: 'number'; readonly name: string; readonly leaf: Leaf; readonly of: Aggregate }
  /** Number of different values of a field, which is a key itself; null is none. */
  | { readonly kind: 'distinct'; readonly name: string; readonly leaf: Leaf };

/** Groups of equal measure come in ascending order of their keys; null comes last in every order. */
export interface GroupOrder {
  /** `key`: in the order of their keys, the first one first. */
  readonly by: Measure | 'key';
  readonly direction: Direction;
}

/** Where a group is in an order, as text: its measure (null: none, or an order of keys) and its keys. */
export interface GroupPlace {
  readonly value: string | null;
  readonly keys: readonly (string | null)[];
}

/** Which groups of a feed to read. */
export interface GroupQuery {
  readonly by: readonly GroupKey[];
  /** With the one of the order. */
  readonly measures: readonly Measure[];
  readonly filter?: Filter | undefined;
  readonly order: GroupOrder;
  readonly limit: number;
  readonly after?: GroupPlace | undefined;
  readonly before?: GroupPlace | undefined;
  /** Take the last groups of the range; they still come in the given order. */
  readonly fromEnd?: boolean;
  /** Groups to skip. */
  readonly offset?: number;
}

export interface Group {
  /** In the order of `GroupQuery.by`. */
  readonly keys: readonly (string | number | boolean | null)[];
  /** By the name of the measure: a sum is decimal text, exact to the last digit; everything else a number. */
  readonly values: Readonly<Record<string, string | number | null>>;
  readonly place: GroupPlace;
}

/** Everything that rows of a feed can be grouped by. */
export function groupKeys(feed: Feed): readonly GroupKey[] {
  return publicLeaves(feed).flatMap((leaf): readonly GroupKey[] => {
    if (leaf.field.options.group === true) return [{ name: leaf.name, leaf, bucket: null }];
    if (!isTime(leaf) || leaf.field.options.filter !== true) return [];
    return BUCKETS.map((bucket) => ({ name: bucketName(leaf.name, bucket), leaf, bucket }));
  });
}

/** `filing_date` by month is `filing_month`, `known_from` is `known_from_month`. */
export function bucketName(field: string, bucket: Bucket): string {
  return `${field.replace(/_(date|at)$/, '')}_${bucket}`;
}

/** Numbers of a feed that groups are measured by: those with a unit that some field says, or that is the same for all. */
export function measuredLeaves(feed: Feed): readonly Leaf[] {
  return publicLeaves(feed).filter(
    ({ kind, field: { options } }) =>
      (kind === 'number' || kind === 'integer' || kind === 'decimal') &&
      options.unit !== undefined &&
      options.unitBy !== false,
  );
}

/** Fields of which the different values are counted. */
export function distinctLeaves(feed: Feed): readonly Leaf[] {
  return publicLeaves(feed).filter(({ field }) => field.options.group === true);
}

/** What is measured of a number. */
export function aggregatesOf({ field }: Leaf): readonly Aggregate[] {
  return AGGREGATES.filter((one) => one !== 'open_ended' || field.options.openEndOf !== undefined);
}

export const ROW_COUNT: Measure = { kind: 'rows', name: 'count' };

/** Everything that can be measured of groups of a feed, by its name: `count`, `amount_low_sum`, `distinct_ticker`. */
export function measuresOf(feed: Feed): ReadonlyMap<string, Measure> {
  const numbers = measuredLeaves(feed).flatMap((leaf) =>
    aggregatesOf(leaf).map((of): Measure => ({ kind: 'number', name: `${leaf.name}_${of}`, leaf, of })),
  );
  const distinct = distinctLeaves(feed).map(
    (leaf): Measure => ({ kind: 'distinct', name: `distinct_${leaf.name}`, leaf }),
  );
  return new Map([ROW_COUNT, ...numbers, ...distinct].map((measure) => [measure.name, measure]));
}

/** Number and unit of a measure that would add up different units; null where there is none. */
export function mixedUnits(
  feed: Feed,
  { by, measures, filter }: Pick<GroupQuery, 'by' | 'measures' | 'filter'>,
): { readonly measure: Measure; readonly unit: Leaf } | null {
  for (const measure of measures) {
    const unit = measure.kind === 'number' ? unitOf(feed, measure.leaf) : null;
    if (unit === null || by.some(({ leaf }) => leaf === unit) || isOneValue(filter, unit)) continue;
    return { measure, unit };
  }
  return null;
}

/** The field that says in what a number is; null where it is the same for all rows. */
export function unitOf(feed: Feed, { field }: Leaf): Leaf | null {
  const { unitBy } = field.options;
  return unitBy ? feed.leaf(unitBy) : null;
}

/** Whether a filter leaves one value of a field alone. */
function isOneValue(filter: Filter | undefined, leaf: Leaf): boolean {
  if (filter === undefined) return false;
  if (filter.op === 'and') return filter.of.some((one) => isOneValue(one, leaf));
  if (!('leaf' in filter) || filter.leaf !== leaf) return false;
  return (
    filter.op === 'eq' || (filter.op === 'in' && Array.isArray(filter.value) && filter.value.length === 1)
  );
}
