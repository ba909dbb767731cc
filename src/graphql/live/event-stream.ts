import { PassThrough } from 'node:stream';
import type { AppError } from '../../errors.ts';
import type { Frame } from './group.ts';
import type { Sink } from './subscriber.ts';

/** Media type of server-sent events. */
export const EVENT_STREAM = 'text/event-stream';

/** A body of server-sent events in the distinct connections mode of graphql-sse, and the sink that fills it. */
export interface EventStream {
  readonly body: PassThrough;
  readonly sink: Sink;
  /** Sends one result and ends. */
  answer(result: string): void;
  end(): void;
}

/** Sent at once, and the headers with it: clients and proxies see the stream open before the first event. In milliseconds. */
const OPENING = 'retry: 1000\n\n';
/** A browser connects again whatever ended; what is answered once it is not to ask for again. In milliseconds. */
const ANSWERED = 'retry: 86400000\n\n';

/** `written` tells how many bytes of the body wait behind it. */
export function createEventStream(requestId: string, written: () => number): EventStream {
  const body = new PassThrough();
  body.write(OPENING);
  const end = () => {
    if (!body.writableEnded) body.end('event: complete\ndata:\n\n');
  };
  const sink: Sink = {
    write(frames, onSent) {
      if (body.destroyed || body.writableEnded) return onSent?.();
      body.write(Buffer.concat(frames.map(bytesOf)), () => onSent?.());
    },
    queuedBytes: () => body.writableLength + body.readableLength + written(),
    fail(error, cursor) {
      body.write(messageOf(JSON.stringify({ errors: [shownError(error, cursor, requestId)] }), null));
      end();
    },
    tooSlow(last) {
      if (last) body.write(bytesOf(last));
      end();
    },
    close: () => void body.end(),
  };
  return {
    body,
    sink,
    answer(result) {
      body.write(ANSWERED + messageOf(result, null));
      end();
    },
    end,
  };
}

/** Made once for all the streams of a group. */
const made = new WeakMap<Frame, Buffer>();

function bytesOf(frame: Frame): Buffer {
  let bytes = made.get(frame);
  if (!bytes) {
    // The id lets a browser go on behind this event by itself: it sends it as Last-Event-ID.
    bytes = Buffer.concat([Buffer.from(`event: next\nid: ${frame.cursor}\ndata: `), frame.payload, END]);
    made.set(frame, bytes);
  }
  return bytes;
}

const END = Buffer.from('\n\n');

const messageOf = (data: string, id: string | null): string =>
  `event: next\n${id === null ? '' : `id: ${id}\n`}data: ${data}\n\n`;

function shownError(error: AppError, cursor: string | null, requestId: string): object {
  const { code, message, details } = error;
  const { retryAfterSeconds: retryAfter } = details;
  const more = retryAfter === undefined ? {} : { retryAfter };
  return { message, extensions: { code, requestId, cursor, ...more } };
}
