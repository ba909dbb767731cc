import { auditServer } from 'graphql-http';
import { createClient } from 'graphql-ws';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { DEFAULT_TIERS } from '../../src/core/access/tiers.ts';
import { createReader } from '../../src/core/read/read.ts';
import { registry } from '../../src/feeds/index.ts';
import { createGraphqlSurface } from '../../src/graphql/surface.ts';
import { toAppError } from '../../src/http/response/to-app-error.ts';
import type { LogLine } from '../support/capture-log.ts';
import { executeTwice } from '../support/execute-twice.ts';
import { startServer, type TestServer } from '../support/http-server.ts';
import { liveCursors } from '../support/live-cursors.ts';
import { noDirectories } from '../support/no-directories.ts';
import { noNames } from '../support/no-names.ts';
import { noStreams } from '../support/no-streams.ts';
import { snapshots } from '../support/snapshots.ts';
import { fakeInsiders, fakeStore } from './fake-store.ts';
import { type Answer, PAGE_PARTS } from './serve.ts';

let server: TestServer;
let token: string;

const surface = () =>
  createGraphqlSurface({
    streams: noStreams,
    liveCursors,
    snapshots,
    log: () => undefined,
    modules: registry,
    reader: createReader({
      store: fakeStore(),
      insiders: fakeInsiders,
      search: noNames,
      directories: noDirectories,
    }),
    tiers: DEFAULT_TIERS,
    usage: () => Promise.reject(new Error('not asked for')),
    toClientError: toAppError,
    execute: executeTwice,
    pageParts: PAGE_PARTS,
  });

/** One request a minute without a key. */
async function strictServer(): Promise<AsyncDisposable & { readonly url: string }> {
  const { url, close } = await startServer({ surfaces: [surface()], openFeedsPerMinute: 1 });
  return { url, [Symbol.asyncDispose]: close };
}

beforeAll(async () => {
  server = await startServer({ surfaces: [surface()] });
  ({ token } = await server.newKey('quant'));
});
afterAll(() => server.close());

async function post(body: string, headers: Record<string, string> = {}) {
  const response = await fetch(`${server.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  });
  const answer = (await response.json()) as Answer['body'];
  return { response, answer, code: answer.errors?.[0]?.extensions.code };
}

const SIGNALS = JSON.stringify({ query: 'query Signals { signals { nodes { id } } }' });

test('the 61 audits behind the whole pipeline, with a key', async () => {
  const results = await auditServer({
    url: `${server.url}/graphql`,
    fetchFn: (input: string, init: RequestInit = {}) => {
      const headers = new Headers(init.headers);
      headers.set('x-api-key', token);
      return fetch(input, { ...init, headers });
    },
  });
  expect(results.filter(({ status }) => status !== 'ok').map(({ id, name }) => `${id} ${name}`)).toEqual([]);
  expect(results).toHaveLength(61);
});

test('the caller comes from the pipeline, the operation name goes to its log', async () => {
  const { response, answer } = await post(SIGNALS, { 'x-api-key': token });
  expect(answer).toMatchObject({ data: { signals: { nodes: [] } } });
  expect(response.headers.get('x-ratelimit-limit')).toBe('600');
  expect(await server.line(response.headers.get('x-request-id') ?? '')).toMatchObject({
    operation: 'Signals',
  });
});

test('errors of the pipeline look like errors of GraphQL', async () => {
  for (const [headers, status, expected] of [
    [{}, 401, 'KEY_MISSING'],
    [{ 'x-api-key': 'nonsense' }, 401, 'KEY_INVALID'],
    [{ 'x-api-key': token, 'content-type': 'text/plain' }, 415, 'UNSUPPORTED_MEDIA_TYPE'],
  ] as const) {
    const { response, answer, code } = await post(SIGNALS, headers);
    expect([response.status, code, answer.data]).toEqual([status, expected, undefined]);
    expect(answer.errors?.[0].extensions.requestId).toBe(response.headers.get('x-request-id'));
  }
});

test('a 401 says how to authenticate, wherever it arose', async () => {
  for (const headers of [{}, { 'x-api-key': 'nonsense' }])
    expect((await post(SIGNALS, headers)).response.headers.get('www-authenticate')).toBe(
      'ApiKey realm="alpha-data"',
    );
});

test('the page of GraphiQL spends no limit and is never refused as JSON', async () => {
  await using own = await strictServer();
  const page = (headers: Record<string, string> = {}, method = 'GET') =>
    fetch(`${own.url}/graphql`, { method, headers: { accept: 'text/html,*/*;q=0.8', ...headers } });
  const introspect = () => fetch(`${own.url}/graphql?query={__typename}`);
  const isPage = async (answer: Response) => {
    await answer.arrayBuffer();
    return [answer.status, answer.headers.get('content-type')];
  };
  const html = [200, 'text/html; charset=utf-8'];
  for (let n = 0; n < 3; n += 1) expect(await isPage(await page())).toEqual(html);
  expect((await introspect()).status).toBe(200);
  expect((await introspect()).status).toBe(429);
  expect(await isPage(await page())).toEqual(html);
  expect(await isPage(await page({ 'x-api-key': 'nonsense' }))).toEqual(html);
  expect(await isPage(await page({}, 'HEAD'))).toEqual(html);
});

test('a POST that would take a page as well is still answered', async () => {
  const { answer } = await post('{"query":"{ __typename }"}', { accept: 'application/json, text/html' });
  expect(answer.data).toEqual({ __typename: 'Query' });
});

test('without a key the schema can be asked for, and a browser gets GraphiQL', async () => {
  expect((await post(JSON.stringify({ query: '{ __schema { queryType { name } } }' }))).response.status).toBe(
    200,
  );
  const page = await fetch(`${server.url}/graphql`, { headers: { accept: 'text/html' } });
  expect(page.status).toBe(200);
  expect(await page.text()).toContain('GraphiQL');
});

test('an operation over WebSocket leaves a line in the log, with its cost or why it was refused', async () => {
  const { id, token: key } = await server.newKey('quant');
  const client = createClient({
    url: `${server.url.replace('http', 'ws')}/graphql`,
    webSocketImpl: WebSocket,
    connectionParams: { 'X-API-Key': key },
  });
  const linesOf = () =>
    server
      .logText()
      .split('\n')
      .filter((line) => line.includes('"transport":"ws"') && line.includes(id))
      .map((line): LogLine => JSON.parse(line));
  const run = async (query: string) => {
    for await (const _ of client.iterate({ query })) break;
  };
  await run('query Named { viewer { keyId } }');
  await run('{ nothing }').catch(() => undefined);
  await run('subscription Refused { signals { kind } }').catch(() => undefined);
  await client.dispose();
  const line = { method: 'WEBSOCKET', route: '/graphql', key_id: id, tier: 'quant', ip: '127.0.0.1' };
  await expect.poll(linesOf).toMatchObject([
    { ...line, operation: 'Named', cost: 1, ms: expect.any(Number) },
    { ...line, code: 'GRAPHQL_VALIDATION_FAILED', cost: 0 },
    { ...line, operation: 'Refused', code: 'INTERNAL', cost: 0 },
  ]);
  expect(linesOf()[0]).not.toHaveProperty('code');
  expect(server.logText()).not.toContain(key);
});
