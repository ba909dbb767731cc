import type { Writable } from 'node:stream';

/** Calls back once, when a stream that asked its writer to wait takes more or is closed. */
export function whenDrained(stream: Writable, handle: () => void): void {
  const done = () => {
    stream.off('drain', done).off('close', done);
    handle();
  };
  if (stream.destroyed) queueMicrotask(handle);
  else stream.on('drain', done).on('close', done);
}
