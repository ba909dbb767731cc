import { pipeline, type Readable } from 'node:stream';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';
import type { Encoding } from './etag.ts';

/** Levels for answers made on the fly: most of the gain for a fraction of the default's time. */
export const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };
export const GZIP = { level: 5 };

/**
 * Every chunk can be read by the client as soon as it was written. A source that fails fails the result too, so the
 * answer ends abnormally; a result that is destroyed (client gone) destroys the source.
 */
export function compressStream(source: Readable, encoding: Encoding): Readable {
  const encoder =
    encoding === 'br'
      ? createBrotliCompress({ ...BROTLI, flush: constants.BROTLI_OPERATION_FLUSH })
      : createGzip({ ...GZIP, flush: constants.Z_SYNC_FLUSH });
  return pipeline(source, encoder, () => {
    // The error, if any, destroyed the encoder, whose reader reports it.
  });
}
