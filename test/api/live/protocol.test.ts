import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { startApp, type TestApp } from '../../support/app.ts';
import { type LiveSocket, openAcknowledged, openLiveSocket } from '../../support/live-socket.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ CORS_ORIGINS: 'https://good.example' });
}, 600_000);
afterAll(() => app.stop(), 600_000);

const SUBSCRIBE = { id: '1', type: 'subscribe', payload: { query: 'subscription { signals { kind } }' } };

interface Case {
  readonly name: string;
  readonly code: number;
  readonly protocol?: string;
  /** First exchanges `connection_init` and its acknowledgement. */
  readonly acknowledged?: boolean;
  readonly say: (peer: LiveSocket) => void;
}

const CASES: readonly Case[] = [
  { name: 'says nothing', code: 4408, say: () => undefined },
  { name: 'sends text that is no JSON', code: 4400, say: ({ socket }) => socket.send('hello') },
  { name: 'sends JSON that is no message', code: 4400, say: ({ send }) => send({ type: 'hello' }) },
  {
    name: 'sends what only servers do',
    code: 4400,
    acknowledged: true,
    say: ({ send }) => send({ type: 'connection_ack' }),
  },
  {
    name: 'sends binary',
    code: 4400,
    say: ({ socket }) => socket.send(Buffer.from('{"type":"connection_init"}')),
  },
  {
    name: 'sends over 64 KB',
    code: 1009,
    say: ({ send }) => send({ type: 'ping', payload: { text: 'x'.repeat(65_536) } }),
  },
  { name: 'subscribes before the acknowledgement', code: 4401, say: ({ send }) => send(SUBSCRIBE) },
  {
    name: 'uses an id twice',
    code: 4409,
    acknowledged: true,
    say({ send }) {
      send(SUBSCRIBE);
      send(SUBSCRIBE);
    },
  },
  {
    name: 'initialises twice',
    code: 4429,
    acknowledged: true,
    say: ({ send }) => send({ type: 'connection_init' }),
  },
  { name: 'has no key', code: 4401, say: ({ send }) => send({ type: 'connection_init' }) },
  {
    name: 'has a key that is none',
    code: 4403,
    say: ({ send }) => send({ type: 'connection_init', payload: { 'X-API-Key': 'x' } }),
  },
];

describe('a client that', () => {
  test.each(CASES)('$name is closed with $code', async ({ code, acknowledged, say }) => {
    const peer = acknowledged ? await openAcknowledged(app) : await openLiveSocket(app);
    say(peer);
    expect(await peer.closed).toBe(code);
  });

  test('speaks another subprotocol is closed with 4406', async () => {
    const socket = new WebSocket(`${app.url.replace('http', 'ws')}/graphql`);
    expect(await new Promise((resolve) => socket.once('close', resolve))).toBe(4406);
  });
});

test.each([
  'subscription { signals @skip(if: true) { kind } }',
  'subscription { ...F } fragment F on Subscription { ... @include(if: false) { signals { kind } } }',
])('%s is refused', async (query) => {
  const peer = await openAcknowledged(app);
  peer.send({ ...SUBSCRIBE, payload: { query } });
  await peer.until('error');
  expect(peer.messages.at(-1)?.payload).toMatchObject([
    { extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } },
  ]);
  peer.socket.terminate();
});

test('messages are not compressed', async () => {
  const { socket } = await openAcknowledged(app);
  expect(socket.extensions).toBe('');
  socket.terminate();
});

test('pings of the protocol and of graphql-ws are answered', async () => {
  const peer = await openAcknowledged(app);
  peer.socket.ping();
  await new Promise((resolve) => peer.socket.once('pong', resolve));
  peer.send({ type: 'ping' });
  await peer.until('pong');
  peer.socket.terminate();
});

test('pages of origins that are not listed do not connect', async () => {
  const { socket } = await openLiveSocket(app, { headers: { origin: 'https://good.example' } });
  socket.terminate();
  await expect(openLiveSocket(app, { headers: { origin: 'https://bad.example' } })).rejects.toThrow('403');
});

test('an upgrade of no surface is refused, and hung up on whether the client does or not', async () => {
  const socket = connect({
    port: Number(new URL(app.url).port),
    host: '127.0.0.1',
    allowHalfOpen: true,
  });
  const ended = new Promise((resolve) => socket.once('end', resolve));
  socket.write(
    'GET /nowhere HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n',
  );
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk;
  });
  await ended;
  expect(answer).toMatch(/^HTTP\/1.1 404 Not Found\r\n/);
  // Who still sends to what is closed gets a reset.
  const reset = new Promise((resolve) => socket.once('error', resolve));
  const sending = setInterval(() => socket.write('x'), 20);
  onTestFinished(() => clearInterval(sending));
  expect(await reset).toMatchObject({ code: expect.stringMatching(/^(ECONNRESET|EPIPE)$/) });
}, 600_000);

test('500 upgrades that stay silent keep nobody waiting', async () => {
  const port = Number(new URL(app.url).port);
  const half = 'GET /graphql HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgr';
  const idle = Array.from({ length: 500 }, () => {
    const socket = connect(port, '127.0.0.1', () => socket.write(half));
    return socket;
  });
  const ended = Promise.all(
    idle.map((socket) => new Promise((resolve) => socket.once('close', resolve).resume())),
  );
  const first = await Promise.race([openAcknowledged(app), ended]); // the silent ones end by the limit on headers
  expect(first).toHaveProperty('socket');
  if ('socket' in first) first.socket.terminate();
  await ended;
}, 600_000);
