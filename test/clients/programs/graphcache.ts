import { Client, fetchExchange, gql } from '@urql/core';
import { cacheExchange } from '@urql/exchange-graphcache';
import { relayPagination } from '@urql/exchange-graphcache/extras';
import { getIntrospectionQuery, type IntrospectionQuery } from 'graphql';
import { graphcacheKeys, graphcacheResolvers } from '../../../src/client/caches.ts';
import { graphqlUrl, headers, report } from './server.ts';

const warnings: string[] = [];
console.warn = (...words: readonly unknown[]) => void warnings.push(words.join(' '));

const asked = await fetch(graphqlUrl, {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ query: getIntrospectionQuery({ descriptions: false }) }),
});
const { data: schema } = (await asked.json()) as { readonly data: IntrospectionQuery };

const client = new Client({
  url: graphqlUrl,
  fetchOptions: { headers },
  fetchSubscriptions: true,
  exchanges: [
    cacheExchange({ schema, keys: graphcacheKeys, resolvers: graphcacheResolvers(relayPagination()) }),
    fetchExchange,
  ],
});

interface Trades {
  readonly congressTrades: {
    readonly edges: readonly { readonly node: { readonly id: string } }[];
    readonly pageInfo: { readonly endCursor: string };
  };
}
const TRADES = gql`
  query Trades($after: String) {
    congressTrades(first: 3, after: $after) {
      edges { node { id ticker committees { committee title } politician { id totals { trades } } asset { id symbol } } }
      pageInfo { hasNextPage endCursor }
      window { from clamped }
    }
    signals(first: 1) { nodes { id execution { profitPct } } }
  }
`;
const SIGNALS = gql`
  subscription Signals {
    signals { kind cursor node { id symbol } }
  }
`;

const first = await client.query<Trades>(TRADES, { after: null }).toPromise();
await client.query<Trades>(TRADES, { after: first.data?.congressTrades.pageInfo.endCursor }).toPromise();
// Read out of the cache alone: the pages were joined.
const all = await client.query<Trades>(TRADES, { after: null }, { requestPolicy: 'cache-only' }).toPromise();
const ids = all.data?.congressTrades.edges.map(({ node }) => node.id) ?? [];

client
  .subscription<{ signals: { kind: string; node: object | null } }>(SIGNALS, {})
  .subscribe(({ data, error }) => {
    if (error) report({ error: error.message });
    if (data?.signals.node) report({ rows: new Set(ids).size, event: data.signals.kind, warnings });
  });
