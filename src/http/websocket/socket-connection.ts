import type { Socket } from 'node:net';
import type { Caller } from '../../core/access/caller.ts';
import type { Spender } from '../../core/quota/quota.ts';
import type { Charge } from '../quota/charge.ts';
import type { CloseCode } from './close-codes.ts';
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
  /** For messages that are ready, which many sockets get alike. */
  readonly wire: Wire;
  /** More lies in the socket's buffer than it should: the client does not take it. */
  isBehind(): boolean;
  /** Calls back once, when the buffer is empty or the socket closed. */
  whenReady(handle: () => void): void;
  /** Takes no more messages of the client, but for those that have come already, until `resume`. */
  pause(): void;
  resume(): void;
  /** Without a reason, that of the table of close codes is sent. */
  close(code: CloseCode, reason?: string): void;
  onMessage(handle: (message: string) => Promise<void>): void;
  onClose(handle: (code: number, reason: string) => Promise<void>): void;
}

/** ws sends one message at a time; messages that are ready go straight to the socket below, as long as it is open. */
export interface Wire {
  readonly webSocket: { readonly readyState: number };
  readonly socket: Socket;
  readonly messages: MessageWriter;
}

/** Who sends an operation over a socket, and what pays for it. */
export interface Admitted {
  readonly caller: Caller & Spender;
  readonly charge: Charge;
  /** To be called once, when the operation is answered, refused or its stream over: writes its log line. */
  over(end: OperationEnd): void;
}

/** How an operation ended. */
export interface OperationEnd {
  readonly operation: string | undefined;
  /** Of the first error; undefined where there is none. */
  readonly code: string | undefined;
}
