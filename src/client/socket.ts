import { createClient } from 'graphql-ws/client';
import type { GraphqlError } from './alpha-error.ts';

export interface SocketOptions {
  readonly url: string;
  readonly key?: string | undefined;
  /** A WebSocket class, where there is no global one. */
  readonly webSocketImpl?: unknown;
}

/** The socket that all streams of a client share; open as long as there are any. */
export interface Socket {
  iterate<Data>(operation: {
    readonly query: string;
    readonly variables?: Record<string, unknown>;
  }): AsyncIterableIterator<{
    readonly data?: Data | null | undefined;
    readonly errors?: readonly GraphqlError[] | undefined;
  }>;
  /** Whether the server has ever taken a connection. */
  hasConnected(): boolean;
}

const PING_MS = 15_000;
/** A connection that answers no ping within this time is dead, though no close came: a laptop that slept, a lost Wi-Fi. */
const PONG_MS = 5_000;

export function createSocket({ url, key, webSocketImpl }: SocketOptions): Socket {
  let hasConnected = false;
  let overdue: ReturnType<typeof setTimeout> | undefined;
  const client = createClient({
    url: `${url.replace(/^http/, 'ws')}/graphql`,
    // Browsers cannot set headers on a WebSocket, and a key in a URL ends up in logs.
    ...(key === undefined ? {} : { connectionParams: { 'X-API-Key': key } }),
    ...(webSocketImpl === undefined ? {} : { webSocketImpl }),
    // A stream that goes on does so behind its last event, which graphql-ws does not know.
    retryAttempts: 0,
    keepAlive: PING_MS,
    on: {
      connected: () => {
        hasConnected = true;
      },
      ping: (received) => {
        if (!received) overdue = setTimeout(() => client.terminate(), PONG_MS);
      },
      pong: () => clearTimeout(overdue),
      closed: () => clearTimeout(overdue),
    },
  });
  return { iterate: client.iterate, hasConnected: () => hasConnected };
}
