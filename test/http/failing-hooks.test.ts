import { gunzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { afterEach, describe, expect, test } from 'vitest';
import { createLeasedLedger } from '../../src/core/quota/leases.ts';
import { AppError } from '../../src/errors.ts';
import type { Surface } from '../../src/http/surface.ts';
import { createMemoryLedger } from '../../src/memory/ledger.ts';
import { ConnectionLost } from '../../src/postgres/connection/connection.ts';
import { send, startServer, type TestServer } from '../support/http-server.ts';
import { sendBytes } from '../support/send.ts';

/** As the driver of the store words it; no client is to read it. */
const SECRET = 'connect ENOENT /srv/alpha/.data/postgres/.s.PGSQL.5432';

let server: TestServer | undefined;
afterEach(() => server?.close());

const HOOKS = [
  'onRequest',
  'preParsing',
  'preValidation',
  'preHandler',
  'preSerialization',
  'onSend',
  'onError',
] as const;
type Hook = (typeof HOOKS)[number];

/** Routes below `/api/v1/fails`, in whose hook `name` every request fails, those of error answers included. */
function failing(name: Hook, fail: () => Error): Surface {
  return {
    name: 'failing',
    register(app: FastifyInstance) {
      const hook = async () => {
        throw fail();
      };
      app.addHook(name as 'onRequest', hook); // they differ in arguments that are not looked at
      app.route({
        method: ['GET', 'POST'],
        url: '/api/v1/fails',
        config: { access: 'key' },
        handler: async () => {
          if (name === 'onError') throw fail();
          return { ok: true };
        },
      });
    },
  };
}

const FAULTS = [
  ['of ours', () => new Error(SECRET), 500, 'INTERNAL'],
  ['of the store', () => new ConnectionLost(SECRET), 503, 'UNAVAILABLE'],
] as const;

describe.each(HOOKS)('a request that fails in %s', (hook) => {
  test.each(FAULTS)('is answered out of the table: a fault %s', async (_, fail, status, code) => {
    server = await startServer({ surfaces: [failing(hook, fail)] });
    const { token } = await server.newKey();
    for (const method of ['GET', 'POST', 'HEAD']) {
      const headers = { 'x-api-key': token, 'x-request-id': `${method} ${hook}`.replace(' ', '-') };
      const answer = await send(`${server.url}/api/v1/fails`, { method, headers });
      expect(answer.status).toBe(status);
      expect(answer.headers['content-type']).toBe('application/problem+json');
      expect(answer.headers['x-content-type-options']).toBe('nosniff');
      expect(answer.headers['x-request-id']).toBe(headers['x-request-id']);
      expect(answer.headers['retry-after'] !== undefined).toBe(status === 503);
      expect(answer.body).not.toContain('/srv');
      if (method === 'HEAD') expect(answer.body).toBe('');
      else
        expect(JSON.parse(answer.body)).toMatchObject({ status, code, request_id: headers['x-request-id'] });
      expect(await server.line(headers['x-request-id'])).toMatchObject({ status });
    }
  });
});

test('units that cannot be given back leave the error as it is', async () => {
  const counted = createMemoryLedger();
  const leases = createLeasedLedger({
    ...counted,
    release: () => Promise.reject(new ConnectionLost(SECRET)),
  });
  const away: Surface = {
    name: 'away',
    register(app) {
      app.get('/api/v1/away', { config: { access: 'key' } }, async () => {
        server?.clock.advance(60_000); // the lease ends while the store is asked, so its units go back past it
        throw new ConnectionLost(SECRET);
      });
    },
  };
  server = await startServer({ surfaces: [away], ledger: leases });
  const { token } = await server.newKey();
  const answer = await send(`${server.url}/api/v1/away`, { headers: { 'x-api-key': token } });
  expect(answer.status).toBe(503);
  expect(answer.headers).toMatchObject({ 'content-type': 'application/problem+json', 'retry-after': '2' });
  expect(JSON.parse(answer.body)).toMatchObject({ code: 'UNAVAILABLE' });
  expect(answer.body).not.toContain('/srv');
});

test('an error that its route cannot render is a problem', async () => {
  const surface: Surface = {
    name: 'unrendered',
    register(app) {
      const renderError = () => {
        throw new Error(SECRET);
      };
      app.get('/unrendered', { config: { access: 'public', renderError } }, async () => {
        throw new ConnectionLost(SECRET);
      });
    },
  };
  server = await startServer({ surfaces: [surface] });
  const answer = await send(`${server.url}/unrendered`);
  expect(answer).toMatchObject({ status: 500, headers: { 'content-type': 'application/problem+json' } });
  expect(JSON.parse(answer.body)).toMatchObject({ code: 'INTERNAL' });
});

test('an error behind a header that cannot be sent is sent without it, compressed as it was', async () => {
  const records = Array.from({ length: 100 }, (_, line) => ({ line, field: 'a', message: 'is required' }));
  const surface: Surface = {
    name: 'header',
    register(app) {
      app.get('/header', async (_request, reply) => {
        reply.header('x-unsendable', 'two\nlines');
        throw new AppError('INVALID_RECORDS', 'nothing was changed', { records });
      });
    },
  };
  server = await startServer({ surfaces: [surface] });
  const { status, headers, bytes } = await sendBytes(`${server.url}/header`, {
    headers: { 'accept-encoding': 'gzip' },
  });
  expect(status).toBe(400);
  expect(headers).toMatchObject({ 'content-type': 'application/problem+json', 'content-encoding': 'gzip' });
  expect(JSON.parse(gunzipSync(bytes).toString())).toMatchObject({
    code: 'INVALID_RECORDS',
    errors: records,
  });
});
