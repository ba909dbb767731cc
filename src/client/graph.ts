import { type GraphqlError, ofGraphql } from './alpha-error.ts';
import { type TypedDocument, textOf } from './document.ts';
import type { CallOptions, Send } from './http.ts';
import { readBody } from './read-body.ts';

/** What an operation cost, in units; see docs/cost.md. */
export interface Cost {
  /** Objects asked for at most. */
  readonly complexity: number;
  /** Units reserved for them. */
  readonly requested: number;
  /** Units charged. */
  readonly actual: number;
  readonly minute: QuotaWindow;
  readonly day: QuotaWindow;
}

export interface QuotaWindow {
  readonly limit: number;
  readonly remaining: number;
  /** ISO 8601. */
  readonly resetsAt: string;
}

/** What an operation would cost, and which fields make up its complexity. */
export interface Price extends Cost {
  readonly fields: readonly { readonly path: string; readonly objects: number }[];
}

export interface Answer<Data> {
  readonly data: Data;
  readonly cost: Cost;
  /** Of fields that failed, which are null in `data`. */
  readonly errors?: readonly GraphqlError[];
}

/** The members of a Relay connection that a walk needs. */
export interface Page {
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
}

type After = { readonly after?: string | null | undefined };

export interface Graph {
  /** Runs a query. Throws `AlphaError` when nothing could be answered. */
  query<Data, Variables>(
    document: TypedDocument<Data, Variables>,
    variables: Variables,
    options?: CallOptions,
  ): Promise<Answer<Data>>;
  query<Data = unknown>(document: string, variables?: object, options?: CallOptions): Promise<Answer<Data>>;
  /** Asks what a query would cost. Charges nothing. */
  price<Variables>(document: TypedDocument<unknown, Variables>, variables: Variables): Promise<Price>;
  price(document: string, variables?: object): Promise<Price>;
  /**
   * The pages of a connection, one query each, with the variable `after` moving on.
   * @param pick finds the connection, with its `pageInfo { hasNextPage endCursor }`, in the data.
   */
  pages<Data, Variables extends After, Connection extends Page>(
    document: TypedDocument<Data, Variables>,
    variables: Variables,
    pick: (data: Data) => Connection,
    options?: CallOptions,
  ): AsyncGenerator<Connection, void, undefined>;
  pages<Data, Connection extends Page>(
    document: string,
    variables: object,
    pick: (data: Data) => Connection,
    options?: CallOptions,
  ): AsyncGenerator<Connection, void, undefined>;
}

interface Body {
  readonly data?: unknown;
  readonly errors?: readonly [GraphqlError, ...GraphqlError[]];
  readonly extensions?: { readonly cost?: unknown };
}

type AnyDocument = string | TypedDocument<never, never>;

const HEADERS = {
  'content-type': 'application/json',
  accept: 'application/graphql-response+json, application/problem+json',
};

export function createGraph(send: Send): Graph {
  const post = async (
    document: AnyDocument,
    variables: object,
    options: CallOptions & { readonly headers?: Readonly<Record<string, string>> },
  ): Promise<Body> => {
    const body = JSON.stringify({ query: await textOf(document), variables });
    const headers = { ...HEADERS, ...options.headers };
    const response = await send({ path: '/graphql', headers, body }, options);
    return (await readBody(response, kindOf)) as Body; // as the server documents it
  };
  const query = async (
    document: AnyDocument,
    variables: object = {},
    options: CallOptions = {},
  ): Promise<Answer<unknown>> => {
    const { data, errors, extensions } = await post(document, variables, options);
    if (errors && (data === undefined || data === null)) throw ofGraphql(errors[0]);
    return { data, cost: extensions?.cost as Cost, ...(errors ? { errors } : {}) }; // as the server documents it
  };
  const graph = {
    query,
    async price(document: AnyDocument, variables: object = {}) {
      const { errors, extensions } = await post(document, variables, { headers: { 'x-dry-run': '1' } });
      if (errors) throw ofGraphql(errors[0]);
      return extensions?.cost as Price; // as the server documents it
    },
    async *pages(
      document: AnyDocument,
      variables: object,
      pick: (data: unknown) => Page,
      options: CallOptions = {},
    ) {
      let at = variables;
      for (;;) {
        const { data, errors } = await query(document, at, options);
        // A walk that left out what failed would look complete.
        if (errors?.[0]) throw ofGraphql(errors[0]);
        const page = pick(data);
        yield page;
        if (!page.pageInfo.hasNextPage) return;
        at = { ...variables, after: page.pageInfo.endCursor };
      }
    },
  };
  return graph as Graph; // the overloads say what of this belongs together
}

const kindOf = (type: string) => (/^application\/(graphql-response\+)?json/.test(type) ? 'json' : null);
