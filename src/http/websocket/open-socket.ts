import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Logger } from 'pino';
import type { WebSocket } from 'ws';
import type { KeyWatch } from '../../core/keys/key-watch.ts';
import type { Keys } from '../../core/keys/keys.ts';
import { whenDrained } from '../../core/live/when-drained.ts';
import type { AccessLog } from '../observability/access-log.ts';
import type { Pipeline } from '../pipeline.ts';
import { RequestContext, type RouteInfo } from '../request-context.ts';
import { toAppError } from '../response/to-app-error.ts';
import { CLOSE_CODES, type CloseCode } from './close-codes.ts';
import type { MessageWriter, SocketConnection, SocketOperationContext, Wire } from './socket-connection.ts';

export interface SocketDeps {
  readonly keys: Keys;
  readonly keyWatch: KeyWatch;
  readonly pipeline: Pick<Pipeline, 'admit'>;
  readonly accessLog: AccessLog;
  readonly logger: Logger;
}

export interface OpenSocketDeps extends SocketDeps {
  /** One for all sockets. */
  readonly messages: MessageWriter;
}

/** What an upgrade gives. */
export interface Upgraded {
  readonly webSocket: WebSocket;
  readonly socket: Socket;
  readonly raw: IncomingMessage;
  readonly url: string;
  readonly presentedKey: string | undefined;
  readonly route: RouteInfo;
  readonly ip: string;
}

/** A peer that does not take the closing handshake is cut off. */
const CLOSE_MS = 2_000;
/** A slow reader gets time to read what was sent: its last message says from where to resume. */
const SLOW_CLOSE_MS = 15_000;

/** A WebSocket that is open. */
export class OpenSocket implements SocketConnection {
  readonly requestId = randomUUID();
  readonly protocol: string;
  readonly presentedKey: string | undefined;
  readonly wire: Wire;
  /** The key it was identified with. */
  #token: string | undefined;
  readonly #webSocket: WebSocket;
  /** Below the WebSocket. */
  readonly #socket: Socket;
  readonly #deps: OpenSocketDeps;
  readonly #upgraded: Upgraded;
  #isAlive = true;
  /** Bytes it had to take when it was last pinged. */
  #left = 0;
  /** Whoever works for it takes nothing more for now. */
  #isPaused = false;
  /** It takes too little of what it was sent. */
  #isHeld = false;
  /** Cuts it off; set once it is closing. */
  #forced: NodeJS.Timeout | undefined;

  constructor(upgraded: Upgraded, deps: OpenSocketDeps) {
    const { webSocket, socket, presentedKey } = upgraded;
    this.#upgraded = upgraded;
    this.#webSocket = webSocket;
    this.#socket = socket;
    this.#deps = deps;
    this.wire = { webSocket, socket, messages: deps.messages };
    this.protocol = webSocket.protocol;
    this.presentedKey = presentedKey;
    webSocket.on('pong', () => {
      this.#isAlive = true;
    });
    webSocket.once('close', () => clearTimeout(this.#forced));
  }

  async identify(token: string | undefined): Promise<void> {
    const { keys, keyWatch } = this.#deps;
    const { id } = await keys.authenticate(token);
    this.#token = token;
    const unwatch = keyWatch.watch({
      token: token ?? null,
      keyId: id,
      refused: ({ message }) => this.close('Forbidden', message),
    });
    if (this.#webSocket.readyState === this.#webSocket.CLOSED) unwatch();
    else this.#webSocket.once('close', unwatch);
  }

  async admit(): Promise<SocketOperationContext> {
    const { pipeline, accessLog } = this.#deps;
    const { url, route, ip, raw } = this.#upgraded;
    const context = new RequestContext({
      id: this.requestId,
      transport: 'ws',
      method: 'WEBSOCKET',
      url,
      presentedKey: this.#token,
      route,
      ip,
      raw,
      response: null,
    });
    accessLog.beginOperation(context);
    const end = () => accessLog.endOperation(context);
    await pipeline.admit(context).catch((error: unknown) => {
      context.log.code = toAppError(error).code;
      end();
      throw error;
    });
    return { context, end };
  }

  send(message: string): void {
    this.#webSocket.send(message, { compress: false });
  }

  isBackpressured(): boolean {
    return this.#socket.writableNeedDrain;
  }

  whenReady(handle: () => void): void {
    whenDrained(this.#socket, handle);
  }

  pause(): void {
    this.#isPaused = true;
    this.#readOrWait();
  }

  resume(): void {
    this.#isPaused = false;
    this.#readOrWait();
  }

  /** Even a ping is answered: a peer that does not read would fill the memory with answers. */
  #holdWhileBehind(): void {
    if (this.#isHeld || !this.isBackpressured()) return;
    this.#isHeld = true;
    this.#readOrWait();
    this.whenReady(() => {
      this.#isHeld = false;
      this.#readOrWait();
    });
  }

  #readOrWait(): void {
    const webSocket = this.#webSocket;
    const isOpen = webSocket.readyState === webSocket.OPEN;
    if (isOpen && (this.#isPaused || this.#isHeld)) webSocket.pause();
    else if (webSocket.isPaused) {
      this.#isAlive = true; // its pong may have come meanwhile
      webSocket.resume();
    }
  }

  close(code: CloseCode, reason: string = CLOSE_CODES[code].reason): void {
    const webSocket = this.#webSocket;
    if (webSocket.readyState === webSocket.CLOSED) return;
    webSocket.close(CLOSE_CODES[code].code, reason);
    this.#readOrWait(); // the peer's part of the handshake has to be read
    const isSlow = code === 'TryAgainLater';
    if (isSlow && this.#forced) return; // one of its streams was too slow before
    clearTimeout(this.#forced);
    this.#forced = setTimeout(() => webSocket.terminate(), isSlow ? SLOW_CLOSE_MS : CLOSE_MS).unref();
  }

  onMessage(handle: (message: string) => Promise<void>): void {
    this.#webSocket.on('message', (data, isBinary) => {
      if (isBinary) return this.close('BadRequest');
      this.#holdWhileBehind();
      handle(String(data)).catch((err: unknown) => {
        this.#deps.logger.error({ err, requestId: this.requestId }, 'message of a socket failed');
        this.close('InternalError');
      });
    });
  }

  onClose(handle: (code: number, reason: string) => Promise<void>): void {
    this.#webSocket.once('close', (code, reason) => {
      handle(code, String(reason)).catch((err: unknown) => {
        this.#deps.logger.error({ err, requestId: this.requestId }, 'closing of a socket failed');
      });
    });
  }

  /**
   * Cuts off a peer that has not answered the last one. Of one that is paused nothing is read, not even that: it lives as
   * long as it takes what it was sent.
   */
  ping(): void {
    const left = this.#socket.writableLength;
    const takes = left === 0 || left < this.#left;
    this.#left = left;
    if (this.#isAlive || (this.#webSocket.isPaused && takes)) this.#webSocket.ping();
    else this.#webSocket.terminate();
    this.#isAlive = false;
  }
}
