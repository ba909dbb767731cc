import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { send, startServer, type TestServer } from '../support/http-server.ts';
import { things } from './things.ts';

let server: TestServer;
let token: string;
let keyId: string;

beforeAll(async () => {
  server = await startServer({ surfaces: [things], openFeedsPerMinute: 3 });
  ({ token, id: keyId } = await server.newKey());
});
afterAll(() => server.close());

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(server.url + path, { headers: { 'x-api-key': token, ...headers } });
const problem = async (answer: Response): Promise<object> => ({
  status: answer.status,
  ...((await answer.json()) as object),
});

describe('who asks', () => {
  test('a key in the header', async () => {
    const answer = await get('/api/v1/things');
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({
      key: keyId,
      tier: 'quant',
      view: { from: null, until: null, now: '2026-03-04T05:07:00.000Z' },
    });
  });

  test('a key in the URL, which nothing behind ever sees', async () => {
    const answer = await fetch(`${server.url}/api/v1/things?a=1&%61pi_key=${token}&b=2`);
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({
      key: keyId,
      url: '/api/v1/things?a=1&b=2',
      originalUrl: '/api/v1/things?a=1&b=2',
      query: { a: '1', b: '2' },
    });
  });

  test('the header wins over the URL', async () => {
    expect((await get('/api/v1/things?api_key=nonsense')).status).toBe(200);
    const answer = await fetch(`${server.url}/api/v1/things?api_key=${token}`, {
      headers: { 'x-api-key': 'x' },
    });
    expect(answer.status).toBe(401);
  });

  test('no key, a wrong key, a revoked key', async () => {
    expect(await problem(await fetch(`${server.url}/api/v1/things`))).toMatchObject({
      status: 401,
      code: 'KEY_MISSING',
      title: 'API key missing',
      type: '/guides/errors#key_missing',
    });
    expect(await problem(await get('/api/v1/things', { 'x-api-key': 'x.y.z' }))).toMatchObject({
      status: 401,
      code: 'KEY_INVALID',
    });
    const other = await server.newKey();
    await server.keyStore.revoke(other.id, server.clock.now());
    expect(await problem(await get('/api/v1/things', { 'x-api-key': other.token }))).toMatchObject({
      status: 403,
      code: 'KEY_REVOKED',
    });
  });

  test('a 401 names the scheme, and nothing else does', async () => {
    const scheme = async (headers: Record<string, string>) =>
      (await fetch(`${server.url}/api/v1/things`, { headers })).headers.get('www-authenticate');
    expect(await scheme({})).toBe('ApiKey realm="alpha-data"');
    expect(await scheme({ 'x-api-key': 'x.y.z' })).toBe('ApiKey realm="alpha-data"');
    expect(await scheme({ 'x-api-key': token })).toBeNull();
  });

  test('the start is announced by whoever starts the server, not by Fastify', async () => {
    expect(server.logText()).not.toContain('Server listening');
    const id = 'after-the-start';
    await get('/api/v1/things', { 'x-request-id': id });
    expect(await server.line(id)).toMatchObject({ status: 200 });
  });

  test('scopes: admin includes ingest includes read', async () => {
    const statuses = async (scope: 'read' | 'ingest' | 'admin') => {
      const { token: scoped } = await server.newKey('pro', scope);
      const init = {
        method: 'POST',
        body: '[1]',
        headers: { 'x-api-key': scoped, 'content-type': 'application/json' },
      };
      const read = await get('/api/v1/things', { 'x-api-key': scoped });
      const ingest = await fetch(`${server.url}/api/ingest/mte`, init);
      const admin = await fetch(`${server.url}/api/admin`, init);
      return [read.status, ingest.status, admin.status];
    };
    expect(await statuses('read')).toEqual([200, 403, 403]);
    expect(await statuses('ingest')).toEqual([200, 200, 403]);
    expect(await statuses('admin')).toEqual([200, 200, 200]);
  });

  test('a key of a tier that is gone counts as free, and the log says so', async () => {
    const gone = await server.newKey();
    await server.keyStore.update(gone.id, { tier: 'gold' });
    const answer = await get('/api/v1/things', { 'x-api-key': gone.token });
    expect(await answer.json()).toMatchObject({ tier: 'free' });
    expect(server.logText()).toContain('no such tier; treated as free');
  });
});

describe('headers', () => {
  test('security headers on everything', async () => {
    for (const path of ['/api/v1/things', '/nowhere', '/livez', '/api/v1/broken']) {
      const { headers } = await get(path);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    }
  });

  test('a request id of the caller is taken only when it is a short plain token', async () => {
    expect((await get('/api/v1/things', { 'x-request-id': 'abc-1.2:3' })).headers.get('x-request-id')).toBe(
      'abc-1.2:3',
    );
    for (const bad of ['a b', '"x"', 'x'.repeat(65), token])
      expect((await get('/livez', { 'x-request-id': bad })).headers.get('x-request-id')).toMatch(
        /^[0-9a-f-]{36}$/,
      );
  });
});

describe('errors', () => {
  test('problem+json with the parameter and the request id', async () => {
    const answer = await get('/api/v1/refused', { 'x-request-id': 'r-1' });
    expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(await problem(answer)).toEqual({
      type: '/guides/errors#invalid_parameter',
      title: 'Invalid parameter',
      status: 400,
      detail: 'limit must be a whole number; got "many"',
      code: 'INVALID_PARAMETER',
      request_id: 'r-1',
      param: 'limit',
    });
  });

  test('anything unexpected is masked, and logged with its stack', async () => {
    const answer = await get('/api/v1/broken', { 'x-request-id': 'r-broken' });
    const body = await answer.text();
    expect(answer.status).toBe(500);
    expect(body).not.toContain('secret detail');
    expect(JSON.parse(body)).toMatchObject({ code: 'INTERNAL', request_id: 'r-broken' });
    expect(server.logText()).toMatch(
      /"request_id":"r-broken","err":\{.*secret detail of the database.*"stack"/,
    );
  });

  test('a store that is away is 503 with Retry-After', async () => {
    const answer = await get('/api/v1/away');
    expect(answer.headers.get('retry-after')).toBe('2');
    expect(await problem(answer)).toMatchObject({ status: 503, code: 'UNAVAILABLE', retry_after: 2 });
  });

  test('a route may shape its errors itself; a keyless GraphQL request gets to its handler', async () => {
    const answer = await fetch(`${server.url}/shaped`);
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({ errors: [{ code: 'KEY_MISSING' }] });
    const wrong = await get('/shaped', { 'x-api-key': 'x' });
    expect(await wrong.json()).toEqual({ errors: [{ code: 'KEY_INVALID' }] });
    expect(await (await get('/shaped')).json()).toEqual({ ok: true });
  });

  test('unknown routes: 401 first where keys are asked for, 404 elsewhere', async () => {
    for (const path of ['/api/v1/nowhere', '/api/v1', '/api/scorecards/ams/nowhere']) {
      expect((await fetch(server.url + path)).status).toBe(401);
      expect((await get(path)).status).toBe(404);
    }
    expect((await fetch(`${server.url}/nowhere`)).status).toBe(404);
    expect((await fetch(`${server.url}/api/v11`)).status).toBe(404);
  });

  test('a wrong method is 405 with Allow, behind the key', async () => {
    const post = { method: 'POST', headers: { 'x-api-key': token } };
    const answer = await fetch(`${server.url}/api/v1/things/7?x=1`, post);
    expect(answer.headers.get('allow')).toBe('GET, HEAD, OPTIONS');
    expect(await problem(answer)).toMatchObject({ status: 405, code: 'METHOD_NOT_ALLOWED' });
    expect((await fetch(`${server.url}/api/v1/things`, { method: 'DELETE' })).status).toBe(401);
    const open = await fetch(`${server.url}/echo`);
    expect([open.status, open.headers.get('allow')]).toEqual([405, 'POST, OPTIONS']);
    expect(
      (await send(`${server.url}/api/v1/things`, { method: 'PROPFIND', headers: { 'x-api-key': token } }))
        .status,
    ).toBe(405);
  });

  test('a malformed URL is 400 with a request id', async () => {
    const answer = await send(`${server.url}/api/v1/things/%zz`, { headers: { 'x-api-key': token } });
    expect(answer.status).toBe(400);
    expect(JSON.parse(answer.body)).toMatchObject({
      code: 'BAD_REQUEST',
      request_id: answer.headers['x-request-id'],
    });
    expect(answer.headers['x-content-type-options']).toBe('nosniff');
  });

  test('a very long parameter reaches the route', async () => {
    expect((await get(`/api/v1/things/${'x'.repeat(5000)}`)).status).toBe(200);
  });
});
