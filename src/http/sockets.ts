import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Logger } from 'pino';
import { type WebSocket, WebSocketServer } from 'ws';
import { callerOf } from '../core/access.ts';
import type { Caller } from '../core/caller.ts';
import type { Keys } from '../core/keys.ts';
import type { Clock } from '../core/ports.ts';
import type { Quota, Spender } from '../core/quota.ts';
import type { Tier } from '../core/tiers.ts';
import { AppError } from '../errors.ts';
import type { PresentedKeys } from './api-key.ts';
import { type Charge, createCharge } from './charge.ts';
import type { CorsOrigins } from './cors.ts';

/** A WebSocket as a surface serves it. */
export interface SocketConnection {
  /** Of the upgrade, for errors and the log. */
  readonly requestId: string;
  readonly protocol: string;
  /** The key of the upgrade's header or URL; undefined: the first message brings one. */
  readonly presentedKey: string | undefined;
  /** Binds the socket to a key: it lives as long as the key does. Throws what authentication throws. */
  identify(token: string | undefined): Promise<void>;
  /** For one operation, under what the key is by now. Throws what authentication throws. */
  admit(): Promise<Admitted>;
  /** `onSent`: the message has left the process, or never will. */
  send(message: string | Buffer, onSent?: () => void): void;
  /** Sends what `write` sends as one write. */
  together(write: () => void): void;
  queuedBytes(): number;
  close(code: number, reason: string): void;
  onMessage(handle: (message: string) => Promise<void>): void;
  onClose(handle: (code: number, reason: string) => void): void;
}

/** Who sends an operation over a socket, and what pays for it. */
export interface Admitted {
  readonly caller: Caller & Spender;
  readonly charge: Charge;
}

/** What a surface does with the sockets opened on its path. */
export interface SocketSurface {
  readonly path: string;
  /** The subprotocol spoken. */
  readonly protocol: string;
  opened(connection: SocketConnection): void;
}

export interface SocketsDeps {
  readonly server: Server;
  readonly surfaces: readonly SocketSurface[];
  readonly keys: Keys;
  readonly tiers: readonly Tier[];
  readonly quota: Quota;
  readonly clock: Clock;
  readonly presentedKeys: PresentedKeys;
  readonly corsOrigins: CorsOrigins;
  readonly isDraining: () => boolean;
  readonly logger: Logger;
}

const MAX_MESSAGE_BYTES = 64 * 1024;
/** A peer that answers no ping within this time is gone. */
const PING_MS = 15_000;
/** Revoked and expired keys end within 5 s. */
const KEY_CHECK_MS = 2_000;
/** A peer that does not take the closing handshake is cut off. */
const CLOSE_MS = 2_000;

export const CLOSE_CODES = { goingAway: 1001, forbidden: 4403 } as const;

/** WebSockets beside the routes: the same keys, origins and quotas. */
export function installSockets(deps: SocketsDeps): { close(): void } {
  const { server, surfaces, presentedKeys, corsOrigins, isDraining, logger } = deps;
  const open = new Set<OpenSocket>();
  const webSockets = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_MESSAGE_BYTES,
    perMessageDeflate: false,
    handleProtocols: (offered) => surfaces.find(({ protocol }) => offered.has(protocol))?.protocol ?? false,
  });

  server.on('upgrade', (raw: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy()); // the peer went away
    const path = presentedKeys.cutFrom(raw).split(/[?#]/, 1)[0];
    const surface = surfaces.find((one) => one.path === path);
    const { origin } = raw.headers;
    if (!surface) return refuse(socket, '404 Not Found');
    if (
      corsOrigins !== null &&
      origin !== undefined &&
      ![...corsOrigins, ...ownOrigins(raw)].includes(origin)
    )
      return refuse(socket, '403 Forbidden');
    if (isDraining()) return refuse(socket, '503 Service Unavailable');
    webSockets.handleUpgrade(raw, socket, head, (webSocket) => {
      const opened = new OpenSocket(webSocket, presentedKeys.of(raw), deps);
      open.add(opened);
      webSocket.once('close', () => open.delete(opened));
      webSocket.on('error', (err) => logger.debug({ err }, 'socket failed')); // followed by a close
      surface.opened(opened);
    });
  });

  const pinging = setInterval(() => {
    for (const socket of open) socket.ping();
  }, PING_MS).unref();
  const checking = setInterval(() => {
    const byToken = Map.groupBy(open, (socket) => socket.token);
    for (const [token, sockets] of byToken) void checkKey(token, sockets, deps);
  }, KEY_CHECK_MS).unref();

  return {
    close() {
      clearInterval(pinging);
      clearInterval(checking);
      for (const socket of open) socket.close(CLOSE_CODES.goingAway, 'shutting down');
    },
  };
}

/** Our own pages may connect whatever origins are listed. */
const ownOrigins = ({ headers: { host } }: IncomingMessage): readonly string[] =>
  host === undefined ? [] : [`http://${host}`, `https://${host}`];

function refuse(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}

/** Ends the sockets of a key that is valid no more. A store that is away ends nothing. */
async function checkKey(
  token: string | undefined,
  sockets: readonly OpenSocket[],
  { keys, logger }: SocketsDeps,
): Promise<void> {
  if (token === undefined) return;
  try {
    await keys.authenticate(token);
  } catch (error) {
    if (error instanceof AppError)
      for (const socket of sockets) socket.close(CLOSE_CODES.forbidden, error.message);
    else logger.debug({ err: error }, 'keys of sockets not checked');
  }
}

class OpenSocket implements SocketConnection {
  readonly requestId = randomUUID();
  readonly protocol: string;
  readonly presentedKey: string | undefined;
  /** The key it was identified with. */
  token: string | undefined;
  readonly #webSocket: WebSocket;
  readonly #deps: SocketsDeps;
  #isAlive = true;

  constructor(webSocket: WebSocket, presentedKey: string | undefined, deps: SocketsDeps) {
    this.#webSocket = webSocket;
    this.#deps = deps;
    this.protocol = webSocket.protocol;
    this.presentedKey = presentedKey;
    webSocket.on('pong', () => {
      this.#isAlive = true;
    });
  }

  async identify(token: string | undefined): Promise<void> {
    await this.#deps.keys.authenticate(token);
    this.token = token;
  }

  async admit(): Promise<Admitted> {
    const { keys, tiers, quota, clock } = this.#deps;
    const key = await keys.authenticate(this.token);
    const caller = { ...callerOf(key, tiers, clock.now()), key };
    const nothing = () => undefined;
    return { caller, charge: createCharge(quota, caller, { headers: nothing, cost: nothing }) };
  }

  send(message: string | Buffer, onSent?: () => void): void {
    this.#webSocket.send(message, { binary: false, compress: false }, () => onSent?.());
  }

  together(write: () => void): void {
    // ws has no way to write several messages at once; the socket below it has.
    const { _socket: socket } = this.#webSocket as unknown as { readonly _socket: Duplex | null };
    socket?.cork();
    write();
    socket?.uncork();
  }

  queuedBytes(): number {
    return this.#webSocket.bufferedAmount;
  }

  close(code: number, reason: string): void {
    const webSocket = this.#webSocket;
    if (webSocket.readyState === webSocket.CLOSED) return;
    webSocket.close(code, reason);
    const forced = setTimeout(() => webSocket.terminate(), CLOSE_MS).unref();
    webSocket.once('close', () => clearTimeout(forced));
  }

  onMessage(handle: (message: string) => Promise<void>): void {
    this.#webSocket.on('message', (data) => {
      handle(String(data)).catch((err: unknown) => {
        this.#deps.logger.error({ err, requestId: this.requestId }, 'message of a socket failed');
        this.close(1011, 'an unexpected error');
      });
    });
  }

  onClose(handle: (code: number, reason: string) => void): void {
    this.#webSocket.once('close', (code, reason) => handle(code, String(reason)));
  }

  /** Cuts off a peer that has not answered the last one. */
  ping(): void {
    if (this.#isAlive) this.#webSocket.ping();
    else this.#webSocket.terminate();
    this.#isAlive = false;
  }
}
