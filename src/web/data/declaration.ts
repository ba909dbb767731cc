import { AlphaError } from '../../client/client.ts';

/** A field of a feed that can be filtered by. */
export interface FilterField {
  readonly name: string;
  /** Its filter in the graph, without `Nullable` and `Filter`: `Text`, `Float`, `DateTime`, `Party`. */
  readonly kind: string;
  /** Of a closed set, its words. */
  readonly words: readonly string[] | null;
  /** What can be asked of it: `eq`, `contains`, `isNull`. */
  readonly ops: readonly string[];
}

/** What a feed declares. */
export interface Declaration {
  readonly fields: readonly FilterField[];
  /** What its rows can be ordered by, and what its groups can. */
  readonly orders: readonly string[];
  readonly groupOrders: readonly string[];
}

/** Before it was read. */
export const UNDECLARED: Declaration = { fields: [], orders: [], groupOrders: [] };

interface Words {
  readonly enumValues: readonly { readonly name: string }[] | null;
}

interface Introspected {
  readonly orders: Words | null;
  readonly groupOrders: Words | null;
  readonly filter: {
    readonly inputFields: readonly {
      readonly name: string;
      readonly type: {
        readonly name: string | null;
        readonly inputFields:
          | readonly {
              readonly name: string;
              readonly type: Words;
            }[]
          | null;
      };
    }[];
  } | null;
}

const QUERY = `query Declaration($filter: String!, $order: String!, $groupOrder: String!) {
  filter: __type(name: $filter) {
    inputFields { name type { name inputFields { name type { enumValues { name } } } } }
  }
  orders: __type(name: $order) { enumValues { name } }
  groupOrders: __type(name: $groupOrder) { enumValues { name } }
}`;

/** What a feed can be filtered and ordered by, as the graph tells it; without a key, and free. Throws AlphaError UNAVAILABLE. */
export async function readDeclaration(type: string): Promise<Declaration> {
  try {
    const response = await fetch('/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/graphql-response+json' },
      body: JSON.stringify({
        query: QUERY,
        variables: {
          filter: `${type}Filter`,
          order: `${type}OrderField`,
          groupOrder: `${type}GroupOrderField`,
        },
      }),
    });
    const { data } = (await response.json()) as { readonly data?: Introspected | null }; // as asked above
    if (!data) throw unreadable(response.headers.get('retry-after'));
    return {
      fields: data.filter?.inputFields.flatMap(fieldOf) ?? [],
      orders: namesOf(data.orders),
      groupOrders: namesOf(data.groupOrders),
    };
  } catch (cause) {
    throw cause instanceof AlphaError ? cause : unreadable(null, cause);
  }
}

const unreadable = (retryAfter: string | null, cause?: unknown): AlphaError =>
  new AlphaError(
    'UNAVAILABLE',
    'what this feed can be filtered by cannot be read right now',
    { retryAfter: retryAfter === null ? undefined : Number(retryAfter) },
    cause,
  );

const namesOf = (words: Words | null): readonly string[] => words?.enumValues?.map(({ name }) => name) ?? [];

function fieldOf({
  name,
  type,
}: NonNullable<Introspected['filter']>['inputFields'][number]): readonly FilterField[] {
  if (type.name === null || type.inputFields === null || ['and', 'or', 'not'].includes(name)) return [];
  const words =
    type.inputFields.find((one) => one.name === 'eq')?.type.enumValues?.map((one) => one.name) ?? null;
  const ops = type.inputFields.map((one) => one.name);
  return [{ name, kind: type.name.replace(/^Nullable/, '').replace(/Filter$/, ''), words, ops }];
}
