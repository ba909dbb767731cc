import type { ChildProcess } from 'node:child_process';
import type { Server } from 'node:http';
import { type WebSocket, WebSocketServer } from 'ws';

/** Starts a command in a pod, or says why it cannot. */
export type Execute = (
  pod: string,
  container: string | null,
  command: readonly string[],
) => ChildProcess | { readonly refused: string };

/** The protocols of `exec`, best first: every message begins with the number of a channel. */
const PROTOCOLS = ['v5.channel.k8s.io', 'v4.channel.k8s.io'];
const STDOUT = 1;
const STDERR = 2;
const STATUS = 3;

/** `exec` as a server offers it over WebSocket: without input, terminal and resizing, which no guide of ours uses. */
export function acceptExec(server: Server, execute: Execute): void {
  const sockets = new WebSocketServer({
    noServer: true,
    handleProtocols: (offered) => PROTOCOLS.find((protocol) => offered.has(protocol)) ?? false,
  });
  server.on('upgrade', (request, socket, head) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://server');
    const [, pod] = /^\/api\/v1\/namespaces\/default\/pods\/([a-z0-9-]+)\/exec$/.exec(pathname) ?? [];
    const child = pod && execute(pod, searchParams.get('container'), searchParams.getAll('command'));
    if (!child || 'refused' in child) {
      const message = child ? child.refused : `there is no ${pathname} on this server`;
      const body = JSON.stringify({
        kind: 'Status',
        apiVersion: 'v1',
        status: 'Failure',
        message,
        code: 400,
      });
      const head = `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}`;
      socket.end(`HTTP/1.1 400 Bad Request\r\nconnection: close\r\n${head}\r\n\r\n${body}`);
      return;
    }
    sockets.handleUpgrade(request, socket, head, (webSocket) => relay(child, webSocket));
  });
}

function relay(child: ChildProcess, socket: WebSocket): void {
  const send = (channel: number, data: Buffer) => socket.send(Buffer.concat([Buffer.from([channel]), data]));
  // What the client asks for: an output that it does not is told nobody.
  child.stdout?.on('data', (data: Buffer) => send(STDOUT, data));
  child.stderr?.on('data', (data: Buffer) => send(STDERR, data));
  child.once('error', (error) => socket.close(1011, error.message));
  child.once('close', (code) => {
    send(STATUS, Buffer.from(JSON.stringify(statusOf(code))));
    socket.close(1000);
  });
}

/** The exit code, which kubectl ends with in its turn. */
function statusOf(code: number | null): object {
  if (code === 0) return { metadata: {}, status: 'Success' };
  const message = `command terminated with non-zero exit code: ${code}`;
  const details = { causes: [{ reason: 'ExitCode', message: String(code ?? 137) }] };
  return { metadata: {}, status: 'Failure', reason: 'NonZeroExitCode', message, details };
}
