import { once } from 'node:events';
import { Agent, createServer, get, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { timeIdleAnswers } from '../../../src/http/connection/idle-timeout.ts';
import type { Surface } from '../../../src/http/surface.ts';
import { send, startServer, type TestServer } from '../../support/http-server.ts';

const IDLE_MS = 400;
/** More than the buffers between a server and a client hold. */
const LARGE = Buffer.alloc(32 * 1024 * 1024, 'x');

const surface: Surface = {
  name: 'slow',
  register(app) {
    app.get('/large', () => LARGE);
    app.get('/soon', () => setTimeout(IDLE_MS / 4, 'soon'));
    app.get('/never', () => new Promise(() => undefined));
  },
};

let server: TestServer;
beforeEach(async () => {
  server = await startServer({ surfaces: [surface], limits: { idleTimeoutMs: IDLE_MS } });
});
afterEach(() => server.close());

const agent = () => new Agent({ keepAlive: true, maxSockets: 1 });

async function ask(path: string, by: Agent) {
  const request = get(`${server.url}${path}`, { agent: by });
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  return { answer, isReused: request.reusedSocket };
}

test('a reader who stalls in the middle of an answer is cut off', async () => {
  const socket = connect(server.port, '127.0.0.1');
  socket.write('GET /large HTTP/1.1\r\nHost: x\r\nX-Request-Id: stalled\r\n\r\n');
  expect(await server.line('stalled')).toMatchObject({ aborted: true });
  socket.destroy();
});

test('one who reads on gets all of it, however long it takes', async () => {
  const { answer } = await ask('/large', agent());
  const startedAt = performance.now();
  let got = 0;
  for await (const chunk of answer) {
    const before = got;
    got += chunk.length;
    const step = LARGE.length / 8;
    if (Math.floor(got / step) > Math.floor(before / step)) await setTimeout(IDLE_MS / 4);
  }
  expect(got).toBe(LARGE.length);
  expect(performance.now() - startedAt).toBeGreaterThan(IDLE_MS);
});

test('whoever waits for a handler that hangs is told by the end of the connection', async () => {
  await expect(send(`${server.url}/never`)).rejects.toThrow('socket hang up');
});

test.each(['/livez', '/soon'])(
  'between two requests, %s the first, a connection may idle for longer',
  async (path) => {
    const by = agent();
    const first = await ask(path, by);
    first.answer.resume();
    await once(first.answer, 'close');
    await setTimeout(2 * IDLE_MS);
    const second = await ask('/livez', by);
    expect([second.answer.statusCode, second.isReused]).toEqual([200, true]);
    by.destroy();
  },
);

test('what is over at once has no timer, and neither has what is upgraded', async () => {
  const timeouts: unknown[] = [];
  const bare = createServer({ keepAliveTimeout: 0 }, (request, response) => {
    if (request.url === '/now') response.end(LARGE.subarray(0, 1000));
    else setImmediate(() => response.end());
  });
  bare.setTimeout(IDLE_MS);
  timeIdleAnswers(bare, IDLE_MS);
  bare.on('request', ({ url, socket }) => timeouts.push([url, socket.timeout]));
  bare.on('upgrade', (_request, socket) => {
    timeouts.push(['upgrade', (socket as Socket).timeout]); // of a server that listens on TCP
    socket.destroy();
  });
  await once(bare.listen(0, '127.0.0.1'), 'listening');
  const { port } = bare.address() as AddressInfo; // likewise
  const url = `http://127.0.0.1:${port}`;
  for (const path of ['/now', '/later']) await send(`${url}${path}`);
  await expect(send(url, { headers: { connection: 'upgrade', upgrade: 'websocket' } })).rejects.toThrow();
  expect(timeouts).toEqual([
    ['/now', undefined],
    ['/later', IDLE_MS],
    ['upgrade', undefined],
  ]);
  bare.close();
});
