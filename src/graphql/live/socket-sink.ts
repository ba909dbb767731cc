import type { GraphQLError } from 'graphql';
import type { AppError } from '../../errors.ts';
import type { Batch } from './batch.ts';
import type { Sink } from './subscriber.ts';

/** The side of a WebSocket that streams write to. */
export interface Outlet {
  /**
   * Sends each body as a message with the head in front, all as one write. The bodies are shared with other sockets.
   * False: the client has taken too little so far, see `whenReady`.
   */
  sendEach(head: Buffer, bodies: readonly Buffer[]): boolean;
  whenReady(handle: () => void): void;
  close(code: number, reason: string): void;
}

const TOO_SLOW = 1013;

/** Where the events of one subscription go. `ended` tells graphql-ws, which sends what ends a subscription. */
export class SocketSink implements Sink {
  readonly #outlet: Outlet;
  readonly #head: Buffer;
  readonly #ended: StreamEnd;

  constructor(outlet: Outlet, id: string, ended: StreamEnd) {
    this.#outlet = outlet;
    this.#head = Buffer.from(`{"id":${JSON.stringify(id)},"type":"next","payload":`);
    this.#ended = ended;
  }

  write(batch: Batch): boolean {
    return this.#outlet.sendEach(this.#head, bodiesOf(batch));
  }

  whenReady(handle: () => void): void {
    this.#outlet.whenReady(handle);
  }

  fail(error: AppError, cursor: string | null): void {
    this.#ended.fail(new StreamFailed(error, cursor));
  }

  tooSlow(last: Batch | null): void {
    if (last) this.write(last);
    this.#outlet.close(TOO_SLOW, 'too slow: read the list anew, or go on from the last cursor');
  }

  close(): void {
    // The socket closes with all its streams.
  }
}

/** Made once for all the subscriptions of a group. */
const made = new WeakMap<Batch, readonly Buffer[]>();

function bodiesOf(batch: Batch): readonly Buffer[] {
  let bodies = made.get(batch);
  if (!bodies) {
    bodies = batch.frames.map(({ payload }) => Buffer.concat([payload, TAIL]));
    made.set(batch, bodies);
  }
  return bodies;
}

const TAIL = Buffer.from('}');

/** How graphql-ws learns that a stream is over: it iterates, and the stream writes to the socket itself. */
export interface StreamEnd {
  fail(error: StreamFailed): void;
  /** What graphql-ws iterates over; `leave` is called when the client unsubscribes or is gone. */
  iterate(leave: () => void): AsyncGenerator<never, undefined>;
}

export function createStreamEnd(): StreamEnd {
  const { promise, resolve, reject } = Promise.withResolvers<IteratorReturnResult<undefined>>();
  promise.catch(() => undefined); // told to whoever iterates
  return {
    fail: reject,
    iterate: (leave) => ({
      next: () =>
        promise.catch((error: unknown) => {
          leave(); // nobody returns from what has failed
          throw error;
        }),
      async return() {
        leave();
        resolve({ done: true, value: undefined });
        return promise;
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

/** An error as the client gets it: that of a stream says where to go on from. */
export function shownError(error: GraphQLError, requestId: string): object {
  const { originalError } = error;
  if (!(originalError instanceof StreamFailed)) return error.toJSON();
  const { code, message, details } = originalError.cause;
  const { retryAfterSeconds: retryAfter } = details;
  return {
    message,
    extensions: {
      code,
      requestId,
      cursor: originalError.cursor,
      ...(retryAfter === undefined ? {} : { retryAfter }),
    },
  };
}
