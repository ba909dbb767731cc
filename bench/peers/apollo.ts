/** Apollo Server as it starts by itself over the same schema and resolvers, which read from memory. */
import { ApolloServer } from '@apollo/server';
import { startStandaloneServer } from '@apollo/server/standalone';
import { serveCalls } from '../calls.ts';
import { graphOver, openRows } from '../servers/rows.ts';

const services = await openRows('memory');
const { schema, context } = graphOver(services);
const { url } = await startStandaloneServer(new ApolloServer({ schema }), {
  context: async () => context(),
  listen: { host: '127.0.0.1', port: 0 },
});

serveCalls({ address: () => ({ port: Number(new URL(url).port), key: 'none' }) }, services.close);
