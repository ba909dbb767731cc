/**
 * Mercurius with jit over the same schema and resolvers, which read from the store or, with the argument `memory`, from
 * memory. It writes the same log line.
 */
import { fastify } from 'fastify';
import mercurius from 'mercurius';
import { serveCalls } from '../calls.ts';
import { listen } from '../servers/listen.ts';
import { logRequest } from '../servers/log-requests.ts';
import { graphOver, openRows } from '../servers/rows.ts';

const services = await openRows(process.argv[2]);
const { schema, context } = graphOver(services);
const app = fastify();
app.addHook('onRequest', (request, reply, done) => {
  logRequest(request.raw, reply.raw);
  done();
});
await app.register(mercurius, { schema, context, jit: 1 });
await app.ready();
const port = await listen(app.server);

serveCalls({ address: () => ({ port, key: 'none' }) }, services.close);
