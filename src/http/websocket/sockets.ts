import type { IncomingMessage, Server } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import { presentedKeyOf } from '../authentication/api-key.ts';
import { clientIp } from '../connection/client-ip.ts';
import { badRequestBody, hostFault, type OwnHost } from '../connection/host.ts';
import type { Metrics } from '../observability/metrics.ts';
import type { CorsOrigins } from '../response/cors.ts';
import { pathOf, type RouteTable } from '../route-table.ts';
import { OpenSocket, type SocketDeps } from './open-socket.ts';
import type { SocketSurface } from './socket-connection.ts';
import { createMessageWriter } from './socket-messages.ts';

export interface SocketsDeps extends SocketDeps {
  readonly server: Server;
  readonly surfaces: readonly SocketSurface[];
  readonly routes: RouteTable;
  readonly corsOrigins: CorsOrigins;
  readonly isOwnHost: OwnHost;
  readonly metrics: Metrics;
  readonly trustProxyHops: number;
  readonly isDraining: () => boolean;
  readonly pingEveryMs: number;
}

const MAX_MESSAGE_BYTES = 64 * 1024;

/** WebSockets beside the routes: the same keys, origins and quotas. */
export function installSockets(deps: SocketsDeps): { close(): void } {
  const { server, surfaces, routes, corsOrigins, trustProxyHops, isDraining, pingEveryMs, logger } = deps;
  const { isOwnHost, metrics } = deps;
  const open = new Set<OpenSocket>();
  const opening = { ...deps, messages: createMessageWriter() };
  const webSockets = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_MESSAGE_BYTES,
    perMessageDeflate: false,
    // What a message leads to at once is done when the next one is delivered: graphql-ws ends a stream behind its `complete`.
    allowSynchronousEvents: false,
    handleProtocols: (offered) => surfaces.find(({ protocol }) => offered.has(protocol))?.protocol ?? false,
  });

  server.on('upgrade', (raw: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (!(socket instanceof Socket)) return socket.destroy(); // no server here hands over anything else
    socket.on('error', () => socket.destroy()); // the peer went away
    const fault = hostFault(raw);
    if (fault !== null) {
      metrics.refused(400);
      return refuse(socket, '400 Bad Request', badRequestBody(fault));
    }
    const { url, token } = presentedKeyOf(raw);
    const path = pathOf(url);
    const surface = surfaces.find((one) => one.path === path);
    const { origin } = raw.headers;
    if (!surface) return refuse(socket, '404 Not Found');
    if (
      corsOrigins !== null &&
      origin !== undefined &&
      ![...corsOrigins, ...(isOwnHost(raw) ? ownOrigins(raw) : [])].includes(origin)
    )
      return refuse(socket, '403 Forbidden');
    if (isDraining()) return refuse(socket, '503 Service Unavailable');
    webSockets.handleUpgrade(raw, socket, head, (webSocket) => {
      const opened = new OpenSocket(
        {
          webSocket,
          socket,
          raw,
          url,
          presentedKey: token,
          route: routes.find('POST', path, undefined), // what an operation that is posted asks of its caller
          ip: clientIp(raw, trustProxyHops),
        },
        opening,
      );
      open.add(opened);
      webSocket.once('close', () => open.delete(opened));
      webSocket.on('error', (err) => logger.debug({ err }, 'socket failed')); // followed by a close
      surface.opened(opened);
    });
  });

  const pinging = setInterval(() => {
    for (const socket of open) socket.ping();
  }, pingEveryMs).unref();

  return {
    close() {
      clearInterval(pinging);
      for (const socket of open) socket.close('GoingAway');
    },
  };
}

/** Our own pages may connect whatever origins are listed. */
const ownOrigins = ({ headers: { host } }: IncomingMessage): readonly string[] =>
  host === undefined ? [] : [`http://${host}`, `https://${host}`];

/** Hangs up behind the answer: the peer need not. */
function refuse(socket: Socket, status: string, problem = ''): void {
  const type = problem === '' ? '' : 'Content-Type: application/problem+json\r\n';
  const length = `Content-Length: ${Buffer.byteLength(problem)}\r\n`;
  socket.write(`HTTP/1.1 ${status}\r\nConnection: close\r\n${type}${length}\r\n${problem}`);
  socket.destroySoon();
}
