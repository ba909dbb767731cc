import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { RequestContext } from '../request-context.ts';
import type { CloseCode } from './close-codes.ts';

/** What a surface does with the sockets opened on its path. */
export interface SocketSurface {
  readonly path: string;
  /** The subprotocol spoken. */
  readonly protocol: string;
  opened(connection: SocketConnection): void;
}

/** A WebSocket as a surface serves it. */
export interface SocketConnection {
  /** Of the upgrade, for errors and the log. */
  readonly requestId: string;
  readonly protocol: string;
  /** The key of the upgrade's header or URL; undefined: the first message brings one. */
  readonly presentedKey: string | undefined;
  /** Binds the socket to a key: it lives as long as the key does. Throws what authentication throws. */
  identify(token: string | undefined): Promise<void>;
  /**
   * Lets one operation in through the stages of the pipeline, under what the key is by now. Throws what a stage throws. The
   * operation's log line is written by `end`.
   */
  admit(): Promise<SocketOperationContext>;
  send(message: string): void;
  /** For messages that are ready, which many sockets get alike. */
  readonly wire: Wire;
  /** More lies in the socket's buffer than it should: the client does not take it. */
  isBackpressured(): boolean;
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

/** An operation that was let in. */
export interface SocketOperationContext {
  readonly context: RequestContext;
  /** To be called once, when the operation is answered, refused or its stream over: writes its log line. */
  end(): void;
}

/** ws sends one message at a time; messages that are ready go straight to the socket below, as long as it is open. */
export interface Wire {
  readonly webSocket: { readonly readyState: number };
  readonly socket: Socket;
  readonly messages: MessageWriter;
}

/** Writes messages that many sockets get alike. */
export interface MessageWriter {
  /**
   * Writes each body as a WebSocket message with the head in front, as servers send them: unmasked. All as one write.
   * Cheapest for one socket after the other with the very same bodies and heads of one length. Returns what the write
   * of a stream does.
   */
  write(socket: Duplex, head: Buffer, bodies: readonly Buffer[]): boolean;
}
