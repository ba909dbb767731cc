import { createServer as createHttpServer, request, type Server } from 'node:http';
import {
  connect,
  createServer,
  type ListenOptions,
  type NetConnectOpts,
  type Server as NetServer,
} from 'node:net';
import type { Duplex } from 'node:stream';

/** Every connection to `from` is one to `to`; sockets in folders lead from one network into another. */
export function relay(from: ListenOptions, to: NetConnectOpts): NetServer {
  return createServer({ allowHalfOpen: true }, (socket) => {
    join(socket, connect({ ...to, allowHalfOpen: true }));
  }).listen(from);
}

/** An HTTP proxy for builds: the network of the engine leads nowhere. Resolves once it listens. */
export function startProxy(path: string): Promise<Server> {
  const proxy = createHttpServer((asked, answer) => {
    const { method, headers } = asked;
    const onward = request(asked.url ?? '', { method, headers }, (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(answer);
    });
    onward.on('error', () => answer.writeHead(502).end());
    asked.pipe(onward);
  });
  proxy.on('connect', ({ url = '' }, socket: Duplex) => {
    const { hostname, port } = new URL(`http://${url}`);
    const other = connect({ host: hostname, port: Number(port || 443), allowHalfOpen: true });
    other.once('connect', () => socket.write('HTTP/1.1 200 Connection established\r\n\r\n'));
    join(socket, other);
  });
  return new Promise((done) => proxy.listen(path, () => done(proxy)));
}

/** What one says the other hears; when one breaks, so does the other. */
function join(one: Duplex, other: Duplex): void {
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const) {
    from.pipe(to);
    from.on('error', () => to.destroy());
    from.on('close', () => to.destroy());
  }
}
