import { deepStrictEqual } from 'node:assert/strict';
import { ApolloClient, gql, HttpLink, InMemoryCache } from '@apollo/client';
import { relayStylePagination } from '@apollo/client/utilities';
import { apolloTypePolicies, possibleTypes } from '../../../src/client/caches.ts';
import { graphqlUrl, headers, report } from './server.ts';

/** Today's list and that of a moment in one cache: neither takes a value of the other. */
const client = new ApolloClient({
  link: new HttpLink({ uri: graphqlUrl, headers }),
  cache: new InMemoryCache({ typePolicies: apolloTypePolicies(relayStylePagination), possibleTypes }),
});

interface Row {
  readonly id: string;
  readonly liveId: string;
  readonly currentPrice: number;
}

interface List {
  readonly outperformers: { readonly nodes: readonly Row[] };
}

const ROWS = 'outperformers(first: 20) { nodes { __typename id liveId currentPrice } }';
const NOW = gql`{ ${ROWS} }`;
const THEN = gql`query Then($asOf: DateTime!) { at(asOf: $asOf) { __typename ${ROWS} } }`;
const variables = { asOf: new Date().toISOString() };

const rowsNow = async () => (await client.query<List>({ query: NOW, fetchPolicy: 'no-cache' })).data;
const then = (await client.query<{ readonly at: List }>({ query: THEN, variables, fetchPolicy: 'no-cache' }))
  .data;
if (!then) throw new Error('no answer as of a moment');
const priceThen = new Map(
  then.at.outperformers.nodes.map(({ liveId, currentPrice }) => [liveId, currentPrice]),
);

// The market of the demo is scanned every few seconds.
let now = await rowsNow();
const changed = () =>
  now?.outperformers.nodes.filter(
    ({ id, currentPrice }) => priceThen.has(id) && priceThen.get(id) !== currentPrice,
  ) ?? [];
while (changed().length === 0) {
  await new Promise((resolve) => setTimeout(resolve, 500));
  now = await rowsNow();
}
client.writeQuery({ query: THEN, variables, data: then });
client.writeQuery({ query: NOW, data: now });
client.writeQuery({ query: THEN, variables, data: then });
deepStrictEqual(client.readQuery({ query: NOW }), now);
deepStrictEqual(client.readQuery({ query: THEN, variables }), then);
report({ differ: changed().length > 0 });
