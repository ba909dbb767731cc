import { once } from 'node:events';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { startApp, type TestApp } from '../support/app.ts';

const DEPTH = 6_000;
const DEEP = `${'['.repeat(DEPTH)}${']'.repeat(DEPTH)}`;
const SAID = /nested deeper than 64 levels/;

let app: TestApp;
let admin: string;
let secret: string;
beforeAll(async () => {
  app = await startApp();
  admin = await app.issue('quant', 'admin');
  ({ secret } = await app.services.webhooks.create({ slug: 'deep', symbol: null, timeframe: null }));
});
afterAll(() => app?.stop());

const post = async (path: string, body: string, type = 'application/json') => {
  const headers = { 'content-type': type, 'x-api-key': admin, origin: app.url };
  const response = await fetch(`${app.url}${path}`, { method: 'POST', headers, body });
  return { status: response.status, text: await response.text() };
};

it.each([
  ['records in an array', '/api/ingest/trade-feed', `[{"id":${DEEP}}]`],
  ['records in lines', '/api/ingest/trade-feed', `{"id":"x"}\n{"id":${DEEP}}`, 'application/x-ndjson'],
  ['brackets that nothing closes', '/api/ingest/trade-feed', '['.repeat(1_000_000)],
  ['an alert', '/api/webhooks/deep', () => `{"secret":"${secret}","action":"buy","price":1,"x":${DEEP}}`],
  [
    'a member of an alert',
    '/api/webhooks/deep',
    () => `{"secret":"${secret}","action":${DEEP}}`,
    'text/plain',
  ],
  [
    'variables',
    '/graphql',
    `{"query":"query ($f: SignalFilter) { signals(filter: $f) { totalCount } }","variables":{"f":${DEEP}}}`,
  ],
  ['extensions', '/graphql', `{"query":"{ __typename }","extensions":{"x":${DEEP}}}`],
  ['a document that is none', '/graphql', `{"query":${DEEP}}`],
  ['a key', '/api/admin/keys', `{"tier":"free","scope":"read","name":${DEEP}}`],
  [
    'the body of an account',
    '/account/api/sign-up',
    `{"name":"somebody","password":${'['.repeat(500)}${']'.repeat(500)}}`,
  ],
] as const)('%s: a 400 that says so', async (_, path, body, type?: string) => {
  const { status, text } = await post(path, typeof body === 'function' ? body() : body, type);
  expect({ status, text }).toEqual({ status: 400, text: expect.stringMatching(SAID) });
});

it('variables of a GET: a 400 that says so', async () => {
  const response = await app.get(`/graphql?query=%7B__typename%7D&variables=${'['.repeat(1_000)}`);
  expect({ status: response.status, text: await response.text() }).toEqual({
    status: 400,
    text: expect.stringMatching(SAID),
  });
});

it('over a WebSocket: a close that says so, and the server goes on', async () => {
  const socket = new WebSocket(`${app.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', {
    headers: { 'x-api-key': app.key },
  });
  await once(socket, 'open');
  socket.send(`{"type":"connection_init","payload":{"x":${DEEP}}}`);
  const [code, reason] = (await once(socket, 'close')) as [number, Buffer];
  expect({ code, reason: String(reason) }).toEqual({ code: 4400, reason: expect.stringMatching(SAID) });
  expect((await app.get('/livez')).status).toBe(200);
});
