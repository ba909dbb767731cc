import { once } from 'node:events';
import { WebSocket } from 'ws';
import type { TestApp } from './app.ts';

/** A WebSocket whose reader can be held, with what it got so far. */
export interface LiveSocket {
  readonly socket: WebSocket;
  readonly messages: { readonly type: string; readonly id?: string; readonly payload?: never }[];
  send(message: object): void;
  /** The code it is closed with. */
  readonly closed: Promise<number>;
  /** Resolves when a message of that type has come. */
  until(type: string): Promise<void>;
}

export async function openLiveSocket(
  app: TestApp,
  {
    protocol = 'graphql-transport-ws',
    headers = {},
  }: { protocol?: string; headers?: Record<string, string> } = {},
): Promise<LiveSocket> {
  const socket = new WebSocket(`${app.url.replace('http', 'ws')}/graphql`, protocol, { headers });
  const messages: LiveSocket['messages'] = [];
  socket.on('message', (data) => messages.push(JSON.parse(String(data))));
  const closed = new Promise<number>((resolve) => socket.once('close', resolve));
  socket.on('error', () => undefined); // followed by a close
  await once(socket, 'open');
  return {
    socket,
    messages,
    closed,
    send: (message) => socket.send(JSON.stringify(message)),
    async until(type) {
      while (!messages.some((message) => message.type === type)) await once(socket, 'message');
    },
  };
}

/** One that may subscribe. */
export async function openAcknowledged(app: TestApp): Promise<LiveSocket> {
  const opened = await openLiveSocket(app, { headers: { 'x-api-key': app.key } });
  opened.send({ type: 'connection_init' });
  await opened.until('connection_ack');
  return opened;
}
