import { Client, cacheExchange, fetchExchange, gql, subscriptionExchange } from '@urql/core';
import { createClient } from 'graphql-ws';
import { graphqlUrl, headers, report, socketUrl } from './server.ts';

const socket = createClient({ url: socketUrl, connectionParams: headers });
const client = new Client({
  url: graphqlUrl,
  fetchOptions: { headers },
  exchanges: [
    cacheExchange,
    fetchExchange,
    subscriptionExchange({
      forwardSubscription: ({ query = '', variables }) => ({
        subscribe: (sink) => ({ unsubscribe: socket.subscribe({ query, variables: variables ?? {} }, sink) }),
      }),
    }),
  ],
});

const TRADES = gql`
  query Trades($after: String) {
    congressTrades(first: 3, after: $after) {
      nodes { id ticker }
      pageInfo { hasNextPage endCursor }
    }
  }
`;
const SIGNALS = gql`
  subscription Signals {
    signals { kind cursor node { id symbol } }
  }
`;

interface Trades {
  readonly congressTrades: {
    readonly nodes: readonly { readonly id: string }[];
    readonly pageInfo: { readonly endCursor: string };
  };
}

const page = async (after: string | null) => {
  const { data, error } = await client.query<Trades>(TRADES, { after }).toPromise();
  if (!data) throw error ?? new Error('no data');
  return data.congressTrades;
};
const first = await page(null);
const second = await page(first.pageInfo.endCursor);
const ids = [...first.nodes, ...second.nodes].map(({ id }) => id);

client
  .subscription<{ signals: { kind: string; node: object | null } }>(SIGNALS, {})
  .subscribe(({ data, error }) => {
    if (error) report({ error: error.message });
    if (data?.signals.node) report({ rows: new Set(ids).size, event: data.signals.kind });
  });
