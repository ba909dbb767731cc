import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';

/** Requests of one connection that may wait for their turn: real clients pipeline some dozens at most. */
export const MAX_WAITING = 100;
/** Bytes of their bodies that may be held meanwhile: two full buffers of Node. */
const MAX_WAITING_BYTES = 128 * 1024;
/**
 * Pipelined requests that are started in one turn of the event loop, of all connections together. Whatever else the turn
 * has to do, health checks among it, waits for no more of them.
 */
const STARTED_PER_TURN = 10;

/** The answer to the latest request of each connection. */
export type LatestAnswers = WeakMap<IncomingMessage['socket'], ServerResponse>;

/**
 * Whether every request of a connection is answered. Node hands an upgrade over at once, and what is written for it would
 * stand ahead of, or in the middle of, the answers to requests that were pipelined before.
 */
export function isAnswered(latest: LatestAnswers, socket: IncomingMessage['socket']): boolean {
  return latest.get(socket)?.writableFinished ?? true;
}

/**
 * One answer at a time for each connection. Node hands over all requests that a client has pipelined at once; here each
 * begins when the one before has left for the kernel. So a client that does not read gets one answer made, and what waits
 * for a client that left is never started. A client that pipelines more than `MAX_WAITING` requests or `MAX_WAITING_BYTES`
 * ahead is cut off, or it could fill the memory with them.
 */
export function serializeAnswers(listener: RequestListener, latest: LatestAnswers): RequestListener {
  const waiting = new WeakMap<
    IncomingMessage['socket'],
    { readonly requests: number; readonly bytes: number }
  >();
  /** Their turn has come, first come first served. */
  let due: (readonly [IncomingMessage, ServerResponse])[] = [];

  const begin = (): void => {
    const starting = due.slice(0, STARTED_PER_TURN);
    due = due.slice(STARTED_PER_TURN);
    if (due.length > 0) setImmediate(begin);
    for (const [raw, response] of starting) if (!raw.socket.destroyed) listener(raw, response);
  };
  const wait = (raw: IncomingMessage, response: ServerResponse): void => {
    const { socket } = raw;
    if (socket.destroyed) return;
    const size = heldBytes(raw);
    const add = (requests: 1 | -1) => {
      const before = waiting.get(socket) ?? { requests: 0, bytes: 0 };
      const now = { requests: before.requests + requests, bytes: before.bytes + requests * size };
      waiting.set(socket, now);
      return now;
    };
    const { requests, bytes } = add(1);
    if (requests > MAX_WAITING || bytes > MAX_WAITING_BYTES) {
      socket.destroy();
      return;
    }
    // Node emits it before it goes on with the response itself, which an answer made at once would disturb.
    response.once('socket', () => {
      add(-1);
      if (due.length === 0) setImmediate(begin);
      due.push([raw, response]);
    });
  };

  return (raw, response) => {
    latest.set(raw.socket, response);
    // A response has no socket while another one of its connection is on its way.
    if (response.socket === null) wait(raw, response);
    else listener(raw, response);
  };
}

/** What Node holds at most of a body before a handler reads it: it stops reading from the connection then. */
function heldBytes({ headers, readableHighWaterMark }: IncomingMessage): number {
  if (headers['transfer-encoding'] !== undefined) return readableHighWaterMark; // its length is not known
  return Math.min(Number(headers['content-length'] ?? 0), readableHighWaterMark);
}
