import { createWriteStream, mkdirSync, type WriteStream } from 'node:fs';
import { dirname } from 'node:path';
import type { Rejection } from './format.ts';

export interface RejectsFile {
  write(rejection: Rejection): Promise<void>;
  /** The path; null when nothing was rejected. */
  close(): Promise<string | null>;
}

/**
 * One rejected entry a line. Made with the first entry, in place of what an earlier run left there: a provider that is
 * synchronised every minute must not fill the disk with the same complaint.
 */
export function createRejectsFile(path: string): RejectsFile {
  let stream: WriteStream | null = null;
  let failure: Error | null = null;
  const open = (): WriteStream => {
    mkdirSync(dirname(path), { recursive: true });
    const opened = createWriteStream(path);
    opened.on('error', (error) => {
      failure = error;
    });
    return opened;
  };
  return {
    async write({ kind: _kind, ...rejection }) {
      stream ??= open();
      if (failure) throw failure;
      if (stream.write(`${JSON.stringify(rejection)}\n`)) return;
      await new Promise<void>((resolve) => {
        stream?.once('drain', () => resolve());
        stream?.once('close', () => resolve()); // of a file that fails, which the next write reports
      });
    },
    async close() {
      if (stream === null) return null;
      const closed = new Promise<void>((resolve) => stream?.once('close', () => resolve()));
      stream.end();
      if (!stream.closed) await closed;
      if (failure) throw failure;
      return path;
    },
  };
}
