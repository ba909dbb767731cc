/** A field of a feed that can be filtered by. */
export interface FilterField {
  readonly name: string;
  /** Its filter in the graph, without `Nullable` and `Filter`: `Text`, `Float`, `DateTime`, `Party`. */
  readonly kind: string;
  /** Of a closed set, its words. */
  readonly words: readonly string[] | null;
}

interface Introspected {
  readonly __type: {
    readonly inputFields: readonly {
      readonly name: string;
      readonly type: {
        readonly name: string | null;
        readonly inputFields:
          | readonly {
              readonly name: string;
              readonly type: { readonly enumValues: readonly { readonly name: string }[] | null };
            }[]
          | null;
      };
    }[];
  } | null;
}

const QUERY = `query Declaration($name: String!) {
  __type(name: $name) {
    inputFields { name type { name inputFields { name type { enumValues { name } } } } }
  }
}`;

/** What a feed declares to be filtered by, as the graph tells it; without a key, and free. Empty when it cannot be asked. */
export async function readDeclaration(type: string): Promise<readonly FilterField[]> {
  try {
    const response = await fetch('/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/graphql-response+json' },
      body: JSON.stringify({ query: QUERY, variables: { name: `${type}Filter` } }),
    });
    const { data } = (await response.json()) as { readonly data: Introspected | null }; // as asked above
    return data?.__type?.inputFields.flatMap(fieldOf) ?? [];
  } catch {
    return []; // the rows are there without it
  }
}

function fieldOf({
  name,
  type,
}: NonNullable<Introspected['__type']>['inputFields'][number]): readonly FilterField[] {
  if (type.name === null || type.inputFields === null || ['and', 'or', 'not'].includes(name)) return [];
  const words =
    type.inputFields.find((one) => one.name === 'eq')?.type.enumValues?.map((one) => one.name) ?? null;
  return [{ name, kind: type.name.replace(/^Nullable/, '').replace(/Filter$/, ''), words }];
}
