import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
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
      detail: 'the body is larger than the 102,400 bytes (100 KiB) that this route accepts',
    });
    expect((await post('/echo', JSON.stringify('x'.repeat(90_000)))).status).toBe(200);
    const { token: ingest } = await server.newKey('pro', 'ingest');
    expect((await post('/api/ingest/mte', million, { 'x-api-key': ingest })).status).toBe(200);
    expect((await post('/api/ingest/mte', million)).status).toBe(401);
  });

  test('one that its client breaks off is no fault of the store', async () => {
    const id = randomUUID();
    const socket = connect(server.port, '127.0.0.1');
    socket.write(
      `POST /echo HTTP/1.1\r\nHost: localhost\r\nX-API-Key: ${token}\r\nX-Request-Id: ${id}\r\n` +
        'Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{"half":',
    );
    await expect.poll(async () => (await get('/metrics')).text()).toContain('http_requests_in_flight 2'); // the other one asks for it
    socket.resetAndDestroy();
    expect(await server.line(id)).toMatchObject({ aborted: true });
    await get('/livez'); // by then its error is dealt with, too
    expect(server.logText()).not.toContain('"unavailable"');
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
      tier: 'quant',
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
