import type { GraphQLError, GraphQLFormattedError } from 'graphql';
import type { AppError, ErrorCode } from '../../errors.ts';
import type { Wire } from '../../http/websocket/socket-connection.ts';
import type { Backlog } from './backlog.ts';
import type { Batch } from './batch.ts';
import { streamError } from './stream-error.ts';
import type { Sink } from './subscriber.ts';

/** Of a WebSocket. */
const OPEN = 1;

/**
 * Where the events of one subscription go. `ended` goes to graphql-ws, which sends what ends a subscription. `write` runs for
 * every subscriber and event: what it touches is at hand.
 */
export class SocketSink implements Sink {
  readonly token = null;
  readonly backlog: Backlog;
  readonly #socket: Wire['socket'];
  readonly #webSocket: Wire['webSocket'];
  readonly #messages: Wire['messages'];
  readonly #head: Buffer;
  readonly #ended: StreamEnd;

  constructor({ socket, webSocket, messages }: Wire, backlog: Backlog, id: string, ended: StreamEnd) {
    this.#socket = socket;
    this.#webSocket = webSocket;
    this.#messages = messages;
    this.backlog = backlog;
    this.#head = Buffer.from(`{"id":${JSON.stringify(id)}`);
    this.#ended = ended;
  }

  /** Looks at all that a write touches, `pending` at the handle below the socket: see where groups deliver to their members. */
  isBackpressured(): boolean {
    const socket = this.#socket;
    return this.#webSocket.readyState === OPEN && !socket.pending && socket.writableNeedDrain;
  }

  isClosed(): boolean {
    return this.#webSocket.readyState !== OPEN;
  }

  write(batch: Batch, isLast = false): boolean {
    if (!isLast && this.#socket.writableNeedDrain) return false;
    if (this.#webSocket.readyState === OPEN) {
      batch.messages ??= messagesOf(batch);
      this.#messages.write(this.#socket, this.#head, batch.messages);
    }
    return true;
  }

  last(batch: Batch): void {
    this.write(batch, true);
  }

  fail(error: AppError, cursor: string | null): void {
    this.#ended.fail(new StreamFailed(error, cursor));
  }

  close(): void {
    // The socket closes with all its streams.
  }
}

/** All but the start, which names the operation. */
const messagesOf = ({ frames }: Batch): readonly Buffer[] =>
  frames.map(({ payload }) => Buffer.concat([BEFORE_PAYLOAD, payload, BEHIND_PAYLOAD]));

const BEFORE_PAYLOAD = Buffer.from(',"type":"next","payload":');
const BEHIND_PAYLOAD = Buffer.from('}');

/** How graphql-ws learns that a stream is over: it iterates, and the stream writes to the socket itself. */
export interface StreamEnd {
  fail(error: StreamFailed): void;
  /** What graphql-ws iterates over; `leave` gets the error code; no code: the client left. */
  iterate(leave: (code: ErrorCode | undefined) => void): AsyncGenerator<never, undefined>;
}

export function createStreamEnd(): StreamEnd {
  const over = { done: true, value: undefined } as const;
  const { promise, resolve, reject } = Promise.withResolvers<typeof over>();
  promise.catch(() => undefined); // the iterator gets it
  return {
    fail: reject,
    iterate: (leave) => ({
      next: () =>
        promise.catch((error: unknown) => {
          leave(error instanceof StreamFailed ? error.cause.code : undefined); // no `return` follows a failure
          throw error;
        }),
      async return() {
        leave(undefined);
        resolve(over);
        return over; // a consumer that returns has no use for the error
      },
      throw: (error: unknown) => Promise.reject(error),
      [Symbol.asyncIterator]() {
        return this;
      },
      async [Symbol.asyncDispose]() {
        await this.return(undefined);
      },
    }),
  };
}

/** Carries where a stream ended through graphql-ws. */
export class StreamFailed extends Error {
  override readonly cause: AppError;
  readonly cursor: string | null;

  constructor(cause: AppError, cursor: string | null) {
    super(cause.message);
    this.cause = cause;
    this.cursor = cursor;
  }
}

/** An error as the client gets it. */
export const shownError = (error: GraphQLError, requestId: string): GraphQLFormattedError =>
  error.originalError instanceof StreamFailed
    ? streamError(error.originalError.cause, error.originalError.cursor, requestId)
    : error.toJSON();
