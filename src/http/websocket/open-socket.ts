import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import type { Logger } from 'pino';
import type { WebSocket } from 'ws';
import { callerOf } from '../../core/access/access.ts';
import type { Tier } from '../../core/access/tiers.ts';
import type { Keys } from '../../core/keys/keys.ts';
import { whenDrained } from '../../core/live/when-drained.ts';
import type { Clock } from '../../core/ports.ts';
import type { Quota } from '../../core/quota/quota.ts';
import { createCharge } from '../quota/charge.ts';
import { CLOSE_CODES, type CloseCode } from './close-codes.ts';
import type { Admitted, OperationEnd, SocketConnection, Wire } from './socket-connection.ts';
import type { MessageWriter } from './socket-messages.ts';

export interface SocketDeps {
  readonly keys: Keys;
  readonly tiers: readonly Tier[];
  readonly quota: Quota;
  readonly clock: Clock;
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
  readonly presentedKey: string | undefined;
  /** For log lines. */
  readonly route: string;
  readonly ip: string;
}

/** A peer that does not take the closing handshake is cut off. */
const CLOSE_MS = 2_000;
/** One who is too slow gets time to read what was sent: its end says from where to go on. */
const SLOW_CLOSE_MS = 15_000;

/** A WebSocket that is open. */
export class OpenSocket implements SocketConnection {
  readonly requestId = randomUUID();
  readonly protocol: string;
  readonly presentedKey: string | undefined;
  readonly wire: Wire;
  /** The key it was identified with. */
  token: string | undefined;
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
    await this.#deps.keys.authenticate(token);
    this.token = token;
  }

  async admit(): Promise<Admitted> {
    const { keys, tiers, quota, clock, logger } = this.#deps;
    const startedAt = performance.now();
    const key = await keys.authenticate(this.token);
    const caller = { ...callerOf(key, tiers, clock.now()), key };
    let cost = 0;
    const charge = createCharge(quota, caller, {
      windows: () => undefined,
      refused: () => undefined,
      cost(units) {
        cost = units;
      },
    });
    const over = ({ operation, code }: OperationEnd): void => {
      const { route, ip } = this.#upgraded;
      const who = { key_id: key.id, tier: caller.tier.id, cost };
      const ms = Math.round((performance.now() - startedAt) * 1000) / 1000;
      const line = {
        request_id: this.requestId,
        method: 'WEBSOCKET',
        route,
        operation,
        code,
        ...who,
        ms,
        ip,
      };
      logger.info(line, 'operation');
    };
    return { caller, charge, over };
  }

  send(message: string): void {
    this.#webSocket.send(message, { compress: false });
  }

  isBehind(): boolean {
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

  /** Even a ping is answered: one who does not read would fill the memory with what it is told. */
  #holdWhileBehind(): void {
    if (this.#isHeld || !this.isBehind()) return;
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
