import { ApolloClient, gql, HttpLink, InMemoryCache } from '@apollo/client';
import { GraphQLWsLink } from '@apollo/client/link/subscriptions';
import { Client, fetchExchange } from '@urql/core';
import { GraphQLClient } from 'graphql-request';
import { createClient as createSseClient } from 'graphql-sse';
import { createClient as createSocketClient } from 'graphql-ws';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { startApp, type TestApp } from '../support/app.ts';
import { signal } from '../support/signal.ts';

/** Clients from npm with their default headers: what each sends and expects is theirs alone. */
let app: TestApp;
let url: string;
let headers: Record<string, string>;
/** Read behind this cursor, a stream brings T1 and T2 at once. */
let after: string;

const QUERY = '{ signals(first: 2, orderBy: { field: SYMBOL, direction: ASC }) { nodes { symbol } } }';
const STREAM = 'subscription ($after: String) { signals(after: $after) { node { symbol } } }';
const ANSWER = { signals: { nodes: [{ symbol: 'T1' }, { symbol: 'T2' }] } };

beforeAll(async () => {
  app = await startApp({ CACHE_BYTES: '10000000' });
  url = `${app.url}/graphql`;
  headers = { 'x-api-key': app.key };
  const { data } = await app.graphql('{ signals(first: 1) { liveCursor } }');
  after = (data as unknown as { signals: { liveCursor: string } }).signals.liveCursor;
  await app.ingest(
    'trade-feed',
    ['T1', 'T2'].map((symbol) => signal(symbol, { symbol })),
  );
}, 600_000);
afterAll(() => app.stop(), 600_000);

/** The first events of a stream, which is closed behind them. */
function firstOf<Event>(
  count: number,
  subscribe: (next: (event: Event) => void, fail: (error: unknown) => void) => () => void,
): Promise<readonly Event[]> {
  const { promise, resolve, reject } = Promise.withResolvers<readonly Event[]>();
  const events: Event[] = [];
  const close = subscribe((event) => {
    events.push(event);
    if (events.length === count) resolve(events);
  }, reject);
  return promise.finally(() => close());
}

const symbolsOf = (events: readonly { readonly data?: unknown }[]) =>
  events.map(({ data }) => (data as { signals: { node: { symbol: string } } }).signals.node.symbol);

describe('urql', () => {
  const client = () =>
    new Client({
      url,
      exchanges: [fetchExchange],
      fetchOptions: { headers },
      fetchSubscriptions: true,
      preferGetMethod: false,
    });

  test('a query, answered by the pipeline, ahead of it and from the cache', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { data, error } = await client().query(QUERY, {}).toPromise();
      expect([error, data]).toEqual([undefined, ANSWER]);
    }
  });

  test('a query by GET', async () => {
    const { data, error } = await client().query(QUERY, {}, { preferGetMethod: 'force' }).toPromise();
    expect([error, data]).toEqual([undefined, ANSWER]);
  });

  test('errors of a query', async () => {
    const { error } = await client().query('{ nope }', {}).toPromise();
    expect(error?.graphQLErrors.map(({ extensions }) => extensions.code)).toEqual([
      'GRAPHQL_VALIDATION_FAILED',
    ]);
  });

  test('a subscription', async () => {
    const events = await firstOf<{ data?: unknown }>(2, (next) => {
      const { unsubscribe } = client().subscription(STREAM, { after }).subscribe(next);
      return unsubscribe;
    });
    expect(symbolsOf(events)).toEqual(['T1', 'T2']);
  });

  test('errors of a subscription', async () => {
    const [event] = await firstOf<{ error?: { message: string } }>(1, (next) => {
      const { unsubscribe } = client().subscription('subscription { nope }', {}).subscribe(next);
      return unsubscribe;
    });
    expect(event?.error?.message).toContain('Cannot query field "nope"');
  });
});

describe('Apollo Client', () => {
  const client = () =>
    new ApolloClient({ link: new HttpLink({ uri: url, headers }), cache: new InMemoryCache() });

  test('a query', async () => {
    expect((await client().query<object>({ query: gql(QUERY) })).data).toMatchObject({
      signals: { nodes: ANSWER.signals.nodes },
    });
  });

  test('errors of a query', async () => {
    await expect(client().query({ query: gql('{ nope }') })).rejects.toThrow('Cannot query field "nope"');
  });

  test('a subscription over HTTP, for which it takes multipart alone, is refused with what to send', async () => {
    const query = { query: gql(STREAM), variables: { after } };
    const [event] = await firstOf<{ error?: Error }>(1, (next, fail) => {
      const subscription = client().subscribe(query).subscribe({ next, error: fail });
      return () => subscription.unsubscribe();
    }).catch((error: Error) => [{ error }]);
    expect(event?.error?.message).toContain('Accept: text/event-stream');
  });

  test('a subscription over WebSocket', async () => {
    const socket = createSocketClient({
      url: url.replace('http', 'ws'),
      webSocketImpl: WebSocket,
      connectionParams: headers,
    });
    const apollo = new ApolloClient({ link: new GraphQLWsLink(socket), cache: new InMemoryCache() });
    const query = { query: gql(STREAM), variables: { after } };
    const events = await firstOf<{ data?: unknown }>(2, (next, fail) => {
      const subscription = apollo.subscribe(query).subscribe({ next, error: fail });
      return () => subscription.unsubscribe();
    });
    expect(symbolsOf(events)).toEqual(['T1', 'T2']);
    await socket.dispose();
  });
});

describe('graphql-request', () => {
  const client = () => new GraphQLClient(url, { headers });

  test('a query', async () => {
    expect(await client().request(QUERY)).toEqual(ANSWER);
  });

  test('errors of a query', async () => {
    await expect(client().request('{ nope }')).rejects.toMatchObject({
      response: { errors: [{ extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } }] },
    });
  });
});

describe('graphql-sse', () => {
  const resultsOf = (query: string, count: number) => {
    const client = createSseClient({ url, headers, retryAttempts: 0 });
    return firstOf<{ data?: unknown; errors?: unknown }>(count, (next, error) =>
      client.subscribe(
        { query, variables: query === STREAM ? { after } : {} },
        { next, error, complete: () => undefined },
      ),
    ).finally(() => client.dispose());
  };

  test('a subscription', async () => {
    expect(symbolsOf(await resultsOf(STREAM, 2))).toEqual(['T1', 'T2']);
  });

  test('a query and its errors, in a stream', async () => {
    expect((await resultsOf(QUERY, 1))[0]?.data).toEqual(ANSWER);
    expect((await resultsOf('{ nope }', 1))[0]?.errors).toMatchObject([
      { extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } },
    ]);
  });
});
