import { connect } from 'node:net';
import type { Called } from './calls.ts';

/** What is asked of a server, over and over. */
export interface Asked {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Posted; made anew for every request. */
  readonly body?: () => string;
}

export interface LoadOptions {
  readonly connections: number;
  readonly ms: number;
}

/** A server under load. */
export interface Loaded {
  /** CPU time of the server for one request, in microseconds. */
  readonly cpuUs: number;
  readonly perSecond: number;
}

export async function measureLoad(server: Called, asked: Asked, options: LoadOptions): Promise<Loaded> {
  const cpuBeforeMs = await server.call<number>('cpu');
  const startedAtMs = performance.now();
  const answered = await load(asked, options);
  const seconds = (performance.now() - startedAtMs) / 1000;
  const cpuMs = (await server.call<number>('cpu')) - cpuBeforeMs;
  return { cpuUs: (cpuMs * 1000) / answered, perSecond: answered / seconds };
}

/**
 * Asks over `connections` sockets, one request at a time on each, for `ms` milliseconds; the answer is how many requests
 * were answered. Lighter than an HTTP client, so that the server and not the load is measured. Rejects at the first
 * answer that is not 200.
 */
export async function load({ url, headers, body }: Asked, options: LoadOptions): Promise<number> {
  const { hostname, port, pathname, search } = new URL(url);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const start = `${body ? 'POST' : 'GET'} ${pathname}${search} HTTP/1.1`;
  const head = `${start}\r\nhost: ${hostname}\r\n${lines.join('')}`;
  const request = (): string => {
    if (!body) return `${head}\r\n`;
    const text = body();
    return `${head}content-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`;
  };
  const endsAtMs = performance.now() + options.ms;
  const ask = (): Promise<number> => {
    const { promise, resolve, reject } = Promise.withResolvers<number>();
    const socket = connect(Number(port), hostname, () => socket.write(request()));
    let answered = 0;
    let text = '';
    socket.setEncoding('latin1').on('error', reject);
    socket.on('close', () => reject(new Error(`${url} closed the connection`)));
    socket.on('data', (chunk: string) => {
      text += chunk;
      if (!isWhole(text)) return;
      if (!text.startsWith('HTTP/1.1 200')) {
        reject(new Error(text.slice(0, 500)));
        socket.destroy();
        return;
      }
      text = '';
      answered += 1;
      if (performance.now() < endsAtMs) {
        socket.write(request());
        return;
      }
      resolve(answered);
      socket.destroy();
    });
    return promise;
  };
  const counts = await Promise.all(Array.from({ length: options.connections }, ask));
  return counts.reduce((sum, count) => sum + count, 0);
}

function isWhole(answer: string): boolean {
  const head = answer.indexOf('\r\n\r\n');
  if (head < 0) return false;
  const length = /\r\ncontent-length: (\d+)/i.exec(answer)?.[1];
  if (length === undefined) return answer.endsWith('\r\n0\r\n\r\n'); // in chunks
  return answer.length >= head + 4 + Number(length);
}
