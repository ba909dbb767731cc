import type { Direction, Feed, Leaf, LeafValue } from './feed.ts';

/** Operators of a comparison. `ne` is the complement of `eq`: a record without a value matches it. */
export type Operator = 'eq' | 'ne' | 'in' | 'gt' | 'gte' | 'lt' | 'lte' | 'contains' | 'isNull';

export interface Comparison {
  readonly op: Operator;
  readonly leaf: Leaf;
  /** A value of the leaf; a list of them for `in`; a boolean for `isNull`. */
  readonly value: LeafValue | readonly LeafValue[];
}

/** `not` is the complement of its operand, also for records without a value. */
export type Filter =
  | Comparison
  | { readonly op: 'and' | 'or'; readonly of: readonly Filter[] }
  | { readonly op: 'not'; readonly of: Filter };

export interface Order {
  readonly leaf: Leaf;
  readonly direction: Direction;
}

/** A place in an order: the sort value and the key of a record, which need not exist any more. */
export interface Position {
  readonly value: LeafValue;
  readonly key: string;
}

/**
 * What to read of a feed. Rows of equal sort value are ordered by key in the same direction; rows without one come last in
 * both directions.
 */
export interface FeedQuery {
  readonly filter?: Filter | undefined;
  readonly order: Order;
  /** At most this many rows. */
  readonly limit: number;
  /** Only rows behind this position. */
  readonly after?: Position | undefined;
  /** Only rows before this position. */
  readonly before?: Position | undefined;
  /** Take the last `limit` rows of the range instead of the first; they still come in the given order. */
  readonly fromEnd?: boolean;
  /** Rows to skip; for zero-based REST pages. */
  readonly offset?: number;
  /** What rows have to hold besides key and sort value; default: everything. */
  readonly leaves?: readonly Leaf[] | undefined;
}

const ordered = ['eq', 'ne', 'in', 'gt', 'gte', 'lt', 'lte'] as const;

/** The operators a field may be filtered with. */
export function operatorsOf(leaf: Leaf): readonly Operator[] {
  return leaf.nullable ? [...valueOperators(leaf), 'isNull'] : valueOperators(leaf);
}

function valueOperators(leaf: Leaf): readonly Operator[] {
  switch (leaf.kind) {
    case 'id':
    case 'enum':
      return ['eq', 'ne', 'in'];
    case 'text':
      return [...ordered, 'contains'];
    case 'number':
    case 'integer':
    case 'instant':
    case 'localDateTime':
    case 'day':
      return ordered;
    case 'boolean':
      return ['eq', 'ne'];
    default:
      return [];
  }
}

export function defaultOrder(feed: Feed): Order {
  return { leaf: feed.order.field, direction: feed.order.direction };
}

/** All of them; no filter at all when none is given. */
export function allOf(filters: readonly (Filter | undefined)[]): Filter | undefined {
  const given = filters.filter((filter) => filter !== undefined);
  return given.length <= 1 ? given[0] : { op: 'and', of: given };
}

export function compare(leaf: Leaf, op: Operator, value: Comparison['value']): Comparison {
  return { op, leaf, value };
}
