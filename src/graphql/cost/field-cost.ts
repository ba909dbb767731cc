import type { GraphQLField } from 'graphql';

/**
 * What a field of the graph costs, in objects, as `cost.ts` counts them. Kept in the field's extensions, from where
 * the same numbers are enforced, charged and printed. A field without it is free and passes its parents on.
 */
export type FieldCost =
  /**
   * A list: parents × page size, at least 1; below `Query` the page size, at least 10. `weight` is that of one row. `check` throws
   * INVALID_CURSOR for an `after` or `before` of another list or order, INVALID_PARAMETER or LIMIT_EXCEEDED for a filter.
   */
  | {
      readonly kind: 'list';
      readonly max: number;
      readonly weight: number;
      readonly check: (args: Readonly<Record<string, unknown>>) => void;
    }
  /** The rows of the list it sits on: free, its selection runs once for each row. */
  | { readonly kind: 'rows' }
  /** A fetch of one thing: one for each parent; below `Query` 10. `check` throws for arguments that are refused. */
  | { readonly kind: 'one'; readonly check?: (args: Readonly<Record<string, unknown>>) => void }
  /** A fetch of at most `max` things for each parent, which counts as many. */
  | { readonly kind: 'few'; readonly max: number }
  /** An aggregate: 10 for each parent. `check` as of a fetch. */
  | { readonly kind: 'sum'; readonly check?: (args: Readonly<Record<string, unknown>>) => void }
  /** `nodes(ids)`: one for each id, at least 10, and 10 for each other moment that some are of: those are read apart. */
  | { readonly kind: 'ids'; readonly max: number }
  /** Free though it may read: the field above has paid for it. */
  | { readonly kind: 'part' };

/** Least cost of whatever is fetched below `Query`, and of an aggregate. */
export const BASE = 10;

/** What rows cost as a list below `Query`. */
export function rootListObjects(rows: number, weight: number): number {
  return Math.max(BASE, rows * weight);
}

/** What rows of a list below another row cost: a page without any, asked for as `first: 0`, is looked up like one of one row. */
export function nestedListObjects(rows: number, weight: number, size: number): number {
  return (size === 0 ? 1 : rows) * weight;
}

/** Options of a field that costs. */
export function costing(cost: FieldCost): { readonly extensions: { readonly cost: FieldCost } } {
  return { extensions: { cost } };
}

/** What a field costs by its options. */
export function costOf(field: GraphQLField<unknown, unknown>): FieldCost | undefined {
  return field.extensions.cost as FieldCost | undefined; // put there by costing() alone
}
