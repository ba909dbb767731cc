/** Fastify with keys and quotas as little as they can be: the same bytes and headers, the same log line. */
import { randomUUID } from 'node:crypto';
import { fastify } from 'fastify';
import { serveCalls } from '../calls.ts';
import type { Recorded } from '../questions.ts';
import { createGate, recordOf, shared } from './gate.ts';
import { listen } from './listen.ts';
import { logRequest } from './log-requests.ts';

const gate = createGate();
let headers: Readonly<Record<string, string>> = {};
let body = Buffer.alloc(0);

const app = fastify();
app.addHook('onRequest', (request, reply, done) => {
  logRequest(request.raw, reply.raw);
  const own = gate.admit(request.raw);
  if (own === null) {
    reply.code(401).send();
    return;
  }
  own.push('x-request-id', randomUUID());
  reply.headers(recordOf(own));
  done();
});
app.get('/api/v1/trade-feed', (_request, reply) => reply.headers(headers).send(body));
await app.ready();
const address = { port: await listen(app.server), key: gate.token };

serveCalls({
  address: () => address,
  repeat({ rest }: { rest: Recorded }) {
    headers = recordOf(shared(rest.headers));
    body = Buffer.from(rest.body);
  },
});
