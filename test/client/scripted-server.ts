import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';

/** What a server does with a stream: tells an event behind which it stands, or ends it. */
export type Act =
  | { readonly event: string }
  | { readonly eventWithErrors: readonly object[] }
  | { readonly error: object }
  | { readonly close: number; readonly reason: string }
  | { readonly complete: true };

/** A server that does with each next stream what a script says. */
export interface ScriptedServer {
  readonly url: string;
  /** The cursors that streams asked to go on behind. */
  readonly askedAfter: readonly unknown[];
  stop(): void;
}

interface Message {
  readonly type: string;
  readonly id?: string;
  readonly payload?: { readonly variables?: { readonly after?: unknown } };
}

export async function startScripted(script: readonly (readonly Act[])[]): Promise<ScriptedServer> {
  const server = new WebSocketServer({
    port: 0,
    host: '127.0.0.1',
    handleProtocols: () => 'graphql-transport-ws',
  });
  await new Promise<void>((listening) => server.once('listening', listening));
  const askedAfter: unknown[] = [];
  const play = (socket: WebSocket, id: string | undefined, acts: readonly Act[]) => {
    const tell = (type: string, payload?: unknown) => socket.send(JSON.stringify({ id, type, payload }));
    for (const act of acts) {
      if ('event' in act) tell('next', { data: { signals: { kind: 'CREATED', cursor: act.event } } });
      else if ('eventWithErrors' in act)
        tell('next', { data: { signals: { kind: 'CREATED', cursor: 'half' } }, errors: act.eventWithErrors });
      else if ('error' in act) tell('error', [act.error]);
      else if ('complete' in act) tell('complete');
      else socket.close(act.close, act.reason);
    }
  };
  server.on('connection', (socket) => {
    socket.on('message', (data) => {
      const { type, id, payload } = JSON.parse(String(data)) as Message;
      if (type === 'connection_init') socket.send('{"type":"connection_ack"}');
      if (type !== 'subscribe') return;
      askedAfter.push(payload?.variables?.after);
      play(socket, id, script[askedAfter.length - 1] ?? []);
    });
  });
  const { port } = server.address() as AddressInfo; // it listens on a port
  return {
    url: `http://127.0.0.1:${port}`,
    askedAfter,
    stop() {
      for (const socket of server.clients) socket.terminate();
      server.close();
    },
  };
}
