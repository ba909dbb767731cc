import { Client, cacheExchange, fetchExchange } from '@urql/core';
import { initGraphQLTada } from 'gql.tada';
import type { introspection } from '../generated/graphql-env.d.ts';
import { graphqlUrl, headers, report } from './server.ts';

const graphql = initGraphQLTada<{
  introspection: introspection;
  scalars: { DateTime: string; Date: string; LocalDateTime: string; Decimal: string };
}>();

const client = new Client({
  url: graphqlUrl,
  fetchOptions: { headers },
  fetchSubscriptions: true,
  exchanges: [cacheExchange, fetchExchange],
});

const TRADES = graphql(`
  query Trades($after: String) {
    congressTrades(first: 3, after: $after, filter: { direction: { eq: BUY } }) {
      nodes { id ticker direction knownFrom amountLow amountHigh }
      pageInfo { hasNextPage endCursor }
    }
  }
`);
const SIGNALS = graphql(`
  subscription Signals {
    signals { kind cursor node { id symbol } }
  }
`);

const page = async (after: string | null) => {
  const { data, error } = await client.query(TRADES, { after }).toPromise();
  if (!data) throw error ?? new Error('no data');
  return data.congressTrades;
};
const first = await page(null);
const second = await page(first.pageInfo.endCursor ?? null);
const nodes = [...(first.nodes ?? []), ...(second.nodes ?? [])];
const ids: readonly string[] = nodes.map(({ id }) => id);
const direction: 'BUY' | 'SELL' | 'EXCHANGE' | null | undefined = nodes[0]?.direction;
const knownFrom: string | undefined = nodes[0]?.knownFrom;
// @ts-expect-error a variable that the document does not have
export const refused = () => client.query(TRADES, { before: 'x' });

client.subscription(SIGNALS, {}).subscribe(({ data, error }) => {
  if (error) report({ error: error.message });
  if (data?.signals.node)
    report({
      rows: new Set(ids).size,
      event: data.signals.kind,
      direction,
      isKnown: knownFrom !== undefined,
    });
});
