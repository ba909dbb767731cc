/** GraphQL Yoga with its defaults over the same schema and resolvers, which read from memory. */
import { createServer } from 'node:http';
import { createYoga } from 'graphql-yoga';
import { serveCalls } from '../calls.ts';
import { listen } from './listen.ts';
import { graphOver, openRows } from './rows.ts';

const services = await openRows('memory');
const server = createServer(createYoga({ ...graphOver(services), logging: false }));
const port = await listen(server);

serveCalls({ address: () => ({ port, key: 'none' }) }, services.close);
