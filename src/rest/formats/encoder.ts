import type { AnyRecord } from '../../feed/feed.ts';

/** Writes rows of JSON in one format, piece by piece. A file is the pieces of all `write`s and of `end`. */
export interface Encoder {
  /** What the rows complete; nothing while a group of them is gathered. */
  write(rows: readonly AnyRecord[]): Uint8Array;
  end(): Uint8Array;
}
