/**
 * What introspection comes to is estimated before it is executed: its lists are as long as the schema is wide, and each
 * level multiplies. These are the lengths of the lists of this schema on average over the types, rounded up; of
 * `ofType` the share of types that wrap another. A test compares the limit with the standard query, so that a schema
 * that outgrows them is noticed.
 */
const LENGTHS: ReadonlyMap<string, number> = new Map([
  ['types', 120],
  ['fields', 6],
  ['inputFields', 3],
  ['args', 1],
  ['enumValues', 1],
  ['possibleTypes', 1],
  ['interfaces', 1],
  ['directives', 8],
  ['locations', 6],
  ['ofType', 0.5],
]);

/** How many values a field of introspection has. */
export const manifold = (field: string): number => LENGTHS.get(field) ?? 1;
