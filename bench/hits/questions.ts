/** What is asked over and over: fifty rows, over REST and over GraphQL. */
export const REST_PATH = '/api/v1/trade-feed?limit=50';

const DOCUMENT = `query Signals($first: Int!) {
  signals(first: $first) {
    nodes { id symbol direction status entryPrice pnlPct timestamp }
    pageInfo { hasNextPage endCursor }
  }
}`;

export const GRAPHQL_BODY = JSON.stringify({ query: DOCUMENT, variables: { first: 50 } });

export type SubjectName = 'alpha' | 'bare' | 'yoga';

/** What a server tells when it is ready. */
export interface Ready {
  readonly url: string;
  readonly key: string;
}

/** An answer as the bare server repeats it. */
export interface Recorded {
  readonly headers: readonly string[];
  readonly body: string;
  /** The log line of its request. */
  readonly line: Readonly<Record<string, unknown>>;
}

export type Call =
  | { readonly kind: 'cpu' }
  | { readonly kind: 'record'; readonly rest: Recorded; readonly graphql: Recorded };
