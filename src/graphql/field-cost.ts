/**
 * What a field of the graph costs, in objects, as `cost.ts` counts them. Kept in the field's extensions, from where
 * the same numbers are enforced and charged. A field without it is free and passes its parents on.
 */
export type FieldCost =
  /** A list: parents × page size; below `Query` the page size, at least 10. `weight` is that of one row. */
  | { readonly kind: 'list'; readonly max: number; readonly weight: number }
  /** The rows of the connection it sits on: free, its selection runs once for each row. */
  | { readonly kind: 'rows' }
  /** A fetch of one thing: one for each parent; below `Query` 10. */
  | { readonly kind: 'one' }
  /** An aggregate: 10 for each parent. */
  | { readonly kind: 'sum' }
  /** `nodes(ids)`: one for each id, at least 10. */
  | { readonly kind: 'ids'; readonly max: number };

/** Options of a field that costs. */
export function costing(cost: FieldCost): { readonly extensions: { readonly cost: FieldCost } } {
  return { extensions: { cost } };
}
