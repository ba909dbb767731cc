import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { MAX_WAITING } from '../../../src/http/connection/serialize-answers.ts';
import type { Surface } from '../../../src/http/surface.ts';
import { startServer, type TestServer } from '../../support/http-server.ts';

/** More than the kernel takes for a peer that does not read. */
const LARGE = Buffer.alloc(24 * 2 ** 20, 'x');

const get = (path: string, headers = '') => `GET ${path} HTTP/1.1\r\nHost: x\r\n${headers}\r\n`;

const UPGRADE =
  'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n' +
  'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Protocol: counted\r\n';

/** Counts the answers that were begun. */
function counted() {
  const begun: string[] = [];
  let open = Promise.withResolvers<void>();
  const surface: Surface = {
    name: 'counted',
    register(app) {
      app.get('/large', async (_request, reply) => {
        begun.push('large');
        return reply.type('application/octet-stream').send(LARGE);
      });
      app.get<{ Params: { n: string } }>('/small/:n', ({ params }) => {
        begun.push(params.n);
        return { small: params.n };
      });
      app.post<{ Body: { n: number } }>('/small', ({ body }) => {
        begun.push(String(body.n));
        return { small: String(body.n) };
      });
      app.get('/socket', () => {
        begun.push('no socket');
        return {};
      });
      app.get('/gate', async () => {
        begun.push('gate');
        await open.promise;
        return {};
      });
    },
    sockets: {
      path: '/socket',
      protocol: 'counted',
      opened(connection) {
        begun.push('socket');
        connection.onMessage(async () => undefined);
      },
    },
  };
  const release = () => {
    open.resolve();
    open = Promise.withResolvers();
  };
  return { surface, begun, release };
}

const servers: TestServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

/** With answers that are kept a listener of ours stands in front of Fastify's. */
describe.each([
  ['Fastify alone', 0],
  ['the fast path in front', 1_000_000],
])('requests that one connection pipelines, %s', (_name, cacheBytes) => {
  const start = async () => {
    const { surface, begun, release } = counted();
    const server = await startServer({ surfaces: [surface], cacheBytes, openFeedsPerMinute: 1_000_000 });
    servers.push(server);
    /** Pipelines the requests in one write; resolves once the server has begun the first of them. */
    const pipeline = async (requests: string): Promise<Socket> => {
      const socket = connect(server.port, '127.0.0.1');
      socket.on('error', () => socket.destroy()); // the server cut it off
      socket.pause();
      await once(socket, 'connect');
      const before = begun.length;
      socket.write(requests);
      await expect.poll(() => begun.length).toBeGreaterThan(before);
      return socket;
    };
    /** By then the server had every chance to begin more. */
    const others = async () => {
      for (let n = 0; n < 20; n += 1) expect((await fetch(`${server.url}/livez`)).status).toBe(200);
    };
    return { server, begun, release, pipeline, others };
  };

  test('no answer is made for a socket that does not drain; one that reads gets all of them', async () => {
    const { begun, pipeline, others } = await start();
    const socket = await pipeline(get('/large').repeat(4) + get('/small/last', 'Connection: close\r\n'));
    await others();
    expect(begun).toEqual(['large']);
    let bytes = 0;
    socket.on('data', (chunk) => {
      bytes += chunk.length;
    });
    socket.resume();
    await once(socket, 'close');
    expect(begun).toEqual(['large', 'large', 'large', 'large', 'last']);
    expect(bytes).toBeGreaterThan(4 * LARGE.length);
  });

  test('what waits for a client that left is dropped', async () => {
    const { server, begun, release, pipeline, others } = await start();
    const socket = await pipeline(get('/gate').repeat(20));
    expect(await connectionsOf(server)).toBe(1);
    socket.resetAndDestroy();
    await expect.poll(() => connectionsOf(server)).toBe(0);
    release();
    await others();
    expect(begun).toEqual(['gate']);
  });

  test('they are answered in their order, with bodies and without', async () => {
    const { begun, pipeline } = await start();
    const post = (n: number) => {
      const body = JSON.stringify({ n });
      return `POST /small HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    };
    const numbers = Array.from({ length: 40 }, (_, n) => n);
    const requests = numbers.map((n) => (n % 2 === 0 ? get(`/small/${n}`) : post(n))).join('');
    const socket = await pipeline(requests + get('/small/end', 'Connection: close\r\n'));
    let text = '';
    socket.on('data', (chunk) => {
      text += String(chunk);
    });
    socket.resume();
    await once(socket, 'close');
    const expected = [...numbers.map(String), 'end'];
    expect(begun).toEqual(expected);
    expect([...text.matchAll(/"small":"(\w+)"/g)].map(([, n]) => n)).toEqual(expected);
  });

  test('one turn of the event loop begins few of them, of however many connections', async () => {
    const { begun, release, pipeline } = await start();
    const sockets = await Promise.all(
      Array.from({ length: 60 }, () => pipeline(get('/gate') + get('/small/x').repeat(5))),
    );
    await expect.poll(() => begun.length).toBe(sockets.length);
    for (const socket of sockets) socket.resume();
    const perTurn: number[] = [];
    const before = begun.length;
    release();
    for (let last = before; last < before + 300; last = begun.length) {
      await new Promise((resolve) => setImmediate(resolve));
      perTurn.push(begun.length - last);
    }
    expect(Math.max(...perTurn)).toBeLessThanOrEqual(20); // a turn's own and those of the next, as they interleave
    for (const socket of sockets) socket.destroy();
  });

  test('a client that half-closes behind its requests gets every answer', async () => {
    const { pipeline } = await start();
    const socket = await pipeline(get('/small/a') + get('/small/b') + get('/small/c'));
    socket.end();
    let text = '';
    socket.on('data', (chunk) => {
      text += String(chunk);
    });
    socket.resume();
    await once(socket, 'close');
    expect(text.match(/"small":"\w"/g)).toEqual(['"small":"a"', '"small":"b"', '"small":"c"']);
  });

  test('a WebSocket does not open behind an answer that is on its way; it does once that has come', async () => {
    const { begun, release, pipeline } = await start();
    const socket = await pipeline(get('/gate') + get('/small/a') + get('/socket', UPGRADE));
    let text = '';
    socket.on('data', (chunk) => {
      text += String(chunk);
    });
    socket.resume();
    release();
    await expect.poll(() => begun.length).toBe(3);
    expect(begun).toEqual(['gate', 'a', 'no socket']);
    await expect.poll(() => text.match(/HTTP\/1.1 \d+/g)).toEqual(Array(3).fill('HTTP/1.1 200'));
    socket.write(get('/socket', UPGRADE));
    await expect.poll(() => begun.at(-1)).toBe('socket');
    await expect.poll(() => text).toContain('HTTP/1.1 101');
    socket.destroy();
  });

  test('a client that pipelines far ahead is cut off, and nothing of it is left', async () => {
    const { server, begun, release, pipeline } = await start();
    const socket = await pipeline(get('/gate').repeat(MAX_WAITING + 2));
    socket.resume();
    await once(socket, 'close');
    await expect.poll(() => connectionsOf(server)).toBe(0);
    release();
    expect(begun).toEqual(['gate']);
  });

  test.each([
    ['of a length that is told', (body: string) => `Content-Length: ${body.length}\r\n\r\n${body}`],
    [
      'in chunks',
      (body: string) =>
        `Transfer-Encoding: chunked\r\n\r\n${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`,
    ],
  ])('a client that pipelines more bodies ahead than fit is cut off, %s', async (_way, framed) => {
    const { server, begun, release, pipeline } = await start();
    const post = `POST /small HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${framed(`"${'x'.repeat(50_000)}"`)}`;
    const socket = await pipeline(get('/gate') + post.repeat(10));
    socket.resume();
    await expect.poll(() => socket.closed).toBe(true);
    await expect.poll(() => connectionsOf(server)).toBe(0);
    release();
    expect(begun).toEqual(['gate']);
  });
});

/** Connections that the server has open, but those of `fetch`. */
async function connectionsOf(server: TestServer): Promise<number> {
  server.http.app.server.closeIdleConnections();
  const { promise, resolve } = Promise.withResolvers<number>();
  server.http.app.server.getConnections((_error, count) => resolve(count));
  return promise;
}
