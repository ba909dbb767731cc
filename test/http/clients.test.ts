import { afterEach, describe, expect, test } from 'vitest';
import { cutApiKey } from '../../src/http/authentication/api-key.ts';
import { networkOf } from '../../src/http/quota/ip-limit.ts';
import type { Surface } from '../../src/http/surface.ts';
import { send, sendRaw, startServer, type TestServer } from '../support/http-server.ts';

const surface: Surface = {
  name: 'test',
  register(app) {
    app.get('/api/v1/things', { config: { access: 'key' } }, async () => ({ ok: true }));
    app.get('/api/things', { config: { access: 'open' } }, async (request) => ({ ip: request.ip }));
    app.get('/page', (_request, reply) => reply.type('text/html; charset=utf-8').send('<p>'));
  },
};

let server: TestServer | undefined;
async function start(options: Parameters<typeof startServer>[0] = {}): Promise<TestServer> {
  server = await startServer({ surfaces: [surface], ...options });
  return server;
}
afterEach(async () => {
  await server?.close();
  server = undefined;
});

test('an offer to go on with HTTP/2 is left alone', async () => {
  const { url, newKey } = await start();
  const { token } = await newKey();
  // As Java's client and curl make it of every request.
  const offer = {
    Connection: 'Upgrade, HTTP2-Settings',
    Upgrade: 'h2c',
    'HTTP2-Settings': 'AAEAAEAAAAIAAAABAAMAAABkAAQBAAAA',
  };
  const ask = (path: string) => send(`${url}${path}`, { headers: { ...offer, 'X-API-Key': token } });
  expect((await Promise.all([ask('/page'), ask('/api/v1/things')])).map(({ status }) => status)).toEqual([
    200, 200,
  ]);
});

describe('keys on the wire', () => {
  test('whitespace, padding, repetition and size: 401, or 431 when the headers are too large', async () => {
    const { url, newKey } = await start();
    const { token } = await newKey();
    const ask = async (key: string | string[]) =>
      (await send(`${url}/api/v1/things`, { headers: { 'X-API-Key': key } })).status;
    expect(await ask(token)).toBe(200);
    expect(await ask([token, token])).toBe(401);
    expect(await ask(['', token])).toBe(401);
    expect(await ask('')).toBe(401);
    expect(await ask(`${token}=`)).toBe(401);
    expect(await ask(`${token.slice(0, 50)} ${token.slice(50)}`)).toBe(401);
    expect(await ask(`Bearer ${token}`)).toBe(401);
    expect(await ask('x'.repeat(10_000))).toBe(401);
    expect(await ask('x'.repeat(100_000))).toBe(431);
    const query = async (text: string) => (await send(`${url}/api/v1/things?${text}`)).status;
    expect(await query(`api_key=${token}`)).toBe(200);
    expect(await query(`api_key=${token}&api_key=${token}`)).toBe(401);
    expect(await query(`api_key[]=${token}`)).toBe(401);
    expect(await query('api_key=')).toBe(401);
    expect(await query('api_key')).toBe(401);
    expect(await query(`api_key=%20${token}`)).toBe(401);
    expect(await query(`API_KEY=${token}`)).toBe(401);
  });

  test('a token of 5 MB ends the connection without an answer of the service', async () => {
    const { port, logText } = await start();
    const answer = await sendRaw(
      port,
      `GET /api/v1/things HTTP/1.1\r\nHost: x\r\nX-API-Key: ${'a'.repeat(5_000_000)}\r\n\r\n`,
    );
    expect(answer).toMatch(/^(HTTP\/1.1 431 .*)?$/s);
    expect(logText()).not.toContain('aaaa');
  });

  test.each([
    ['/a', '/a', []],
    ['/a?x=1', '/a?x=1', []],
    ['/a?api_key=k', '/a', ['k']],
    ['/a?x=1&api_key=k&y=%zz', '/a?x=1&y=%zz', ['k']],
    ['/a?%61pi%5fkey=k%2E', '/a', ['k.']],
    ['/a?api_key', '/a', ['']],
    ['/a?api_key=1&api_key=2', '/a', ['1', '2']],
    ['/a#api_key=k', '/a', ['k']],
    ['/a?my_api_key=k', '/a?my_api_key=k', []],
    ['/a?x=%&api_key=k', '/a?x=%', ['k']],
  ])('%s is cut to %s', (url, rest, keys) => {
    expect(cutApiKey(url)).toEqual({ url: rest, keys });
  });
});

describe('addresses', () => {
  const ask = async ({ url }: TestServer, forwarded: string) =>
    JSON.parse((await send(`${url}/api/things`, { headers: { 'x-forwarded-for': forwarded } })).body).ip;

  test('X-Forwarded-For is believed for the proxies there are, and no further', async () => {
    expect(await ask(await start(), '1.1.1.1')).toBe('127.0.0.1');
    await server?.close();
    const one = await start({ trustProxyHops: 1 });
    expect(await ask(one, '9.9.9.9, 1.1.1.1')).toBe('1.1.1.1');
    await one.close();
    const two = await start({ trustProxyHops: 2 });
    expect(await ask(two, '6.6.6.6, 9.9.9.9, 1.1.1.1')).toBe('9.9.9.9');
  });

  test('forged entries do not buy more requests', async () => {
    const { url } = await start({ openFeedsPerMinute: 2 });
    const statuses: number[] = [];
    for (let i = 0; i < 4; i++)
      statuses.push(
        (await send(`${url}/api/things`, { headers: { 'x-forwarded-for': `1.1.1.${i}` } })).status,
      );
    expect(statuses).toEqual([200, 200, 429, 429]);
  });

  test.each([
    ['1.2.3.4', '1.2.3.4'],
    ['::ffff:1.2.3.4', '1.2.3.4'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::1', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['2001:db8:1:2:3::', '2001:db8:1:2::/64'],
    ['nonsense', 'unknown'],
  ])('%s counts as %s', (ip, network) => {
    expect(networkOf(ip)).toBe(network);
  });
});

describe('browsers', () => {
  test('an allow-list echoes its origins alone and varies by origin', async () => {
    const { url } = await start({ corsOrigins: ['https://app.example'] });
    const ask = (origin: string) => send(`${url}/api/things`, { headers: { origin } });
    const good = await ask('https://app.example');
    expect(good.headers['access-control-allow-origin']).toBe('https://app.example');
    expect(good.headers.vary).toBe('Accept-Encoding, Origin');
    const bad = await ask('https://evil.example');
    expect(bad.headers['access-control-allow-origin']).toBeUndefined();
    expect(bad.headers.vary).toBe('Accept-Encoding, Origin');
  });

  test('pages state their own content policy', async () => {
    const { url } = await start();
    expect((await send(`${url}/page`)).headers['content-security-policy']).toBeUndefined();
    expect((await send(`${url}/page`)).headers['x-content-type-options']).toBe('nosniff');
  });

  test('simulated data says so on every answer', async () => {
    const { url } = await start({ dataOrigin: 'simulated' });
    for (const path of ['/api/things', '/api/v1/things', '/livez', '/nowhere', '/%zz'])
      expect((await send(url + path)).headers['x-data-origin']).toBe('simulated');
  });
});
