import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { PassThrough, type Writable } from 'node:stream';
import { whenDrained } from '../../core/live/when-drained.ts';
import { Backlog } from './backlog.ts';
import type { Batch, EventText } from './batch.ts';
import { streamError } from './stream-error.ts';
import type { Sink } from './subscriber.ts';

/** Media type of server-sent events. */
export const EVENT_STREAM = 'text/event-stream';

/** A body of server-sent events in the distinct connections mode of graphql-sse, and the sink that fills it. */
export interface EventStream {
  readonly body: PassThrough;
  readonly sink: Sink;
  /** Sends one result and ends. */
  answer(result: string): void;
}

/** Sent at once, and the headers with it: clients and proxies see the stream open before the first event. In milliseconds. */
const OPENING = 'retry: 1000\n\n';
/** A browser connects again whatever ended; what is answered once it is not to ask for again. In milliseconds. */
const ANSWERED = 'retry: 86400000\n\n';

/** `raw` is the answer that `body` is sent with, `token` the key of its request. */
export function createEventStream(requestId: string, raw: ServerResponse, token: string | null): EventStream {
  const body = new PassThrough();
  body.write(OPENING);
  let isOver = false;
  /** Once the body flows: what many get alike goes past it and past HTTP, which would frame it for each anew. */
  let socket: Socket | null = null;
  const written = (): Writable => socket ?? body;
  const send = ({ text, chunk }: EventText): void => {
    if (isOver || raw.destroyed) return;
    socket ??= socketBehind(body, raw);
    if (socket) socket.write(chunk);
    else body.write(text);
  };
  const end = (last?: string) => {
    if (!isOver) body.end(last);
    isOver = true;
  };
  const complete = () => end('event: complete\ndata:\n\n');
  const backlog = new Backlog({
    isBackpressured: () => written().writableNeedDrain,
    whenReady: (handle) => whenDrained(written(), handle),
    evict: complete,
  });
  const sink: Sink = {
    backlog,
    isBackpressured: () => !raw.destroyed && written().writableNeedDrain,
    isClosed: () => raw.destroyed,
    write(batch) {
      if (written().writableNeedDrain) return false;
      batch.events ??= eventsOf(batch);
      send(batch.events);
      return true;
    },
    // Without an id: a browser goes on behind the last event that came, and not behind those it has missed.
    last: ({ frames }) => {
      for (const { payload } of frames) send(messageOf(payload));
    },
    fail(error, cursor) {
      send(messageOf(JSON.stringify({ errors: [streamError(error, cursor, requestId)] })));
      complete();
    },
    close: () => end(),
    token,
  };
  return {
    body,
    sink,
    answer(result) {
      body.write(ANSWERED);
      send(messageOf(result));
      complete();
    },
  };
}

/** The connection of an answer whose body has sent all it was given; null before. */
const socketBehind = (body: PassThrough, raw: ServerResponse): Socket | null =>
  raw.headersSent && raw.chunkedEncoding && body.readableLength + body.writableLength === 0
    ? raw.socket
    : null;

// The id lets a browser go on behind this event by itself: it sends it as Last-Event-ID.
const eventsOf = ({ frames }: Batch): EventText =>
  textOf(
    ...frames.flatMap(({ cursor, payload }) => [
      Buffer.from(`event: next\nid: ${cursor}\ndata: `),
      payload,
      END,
    ]),
  );

const END = Buffer.from('\n\n');

const messageOf = (data: string | Buffer): EventText => textOf(Buffer.from(`event: next\ndata: ${data}\n\n`));

function textOf(...parts: readonly Buffer[]): EventText {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const head = Buffer.from(`${length.toString(16)}\r\n`);
  const chunk = Buffer.concat([head, ...parts, CRLF]);
  return { chunk, text: chunk.subarray(head.length, -CRLF.length) };
}

const CRLF = Buffer.from('\r\n');
