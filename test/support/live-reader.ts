import { createClient as createSseClient } from 'graphql-sse';
import { createClient } from 'graphql-ws';
import { WebSocket } from 'ws';

/** A subscription over one of the transports, by the clients of their own. */
export interface LiveClient {
  /** Ends with the stream; throws what the stream ended with. */
  readonly results: AsyncIterable<LiveResult>;
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

/** One that is closed before it is open says so as an error, which is what killing it is about. */
class KillableSocket extends WebSocket {
  constructor(...args: ConstructorParameters<typeof WebSocket>) {
    super(...args);
    this.on('error', () => undefined);
  }
}

export function subscribe(transport: Transport, url: string, key: string, request: LiveRequest): LiveClient {
  if (transport === 'WebSocket') {
    const client = createClient({
      url: `${url.replace('http', 'ws')}/graphql`,
      webSocketImpl: KillableSocket,
      connectionParams: { 'X-API-Key': key },
      retryAttempts: 0,
    });
    return { results: client.iterate(request), kill: () => client.terminate() };
  }
  const client = createSseClient({ url: `${url}/graphql`, headers: { 'x-api-key': key }, retryAttempts: 0 });
  return { results: client.iterate(request), kill: () => client.dispose() };
}
