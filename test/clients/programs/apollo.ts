import { ApolloClient, ApolloLink, gql, HttpLink, InMemoryCache } from '@apollo/client';
import { GraphQLWsLink } from '@apollo/client/link/subscriptions';
import { getMainDefinition, relayStylePagination } from '@apollo/client/utilities';
import { OperationTypeNode } from 'graphql';
import { createClient } from 'graphql-ws';
import { apolloTypePolicies, possibleTypes } from '../../../src/client/caches.ts';
import { graphqlUrl, headers, report, socketUrl } from './server.ts';

const link = ApolloLink.split(
  ({ query }) => {
    const definition = getMainDefinition(query);
    return 'operation' in definition && definition.operation === OperationTypeNode.SUBSCRIPTION;
  },
  new GraphQLWsLink(createClient({ url: socketUrl, connectionParams: headers })),
  new HttpLink({ uri: graphqlUrl, headers }),
);
const client = new ApolloClient({
  link,
  cache: new InMemoryCache({ typePolicies: apolloTypePolicies(relayStylePagination), possibleTypes }),
});

interface Trades {
  readonly congressTrades: {
    readonly edges: readonly { readonly node: { readonly id: string; readonly committees: unknown } }[];
    readonly pageInfo: { readonly endCursor: string };
  };
}

const TRADES = gql`
  query Trades($after: String) {
    congressTrades(first: 3, after: $after) {
      edges { node { id ticker committees { committee title } politician { id name } } }
      pageInfo { hasNextPage endCursor }
      window { from clamped }
    }
  }
`;
const SIGNALS = gql`
  subscription Signals {
    signals { kind cursor node { id symbol } }
  }
`;

const first = await client.query<Trades>({ query: TRADES });
const list = client.watchQuery<Trades>({ query: TRADES });
const watching = list.subscribe(() => undefined);
await list.fetchMore({ variables: { after: first.data?.congressTrades.pageInfo.endCursor } });
watching.unsubscribe();
const joined = client.readQuery<Trades>({ query: TRADES })?.congressTrades.edges ?? [];
// The cursor of a page is no part of what makes a list, so both pages are one entry of the cache.
const ids = joined.map(({ node }) => node.id);

client.subscribe<{ signals: { kind: string; node: { id: string } | null } }>({ query: SIGNALS }).subscribe({
  next({ data }) {
    if (data?.signals?.node) report({ rows: new Set(ids).size, event: data.signals.kind });
  },
  error: (error: unknown) => report({ error: String(error) }),
});
