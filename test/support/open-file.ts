import { type IncomingMessage, request } from 'node:http';
import type { TestApp } from './app.ts';

/** An answer whose headers have come; nothing of its body is read before it is asked for. */
export interface OpenFile {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  /** Reads on; rejects where the answer breaks off. */
  rest(): Promise<{ readonly bytes: Buffer; readonly trailers: IncomingMessage['trailers'] }>;
  /** Reads no further, and hangs up. */
  leave(): void;
}

/** `fetch` hides trailers, and reads ahead. */
export function openFile(
  app: TestApp,
  path: string,
  key: string = app.key,
  method: 'GET' | 'HEAD' = 'GET',
): Promise<OpenFile> {
  const { promise, resolve, reject } = Promise.withResolvers<OpenFile>();
  const asked = request(`${app.url}${path}`, { agent: false, method, headers: { 'x-api-key': key } });
  asked.on('error', reject);
  asked.on('response', (answer) => {
    answer.on('error', () => undefined); // `rest` rejects with it
    resolve({
      status: answer.statusCode ?? 0,
      headers: answer.headers,
      async rest() {
        const pieces: Buffer[] = [];
        for await (const piece of answer) pieces.push(piece);
        return { bytes: Buffer.concat(pieces), trailers: answer.trailers };
      },
      leave: () => asked.destroy(),
    });
  });
  asked.end();
  return promise;
}
