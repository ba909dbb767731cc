import { createClient as createSseClient } from 'graphql-sse';
import { createClient } from 'graphql-ws';
import { WebSocket } from 'ws';

/** A subscription over one of the transports, by the clients of their own. */
export interface LiveClient {
  /** Ends with the stream; throws what the stream ended with. */
  readonly results: AsyncIterable<LiveResult>;
  /** Reads nothing more from the connection, as a program that hangs. Over WebSocket once it is open. */
  hold(): void;
  release(): void;
  /** Cuts the connection off, as a crash would. */
  kill(): void;
}

export interface LiveResult {
  readonly data?: unknown;
  readonly errors?: unknown;
}

export interface LiveRequest {
  readonly query: string;
  readonly variables?: Record<string, unknown>;
}

export type Transport = 'WebSocket' | 'server-sent events';
export const TRANSPORTS: readonly Transport[] = ['WebSocket', 'server-sent events'];

export function subscribe(transport: Transport, url: string, key: string, request: LiveRequest): LiveClient {
  return transport === 'WebSocket'
    ? overWebSocket(url, key, request)
    : overServerSentEvents(url, key, request);
}

function overWebSocket(url: string, key: string, request: LiveRequest): LiveClient {
  let socket: WebSocket | undefined;
  class OwnSocket extends WebSocket {
    constructor(...args: ConstructorParameters<typeof WebSocket>) {
      super(...args);
      // One that is closed before it is open says so as an error, which is what killing it is about.
      this.on('error', () => undefined);
      socket = this;
    }
  }
  const client = createClient({
    url: `${url.replace('http', 'ws')}/graphql`,
    webSocketImpl: OwnSocket,
    connectionParams: { 'X-API-Key': key },
    retryAttempts: 3,
    // Among thousands on a busy machine one may be too late with its first message.
    shouldRetry: (closed) => (closed as { readonly code?: number }).code === 4408,
  });
  return {
    results: client.iterate(request),
    hold: () => socket?.pause(),
    release: () => socket?.resume(),
    kill() {
      client.terminate();
      socket?.terminate();
    },
  };
}

function overServerSentEvents(url: string, key: string, request: LiveRequest): LiveClient {
  let held = Promise.withResolvers<void>();
  held.resolve();
  const heldFetch: typeof fetch = async (...args) => {
    const response = await fetch(...args);
    const gate = new TransformStream<Uint8Array, Uint8Array>({
      async transform(chunk, controller) {
        await held.promise;
        controller.enqueue(chunk);
      },
    });
    return new Response(response.body?.pipeThrough(gate) ?? null, response);
  };
  const client = createSseClient({
    url: `${url}/graphql`,
    headers: { 'x-api-key': key },
    retryAttempts: 0,
    fetchFn: heldFetch,
  });
  return {
    results: client.iterate(request),
    hold() {
      held = Promise.withResolvers();
    },
    release: () => held.resolve(),
    kill() {
      client.dispose();
      held.resolve();
    },
  };
}
