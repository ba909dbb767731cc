import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { matchingTag, notModified } from '../../../src/http/response/etag.ts';
import { negotiateEncoding } from '../../../src/http/response/negotiate-encoding.ts';
import type { Surface } from '../../../src/http/surface.ts';
import { send, startServer, type TestServer } from '../../support/http-server.ts';

const BIG = JSON.stringify(Array.from({ length: 200 }, (_, i) => ({ id: i, name: 'a row of data' })));
const closed = Promise.withResolvers<void>();
let built = 0;

async function* endless() {
  try {
    for (let i = 0; ; i++) {
      yield `row ${i},${'x'.repeat(200)}\n`;
      await new Promise((resolve) => setImmediate(resolve));
    }
  } finally {
    closed.resolve();
  }
}

let fail = Promise.withResolvers<void>();

/** Fails when the client has seen the beginning. */
async function* failing() {
  yield 'timestamp,value\n';
  await fail.promise;
  throw new Error('cursor lost');
}

const surface: Surface = {
  name: 'test',
  register(app) {
    app.get('/big', (_request, reply) =>
      reply.header('etag', '"v1"').header('vary', 'Accept').type('application/json').send(BIG),
    );
    app.get('/early', (request, reply) => {
      reply.header('cache-control', 'private, no-cache');
      if (notModified(request, reply, '"v1"')) return reply;
      built += 1;
      return reply.type('application/json').send(BIG);
    });
    app.get('/small', (_request, reply) => reply.header('etag', '"s"').send({ ok: true }));
    app.get('/image', (_request, reply) => reply.type('image/png').send(Buffer.alloc(5000)));
    app.get('/csv', (_request, reply) =>
      reply
        .header('etag', '"c"')
        .type('text/csv')
        .send(Readable.from(['a,b\n', '1,2\n'.repeat(500)])),
    );
    app.get(
      '/web',
      () => new Response(BIG, { status: 201, headers: { 'content-type': 'application/json', 'x-own': '1' } }),
    );
    app.get('/lazy', (request, reply) => {
      reply.header('etag', '"z"').type('text/csv');
      return reply.send(request.method === 'HEAD' ? undefined : Readable.from(['a,b\n']));
    });
    app.get('/events', (_request, reply) =>
      reply.type('text/event-stream').send(Readable.from([`data: ${'x'.repeat(3000)}\n\n`])),
    );
    app.get('/endless', (_request, reply) => reply.type('text/csv').send(Readable.from(endless())));
    app.get('/failing', (_request, reply) => reply.type('text/csv').send(Readable.from(failing())));
  },
};

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ surfaces: [surface] });
});
afterAll(() => server.close());

/** Status, headers and undecoded bytes. */
function raw(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const { promise, resolve, reject } = Promise.withResolvers<{
    status: number | undefined;
    headers: Record<string, string | string[] | undefined>;
    bytes: Buffer;
  }>();
  const request = httpRequest(server.url + path, { method, headers, agent: false }, (response) => {
    buffer(response).then(
      (bytes) => resolve({ status: response.statusCode, headers: response.headers, bytes }),
      reject,
    );
  });
  request.on('error', reject).end();
  return promise;
}

describe('compression', () => {
  test('brotli and gzip by weight, marked in the tag', async () => {
    const br = await raw('/big', { 'accept-encoding': 'gzip, deflate, br' });
    expect(br.headers).toMatchObject({
      'content-encoding': 'br',
      etag: '"v1-br"',
      vary: 'Accept, Accept-Encoding',
    });
    expect(br.headers['content-length']).toBe(String(br.bytes.length));
    expect(brotliDecompressSync(br.bytes).toString()).toBe(BIG);
    const gzip = await raw('/big', { 'accept-encoding': 'br;q=0.5, gzip' });
    expect(gzip.headers).toMatchObject({ 'content-encoding': 'gzip', etag: '"v1-gzip"' });
    expect(gunzipSync(gzip.bytes).toString()).toBe(BIG);
    const plain = await raw('/big');
    expect(plain.headers).toMatchObject({ etag: '"v1"', vary: 'Accept, Accept-Encoding' });
    expect(plain.headers['content-encoding']).toBeUndefined();
  });

  test('not for small bodies, images and event streams', async () => {
    for (const path of ['/small', '/image', '/events']) {
      const { headers } = await raw(path, { 'accept-encoding': 'br' });
      expect(headers['content-encoding']).toBeUndefined();
    }
  });

  test('streams and web responses too', async () => {
    const csv = await raw('/csv', { 'accept-encoding': 'gzip' });
    expect(csv.headers).toMatchObject({ 'content-encoding': 'gzip', etag: '"c-gzip"' });
    expect(gunzipSync(csv.bytes).toString()).toBe(`a,b\n${'1,2\n'.repeat(500)}`);
    const web = await raw('/web', { 'accept-encoding': 'br' });
    expect(web).toMatchObject({ status: 201, headers: { 'content-encoding': 'br', 'x-own': '1' } });
    expect(brotliDecompressSync(web.bytes).toString()).toBe(BIG);
    expect((await raw('/web')).bytes.toString()).toBe(BIG);
  });

  test('HEAD tells what GET would', async () => {
    for (const path of ['/big', '/csv', '/web', '/small', '/lazy']) {
      const headers = { 'accept-encoding': 'br' };
      const get = await raw(path, headers);
      const head = await raw(path, headers, 'HEAD');
      expect(head.bytes).toHaveLength(0);
      expect(head.status).toBe(get.status);
      for (const name of ['content-encoding', 'content-length', 'etag', 'content-type', 'vary'])
        if (path !== '/web' || name !== 'content-length') expect(head.headers[name]).toBe(get.headers[name]);
    }
  });

  test.each(['br', 'identity'])('a source that fails breaks the answer off (%s)', async (encoding) => {
    fail = Promise.withResolvers();
    const headers = { 'accept-encoding': encoding, 'x-request-id': `fail-${encoding}` };
    const request = httpRequest(`${server.url}/failing`, { headers, agent: false }).end();
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    const bytes = buffer(response);
    fail.resolve();
    await expect(bytes).rejects.toThrow('aborted');
    expect(await server.line(`fail-${encoding}`)).toMatchObject({ aborted: true });
    expect(server.logText()).toContain('cursor lost');
  });

  test('a client that goes away closes the source, and the line says so', async () => {
    const request = httpRequest(`${server.url}/endless`, {
      headers: { 'accept-encoding': 'br', 'x-request-id': 'gone' },
      agent: false,
    });
    request.on('error', () => request.destroy());
    request.on('response', (response) => response.once('data', () => request.destroy()));
    request.end();
    await closed.promise;
    expect(await server.line('gone')).toMatchObject({ aborted: true });
  });

  test.each([
    [undefined, null],
    ['', null],
    ['identity', null],
    ['gzip', 'gzip'],
    ['*', 'br'],
    ['gzip;q=1.0, br;q=0', 'gzip'],
    ['br;q=0.2, gzip;q=0.8', 'gzip'],
    ['BR', 'br'],
    ['identity;q=1, br;q=0.5', null],
    ['*;q=0', null],
    ['br;q=oops', null],
    ['deflate', null],
    ['x-gzip', 'gzip'],
    ['br;q=0, *', 'gzip'],
    ['gzip;q=0.5, *', 'br'],
    ['identity;q=0, *', 'br'],
    ['identity, *;q=0.5', null],
    ['br;q=0, gzip;q=0, *', null],
    ['X-GZIP;q=0.5, *;q=0', 'gzip'],
    ['gzip;q=0.5, identity;q=0.4', 'gzip'],
    ['identity;q=0, gzip ; q=0.1', 'gzip'],
  ])('negotiates %s as %s', (header, expected) => {
    expect(negotiateEncoding(header)).toBe(expected);
  });
});

describe('conditional requests', () => {
  test.each(['"v1"', '"v1-br"', '"v1-gzip"', 'W/"v1"', '"x", "v1"', '*'])(
    '%s is answered 304',
    async (tag) => {
      for (const path of ['/big', '/early']) {
        const answer = await raw(path, { 'if-none-match': tag, 'accept-encoding': 'br' });
        expect(answer.status).toBe(304);
        expect(answer.bytes).toHaveLength(0);
        expect(answer.headers['content-length']).toBeUndefined();
        expect(answer.headers['content-type']).toBeUndefined();
        expect(String(answer.headers.vary)).toContain('Accept-Encoding');
        expect(String(tag)).toContain(tag === '*' ? '*' : String(answer.headers.etag));
        const head = await raw(path, { 'if-none-match': tag }, 'HEAD');
        expect([head.status, head.headers['content-length']]).toEqual([304, undefined]);
      }
    },
  );

  test('the early answer builds nothing', async () => {
    const before = built;
    const answer = await raw('/early', { 'if-none-match': '"v1-br"' });
    expect(answer.headers['cache-control']).toBe('private, no-cache');
    expect(built).toBe(before);
  });

  test.each(['"v2"', '"v1-zstd"', 'v1', '"V1"', '"v1', '""'])('%s is not', (tag) => {
    expect(matchingTag(tag, '"v1"')).toBeNull();
  });

  test('HEAD and GET of Fastify agree on a plain answer', async () => {
    const head = await send(`${server.url}/small`, { method: 'HEAD' });
    expect(head.headers['content-length']).toBe('11');
  });
});
