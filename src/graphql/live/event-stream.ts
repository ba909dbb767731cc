import type { ServerResponse } from 'node:http';
import { PassThrough, type Writable } from 'node:stream';
import { whenDrained } from '../../core/live/when-drained.ts';
import type { AppError } from '../../errors.ts';
import type { Batch } from './batch.ts';
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

/** `raw` is the answer that `body` is sent with. */
export function createEventStream(requestId: string, raw: ServerResponse): EventStream {
  const body = new PassThrough();
  body.write(OPENING);
  let written: Writable = body;
  const write = (bytes: Buffer): boolean => {
    if (body.writableEnded || raw.destroyed) return true;
    // Once the body flows, what many get alike goes past it.
    written = raw.headersSent && body.readableLength + body.writableLength === 0 ? raw : body;
    return written.write(bytes);
  };
  const end = () => {
    if (!body.writableEnded) body.end('event: complete\ndata:\n\n');
  };
  const sink: Sink = {
    write: (batch) => write(bytesOf(batch)),
    whenReady: (handle) => whenDrained(written, handle),
    fail(error, cursor) {
      write(messageOf(JSON.stringify({ errors: [shownError(error, cursor, requestId)] })));
      end();
    },
    tooSlow(last) {
      if (last) write(bytesOf(last));
      end();
    },
    close: () => void body.end(),
  };
  return {
    body,
    sink,
    answer(result) {
      body.write(ANSWERED);
      write(messageOf(result));
      end();
    },
  };
}

/** Made once for all the streams of a group. */
const made = new WeakMap<Batch, Buffer>();

function bytesOf(batch: Batch): Buffer {
  let bytes = made.get(batch);
  if (!bytes) {
    // The id lets a browser go on behind this event by itself: it sends it as Last-Event-ID.
    bytes = Buffer.concat(
      batch.frames.flatMap(({ cursor, payload }) => [
        Buffer.from(`event: next\nid: ${cursor}\ndata: `),
        payload,
        END,
      ]),
    );
    made.set(batch, bytes);
  }
  return bytes;
}

const END = Buffer.from('\n\n');

const messageOf = (data: string): Buffer => Buffer.from(`event: next\ndata: ${data}\n\n`);

function shownError(error: AppError, cursor: string | null, requestId: string): object {
  const { code, message, details } = error;
  const { retryAfterSeconds: retryAfter } = details;
  const more = retryAfter === undefined ? {} : { retryAfter };
  return { message, extensions: { code, requestId, cursor, ...more } };
}
