/** Subscribers that cost little: they look for a mark in the bytes and parse nothing. A process of its own. */
import { randomUUID } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { type Address, nowMs, serveCalls } from './calls.ts';
import { DOCUMENT, MARK } from './published.ts';

export interface OpenRequest extends Address {
  readonly transport: Transport;
  readonly count: number;
}
export interface Received {
  readonly received: number;
  readonly lastAtMs: number;
}
export type Transport = 'WebSocket' | 'SSE';

/** Sockets that connect at a time. */
const WAVE = 100;
const MARK_BYTES = Buffer.from(MARK);
const PING = Buffer.from([0x89, 0]);
const PONG = Buffer.from([0x8a, 0x80, 0, 0, 0, 0]);

const sockets: Socket[] = [];
let received = 0;
let lastAtMs = 0;
let lastChunk = Buffer.alloc(0);
let expected = Number.POSITIVE_INFINITY;
let all = Promise.withResolvers<void>();

serveCalls({
  async open({ transport, count, port, key }: OpenRequest) {
    for (let opened = 0; opened < count; opened += WAVE)
      await Promise.all(
        Array.from({ length: Math.min(WAVE, count - opened) }, () => subscribe(transport, port, key)),
      );
  },
  /** From here on events are counted; so many are expected. */
  expect(events: number) {
    received = 0;
    expected = events;
    all = Promise.withResolvers<void>();
  },
  /** Resolves when all have come, with the moment of the last one, or after `withinMs` with their number. */
  async receive(withinMs: number): Promise<Received> {
    const timer = setTimeout(all.resolve, withinMs);
    await all.promise;
    clearTimeout(timer);
    return { received, lastAtMs };
  },
  /** The bytes that came last. */
  sample: () => lastChunk.toString('base64'),
});

async function subscribe(transport: Transport, port: number, key: string): Promise<void> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  sockets.push(socket);
  socket.on('error', fail);
  socket.on('close', () => fail(new Error('the server has closed a socket')));
  const opened = transport === 'WebSocket' ? openWebSocket(socket, key) : openEventStream(socket, key);
  await opened;
  let rest = Buffer.alloc(0);
  socket.on('data', (chunk) => {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    let end = 0;
    for (let at = bytes.indexOf(MARK_BYTES); at >= 0; at = bytes.indexOf(MARK_BYTES, end)) {
      end = at + MARK_BYTES.length;
      received += 1;
    }
    // Less than a mark can be the start of one.
    rest = bytes.subarray(Math.max(end, bytes.length - MARK_BYTES.length + 1));
    lastChunk = chunk;
    if (received < expected) return;
    lastAtMs = nowMs();
    all.resolve();
  });
}

async function openWebSocket(socket: Socket, key: string): Promise<void> {
  socket.write(
    'GET /graphql HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n' +
      'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n' +
      `Sec-WebSocket-Protocol: graphql-transport-ws\r\nX-API-Key: ${key}\r\n\r\n`,
  );
  await said(socket, '\r\n\r\n');
  socket.on('data', (chunk) => {
    if (chunk.includes(PING)) socket.write(PONG); // also while others still connect
  });
  socket.write(frame({ type: 'connection_init' }));
  await said(socket, 'connection_ack');
  socket.write(frame({ id: randomUUID(), type: 'subscribe', payload: { query: DOCUMENT } }));
}

async function openEventStream(socket: Socket, key: string): Promise<void> {
  const body = JSON.stringify({ query: DOCUMENT });
  socket.write(
    `POST /graphql HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\nX-API-Key: ${key}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  );
  await said(socket, '\r\n\r\n');
}

/** Resolves with the chunk that holds the text. */
function said(socket: Socket, text: string): Promise<void> {
  return new Promise((resolve) => {
    let all = '';
    const listen = (chunk: Buffer) => {
      all += chunk.toString('latin1');
      if (!all.includes(text)) return;
      socket.off('data', listen);
      resolve();
    };
    socket.on('data', listen);
  });
}

/** A text message as clients send it, with a mask of zeros. */
function frame(message: object): Buffer {
  const text = Buffer.from(JSON.stringify(message));
  const length =
    text.length < 126 ? [0x80 | text.length] : [0x80 | 126, text.length >> 8, text.length & 0xff];
  return Buffer.concat([Buffer.from([0x81, ...length, 0, 0, 0, 0]), text]);
}

function fail(error: Error): void {
  console.error(error);
  process.exit(1);
}
