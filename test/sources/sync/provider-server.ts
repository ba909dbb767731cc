import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Handler = (request: IncomingMessage, response: ServerResponse, url: URL) => void;

/** A provider on a free port of this machine, on real TCP. */
export interface ProviderServer extends AsyncDisposable {
  readonly url: string;
  /** Path and query of every request so far. */
  readonly requests: string[];
  readonly headers: IncomingMessage['headers'][];
  /** What answers from now on. */
  answer(handler: Handler): void;
  /** What answers the next requests, one each; then the handler again. */
  first(...handlers: readonly Handler[]): void;
}

export async function startProvider(): Promise<ProviderServer> {
  let handler: Handler = status(404);
  const queue: Handler[] = [];
  const requests: string[] = [];
  const headers: IncomingMessage['headers'][] = [];
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://provider');
    requests.push(url.pathname + url.search);
    headers.push(request.headers);
    (queue.shift() ?? handler)(request, response, url);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // a TCP server has one
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    headers,
    answer(next) {
      handler = next;
    },
    first(...handlers) {
      queue.push(...handlers);
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export const status =
  (code: number, headers: Readonly<Record<string, string>> = {}, body = ''): Handler =>
  (_request, response) => {
    response.writeHead(code, headers).end(body);
  };

export const json = (value: unknown, headers: Readonly<Record<string, string>> = {}): Handler =>
  status(200, { 'content-type': 'application/json', ...headers }, JSON.stringify(value));

export const HTML =
  '<!DOCTYPE html>\n<html><head><title>Just a moment...</title></head><body>checking your browser</body></html>';
export const html: Handler = status(200, { 'content-type': 'text/html' }, HTML);

/** Says more than it sends. */
export const cutOff =
  (body: string): Handler =>
  (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': String(body.length) });
    response.write(body.slice(0, body.length / 2), () => response.destroy());
  };

/** Ends cleanly, in the middle of the JSON. */
export const endsEarly = (body: string): Handler =>
  status(200, { 'content-type': 'application/json' }, body.slice(0, body.length / 2));

/** Never answers. */
export const hangs: Handler = () => undefined;

export const drops: Handler = (request) => {
  request.socket.destroy();
};
