/**
 * A GraphQL document that knows its types: what `@graphql-codegen/client-preset` generates, as text
 * (`documentMode: 'string'`) or parsed.
 */
export interface TypedDocument<Data, Variables> {
  /** Never there: carries the types, under the name `@graphql-typed-document-node/core` gives it. */
  __apiType?: (variables: Variables) => Data;
}

/** A document as the server takes it. */
export async function textOf(document: string | TypedDocument<never, never>): Promise<string> {
  if (typeof document === 'string' || document instanceof String) return String(document);
  // Loaded for parsed documents alone, so that pages whose documents are texts need not have it.
  const { print } = await import('graphql');
  return print(document as Parameters<typeof print>[0]); // all that a typed document can be besides a text
}
