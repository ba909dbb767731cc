/**
 * Mercurius with jit over the same schema and resolvers, which read from the store or, with the argument `memory`, from
 * memory. It writes the same log line. It knows no keys and no quotas, unless it is started with `keyed` as well: then it
 * sends the same headers, too.
 */
import { randomUUID } from 'node:crypto';
import { fastify } from 'fastify';
import mercurius from 'mercurius';
import { serveCalls } from '../calls.ts';
import type { Recorded } from '../questions.ts';
import { createGate, recordOf, shared } from '../servers/gate.ts';
import { listen } from '../servers/listen.ts';
import { logRequest } from '../servers/log-requests.ts';
import { graphOver, openRows } from '../servers/rows.ts';

const services = await openRows(process.argv[2]);
const { schema, context } = graphOver(services);
const gate = process.argv[3] === 'keyed' ? createGate() : null;
let headers: Readonly<Record<string, string>> = {};
const app = fastify();
app.addHook('onRequest', (request, reply, done) => {
  logRequest(request.raw, reply.raw);
  if (gate) {
    const own = gate.admit(request.raw);
    if (own === null) {
      reply.code(401).send();
      return;
    }
    own.push('x-request-id', randomUUID());
    reply.headers({ ...headers, ...recordOf(own) });
  }
  done();
});
await app.register(mercurius, { schema, context, jit: 1 });
await app.ready();
const port = await listen(app.server);

serveCalls(
  {
    address: () => ({ port, key: gate?.token ?? 'none' }),
    repeat({ rest }: { rest: Recorded }) {
      const { 'content-length': _, ...others } = recordOf(shared(rest.headers));
      headers = others;
    },
  },
  services.close,
);
