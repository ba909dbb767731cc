import { EMBEDDED, LISTS, POSSIBLE_TYPES } from './generated/caches.ts';

// What `@alpha-data/client/caches` gives: what normalised caches have to know of the graph. It is made of the schema.

type ListsOf<Policy> = { readonly [type: string]: { readonly [field: string]: Policy } };

/** For each list with pages what `policyOf` makes of the arguments that make it another list. */
function lists<Policy>(policyOf: (keyArgs: readonly string[]) => Policy): ListsOf<Policy> {
  return Object.fromEntries(
    Object.entries(LISTS).map(([type, fields]) => [
      type,
      Object.fromEntries(Object.entries(fields).map(([field, keyArgs]) => [field, policyOf(keyArgs)])),
    ]),
  );
}

/** `keys` of urql's Graphcache: objects without an `id` are part of what they hang on. */
export const graphcacheKeys: Readonly<Record<string, () => null>> = Object.fromEntries(
  EMBEDDED.map((type) => [type, () => null]),
);

/**
 * `resolvers` of urql's Graphcache, which join the pages of a list.
 * @param pagination what its `relayPagination()` returns.
 */
export const graphcacheResolvers = <Resolver>(pagination: Resolver): ListsOf<Resolver> =>
  lists(() => pagination);

/** `possibleTypes` of Apollo's InMemoryCache: by them it matches fragments on `Node`. */
export const possibleTypes: Record<string, string[]> = Object.fromEntries(
  Object.entries(POSSIBLE_TYPES).map(([type, types]) => [type, [...types]]),
);

interface TypePolicy<Field> {
  readonly keyFields?: false;
  readonly merge?: true;
  readonly fields?: Record<string, Field>;
}

/**
 * `typePolicies` of Apollo's InMemoryCache: pages of a list are joined, and objects without an `id` are merged where they are.
 * @param pagination its `relayStylePagination`.
 */
export function apolloTypePolicies<Field>(
  pagination: (keyArgs: string[]) => Field,
): Record<string, TypePolicy<Field>> {
  const embedded = EMBEDDED.map((type) => [type, { keyFields: false, merge: true }] as const);
  const paged = Object.entries(lists((keyArgs) => pagination([...keyArgs]))).map(
    ([type, fields]) => [type, { fields }] as const,
  );
  return Object.fromEntries([...embedded, ...paged]);
}
