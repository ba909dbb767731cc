import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AppError, invalidParameter } from '../../src/errors.ts';
import type { Surface } from '../../src/http/request.ts';
import { send, startServer, type TestServer } from './server.ts';

const surface: Surface = {
  name: 'test',
  register(app) {
    app.get('/api/v1/things', { config: { access: 'key' } }, async (request) => ({
      key: request.caller.key?.id ?? null,
      tier: request.caller.tier.id,
      view: request.caller.view,
      url: request.url,
      originalUrl: request.originalUrl,
      query: request.query,
    }));
    app.get('/api/v1/things/:id', { config: { access: 'key' } }, async (request) => {
      request.facts.cacheHit = true;
      request.facts.operation = 'oneThing';
      return { id: (request.params as { id: string }).id };
    });
    app.get('/api/v1/refused', { config: { access: 'key' } }, async () => {
      throw invalidParameter('limit', 'many', 'a whole number');
    });
    app.get('/api/v1/broken', { config: { access: 'key' } }, async () => {
      throw new Error('secret detail of the database');
    });
    app.get('/api/v1/away', { config: { access: 'key' } }, async () => {
      throw Object.assign(new Error('write CONNECTION_CLOSED'), { code: 'CONNECTION_CLOSED' });
    });
    app.get(
      '/shaped',
      {
        config: {
          access: 'graphql',
          renderError: (error) => ({
            status: 200,
            contentType: 'application/json',
            body: JSON.stringify({ errors: [{ code: error.code }] }),
          }),
        },
      },
      async (request) => {
        if (request.caller.key === null) throw new AppError('KEY_MISSING', 'only introspection');
        return { ok: true };
      },
    );
    app.get('/api/things', { config: { access: 'open' } }, async (request) => ({ ip: request.ip }));
    app.post(
      '/api/ingest/:module',
      { config: { access: 'ingest' }, bodyLimit: 16 * 1024 * 1024 },
      async (request) => ({
        length: JSON.stringify(request.body).length,
      }),
    );
    app.post('/api/admin', { config: { access: 'admin' } }, async () => ({ ok: true }));
    app.post('/echo', async (request) => request.body);
  },
};

let server: TestServer;
let token: string;
let keyId: string;

beforeAll(async () => {
  server = await startServer({ surfaces: [surface], openFeedsPerMinute: 3 });
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
      tier: 'pro',
      view: { from: null, until: null, now: '2026-03-04T05:06:07.000Z' },
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
      type: 'urn:alpha-data:problem:key-missing',
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
    const gone = await server.newKey('gold');
    const answer = await get('/api/v1/things', { 'x-api-key': gone.token });
    expect(await answer.json()).toMatchObject({ tier: 'free' });
    expect(server.logText()).toContain('no such tier; treated as free');
  });
});

describe('headers', () => {
  test('rate limits of the minute and the day, in both dialects', async () => {
    const fresh = await server.newKey('pro_api');
    await get('/api/v1/things', { 'x-api-key': fresh.token });
    const { headers } = await get('/api/v1/things', { 'x-api-key': fresh.token });
    const startOfNextMinute = Date.parse('2026-03-04T05:07:00Z') / 1000;
    expect(headers.get('x-ratelimit-limit')).toBe('60');
    expect(headers.get('x-ratelimit-remaining')).toBe('58');
    expect(headers.get('x-ratelimit-reset')).toBe(String(startOfNextMinute));
    expect(headers.get('x-ratelimit-day-limit')).toBe('2500');
    expect(headers.get('x-ratelimit-day-remaining')).toBe('2498');
    expect(headers.get('x-ratelimit-day-reset')).toBe(String(Date.parse('2026-03-05T00:00:00Z') / 1000));
    expect(headers.get('ratelimit-policy')).toBe('"minute";q=60;w=60, "day";q=2500;w=86400');
    expect(headers.get('ratelimit')).toBe('"minute";r=58;t=53, "day";r=2498;t=68033');
  });

  test('nothing is refused yet, remaining never goes below 0', async () => {
    const poor = await server.newKey('free');
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => get('/api/v1/things', { 'x-api-key': poor.token })),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
    const last = await get('/api/v1/things', { 'x-api-key': poor.token });
    expect(last.headers.get('x-ratelimit-remaining')).toBe('0');
  });

  test('a unit is given back when the fault is ours, not otherwise', async () => {
    const fresh = await server.newKey('pro_api');
    const remaining = async (path: string) =>
      (await get(path, { 'x-api-key': fresh.token })).headers.get('x-ratelimit-remaining');
    expect(await remaining('/api/v1/refused')).toBe('59');
    expect(await remaining('/api/v1/broken')).toBe('59');
    expect(await remaining('/api/v1/away')).toBe('59');
    expect(await remaining('/api/v1/nowhere')).toBe('58');
  });

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
      type: 'urn:alpha-data:problem:invalid-parameter',
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

describe('bodies', () => {
  const post = (path: string, body: string, headers: Record<string, string> = {}) =>
    fetch(server.url + path, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', ...headers },
    });

  test('over 100 KB is 413, more where the route takes more', async () => {
    const million = JSON.stringify('x'.repeat(1_000_000));
    expect(await problem(await post('/echo', million))).toMatchObject({
      status: 413,
      code: 'PAYLOAD_TOO_LARGE',
    });
    expect((await post('/echo', JSON.stringify('x'.repeat(90_000)))).status).toBe(200);
    const { token: ingest } = await server.newKey('pro', 'ingest');
    expect((await post('/api/ingest/mte', million, { 'x-api-key': ingest })).status).toBe(200);
    expect((await post('/api/ingest/mte', million)).status).toBe(401);
  });

  test('broken JSON is 400, other media types 415', async () => {
    expect(await problem(await post('/echo', '{'))).toMatchObject({ status: 400, code: 'BAD_REQUEST' });
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])
      expect(await problem(await post('/echo', 'a=1', { 'content-type': type }))).toMatchObject({
        status: 415,
        code: 'UNSUPPORTED_MEDIA_TYPE',
      });
  });
});

describe('open feeds', () => {
  test('are limited by IP and minute, and read no key', async () => {
    server.clock.set('2026-03-04T06:00:10Z');
    const ask = () => fetch(`${server.url}/api/things`, { headers: { 'x-api-key': 'nonsense' } });
    for (let i = 0; i < 3; i++) expect((await ask()).status).toBe(200);
    const refused = await ask();
    expect(refused.headers.get('retry-after')).toBe('50');
    expect(refused.headers.get('x-ratelimit-limit')).toBe('3');
    expect(refused.headers.get('x-ratelimit-remaining')).toBe('0');
    expect(await problem(refused)).toMatchObject({ status: 429, code: 'RATE_LIMITED', retry_after: 50 });
    server.clock.set('2026-03-04T06:01:00Z');
    expect((await ask()).status).toBe(200);
  });
});

describe('HEAD and OPTIONS', () => {
  test('HEAD is GET without the body', async () => {
    const whole = await send(`${server.url}/api/v1/things/1`, { headers: { 'x-api-key': token } });
    const head = await send(`${server.url}/api/v1/things/1`, {
      method: 'HEAD',
      headers: { 'x-api-key': token },
    });
    expect(head.status).toBe(200);
    expect(head.body).toBe('');
    for (const name of ['content-length', 'content-type', 'vary', 'x-ratelimit-limit'])
      expect(head.headers[name]).toBe(whole.headers[name]);
    expect((await send(`${server.url}/api/v1/things`, { method: 'HEAD' })).status).toBe(401);
  });

  test('a preflight is answered without a key and costs nothing', async () => {
    const answer = await fetch(`${server.url}/api/v1/things`, {
      method: 'OPTIONS',
      headers: { origin: 'https://app.example', 'access-control-request-method': 'GET' },
    });
    expect(answer.status).toBe(204);
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(answer.headers.get('access-control-allow-headers')).toContain('X-API-Key, Content-Type');
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
    expect(answer.headers.get('allow')).toBe('GET, HEAD, OPTIONS');
  });

  test('OPTIONS without an origin tells the methods; errors can be read by pages too', async () => {
    expect((await fetch(`${server.url}/echo`, { method: 'OPTIONS' })).headers.get('allow')).toBe(
      'POST, OPTIONS',
    );
    expect((await fetch(`${server.url}/nowhere`, { method: 'OPTIONS' })).status).toBe(404);
    const refused = await fetch(`${server.url}/api/v1/things`, {
      headers: { origin: 'https://app.example' },
    });
    expect(refused.headers.get('access-control-allow-origin')).toBe('*');
    expect(refused.headers.get('access-control-expose-headers')).toContain('X-RateLimit-Remaining');
  });
});

describe('the log line', () => {
  test('has who, what, cost, time and size', async () => {
    await get('/api/v1/things/1?api_key=zzz', { 'x-request-id': 'line-1' });
    const line = await server.line('line-1');
    expect(line).toMatchObject({
      method: 'GET',
      route: '/api/v1/things/:id',
      operation: 'oneThing',
      status: 200,
      key_id: keyId,
      tier: 'pro',
      cost: 1,
      cache_hit: true,
      ip: '127.0.0.1',
    });
    expect(line.ms).toBeGreaterThan(0);
    expect(line.bytes).toBeGreaterThan(200);
  });

  test('health checks are quiet', async () => {
    await get('/livez', { 'x-request-id': 'line-2' });
    expect((await server.line('line-2')).level).toBe(20);
  });

  test('never a key, wherever it was put', async () => {
    await get(`/api/v1/things?api_key=${token}`);
    await get(`/nowhere/${token}?api_key=${token}`);
    await get('/api/v1/broken', { 'x-request-id': token });
    await fetch(`${server.url}/api/v1/things#api_key=${token}`);
    await send(`${server.url}/%zz?api_key=${token}`);
    await get('/api/v1/things', { 'x-request-id': 'line-3' });
    await server.line('line-3');
    const [, payload = '', signature = ''] = token.split('.');
    expect(server.logText()).not.toContain(signature);
    expect(server.logText()).not.toContain(payload);
  });
});
