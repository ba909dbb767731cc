import { randomUUID } from 'node:crypto';
import type { Duplex } from 'node:stream';
import type { Logger } from 'pino';
import type { WebSocket } from 'ws';
import { callerOf } from '../core/access.ts';
import type { Caller } from '../core/caller.ts';
import type { Keys } from '../core/keys.ts';
import { whenDrained } from '../core/live/when-drained.ts';
import type { Clock } from '../core/ports.ts';
import type { Quota, Spender } from '../core/quota.ts';
import type { Tier } from '../core/tiers.ts';
import { type Charge, createCharge } from './charge.ts';
import type { MessageWriter } from './socket-messages.ts';

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
  send(message: string): void;
  /**
   * Sends each body as a message with the head in front, all as one write. The bodies are shared with other sockets.
   * False: more lies in the socket's buffer than it should, see `whenReady`.
   */
  sendEach(head: Buffer, bodies: readonly Buffer[]): boolean;
  /** Calls back once, when the buffer is empty or the socket closed. */
  whenReady(handle: () => void): void;
  close(code: number, reason: string): void;
  onMessage(handle: (message: string) => Promise<void>): void;
  onClose(handle: (code: number, reason: string) => Promise<void>): void;
}

/** Who sends an operation over a socket, and what pays for it. */
export interface Admitted {
  readonly caller: Caller & Spender;
  readonly charge: Charge;
}

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
  readonly socket: Duplex;
  readonly presentedKey: string | undefined;
}

/** A peer that does not take the closing handshake is cut off. */
const CLOSE_MS = 2_000;
/** One who is too slow gets time to read what was sent: its end says from where to go on. */
const SLOW_CLOSE_MS = 15_000;

export const CLOSE_CODES = { goingAway: 1001, tooSlow: 1013, badMessage: 4400, forbidden: 4403 } as const;

/** A WebSocket that is open. */
export class OpenSocket implements SocketConnection {
  readonly requestId = randomUUID();
  readonly protocol: string;
  readonly presentedKey: string | undefined;
  /** The key it was identified with. */
  token: string | undefined;
  readonly #webSocket: WebSocket;
  /** Below the WebSocket. ws sends one message at a time; messages that are ready go straight here. */
  readonly #socket: Duplex;
  readonly #deps: OpenSocketDeps;
  #isAlive = true;
  /** Cuts it off; set once it is closing. */
  #forced: NodeJS.Timeout | undefined;

  constructor({ webSocket, socket, presentedKey }: Upgraded, deps: OpenSocketDeps) {
    this.#webSocket = webSocket;
    this.#socket = socket.setMaxListeners(0); // each of its streams waits for it, see `whenReady`
    this.#deps = deps;
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
    const { keys, tiers, quota, clock } = this.#deps;
    const key = await keys.authenticate(this.token);
    const caller = { ...callerOf(key, tiers, clock.now()), key };
    const nothing = () => undefined;
    return { caller, charge: createCharge(quota, caller, { headers: nothing, cost: nothing }) };
  }

  send(message: string): void {
    this.#webSocket.send(message, { compress: false });
  }

  sendEach(head: Buffer, bodies: readonly Buffer[]): boolean {
    if (this.#webSocket.readyState !== this.#webSocket.OPEN) return true;
    return this.#deps.messages.write(this.#socket, head, bodies);
  }

  whenReady(handle: () => void): void {
    whenDrained(this.#socket, handle);
  }

  close(code: number, reason: string): void {
    const webSocket = this.#webSocket;
    if (webSocket.readyState === webSocket.CLOSED) return;
    webSocket.close(code, reason);
    const isSlow = code === CLOSE_CODES.tooSlow;
    if (isSlow && this.#forced) return; // one of its streams was too slow before
    clearTimeout(this.#forced);
    this.#forced = setTimeout(() => webSocket.terminate(), isSlow ? SLOW_CLOSE_MS : CLOSE_MS).unref();
  }

  onMessage(handle: (message: string) => Promise<void>): void {
    this.#webSocket.on('message', (data, isBinary) => {
      if (isBinary) return this.close(CLOSE_CODES.badMessage, 'messages are text');
      handle(String(data)).catch((err: unknown) => {
        this.#deps.logger.error({ err, requestId: this.requestId }, 'message of a socket failed');
        this.close(1011, 'an unexpected error');
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

  /** Cuts off a peer that has not answered the last one. */
  ping(): void {
    if (this.#isAlive) this.#webSocket.ping();
    else this.#webSocket.terminate();
    this.#isAlive = false;
  }
}
