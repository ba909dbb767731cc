import { type Client, createClient } from '../../client/client.ts';

/** What a connection tells beside its answers. */
export interface ConnectionWatch {
  /** An answer came, and said whether the data is simulated, and what time it is there in epoch milliseconds. */
  answered(isSimulated: boolean, serverMs: number | null): void;
  /** A socket opened: every stream subscribes on it, and pays for that. */
  opened(): void;
  /** The socket is gone; the streams are about to open another one. */
  lost(): void;
}

/** The server with a key. Its socket opens with the first stream and closes with the last. */
export function connect(key: string, watch: ConnectionWatch): Client {
  class WatchedSocket extends WebSocket {
    constructor(url: string, protocol: string) {
      super(url, protocol);
      this.addEventListener('open', () => watch.opened());
      this.addEventListener('close', () => watch.lost());
    }
  }
  return createClient({
    url: location.origin,
    key,
    webSocketImpl: WatchedSocket,
    async fetch(input, init) {
      const response = await fetch(input, init);
      const date = response.headers.get('date');
      // An error of a proxy does not say.
      if (response.ok) watch.answered(isSimulated(response), date === null ? null : Date.parse(date));
      return response;
    },
  });
}

export const isSimulated = (response: Response): boolean =>
  response.headers.get('x-data-origin') === 'simulated';
