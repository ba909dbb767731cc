import { createClient } from '../../../src/client/client.ts';
import { graphql } from '../generated/graph/gql.ts';
import { baseUrl, headers, report } from './server.ts';

const TRADES = graphql(`
  query Trades($after: String) {
    congressTrades(first: 3, after: $after) {
      nodes { id ticker direction }
      pageInfo { hasNextPage endCursor }
    }
  }
`);
const SIGNALS = graphql(`
  subscription Signals($after: String) {
    signals(after: $after) { kind cursor node { id symbol } }
  }
`);

const client = createClient({ url: baseUrl, key: headers['x-api-key'] });
const ids = new Set<string>();
for await (const page of client.pages(TRADES, {}, ({ congressTrades }) => congressTrades)) {
  for (const { id, direction } of page.nodes ?? []) {
    ids.add(id);
    // @ts-expect-error the directions of a trade are BUY, SELL and EXCHANGE
    if (direction === 'HOLD') throw new Error('unheard of');
  }
  if (ids.size >= 6) break;
}
for await (const { kind, node } of client.subscribe(SIGNALS, {})) {
  if (node) report({ rows: ids.size, event: kind });
}
