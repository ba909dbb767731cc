import { promisify } from 'node:util';
import { brotliCompress, constants, crc32, gzip as gzipCompress } from 'node:zlib';
import { BROTLI, GZIP } from './compress.ts';
import type { Encoding } from './etag.ts';

/** The bytes of an answer in one content coding. */
export interface EncodedBody {
  /** All of it, or all but its end. */
  readonly bytes: Buffer;
  /** Of `bytes`. */
  readonly length: number;
  /** Bytes that complete it with an end of less than 64 KB; null: it is complete. */
  readonly end: ((text: string) => Buffer) | null;
}

const brotliBytes = promisify<Buffer, { params: Record<number, number>; finishFlush?: number }, Buffer>(
  brotliCompress,
);
const gzipBytes = promisify<Buffer, { level: number; finishFlush?: number }, Buffer>(gzipCompress);

export const complete = (bytes: Buffer): EncodedBody => ({ bytes, length: bytes.length, end: null });

const plainEnd = (text: string): Buffer => Buffer.from(text);

/**
 * Text in no coding, whose bytes are made on demand: most cached responses are never sent in no coding, and buffers are
 * the memory that is dearest to collect.
 */
export class TextBody implements EncodedBody {
  readonly length: number;
  readonly end: EncodedBody['end'];
  #text: string;
  #bytes: Buffer | null = null;

  constructor(text: string, isOpen: boolean) {
    this.#text = text;
    this.length = Buffer.byteLength(text);
    this.end = isOpen ? plainEnd : null;
  }

  get bytes(): Buffer {
    if (this.#bytes === null) {
      this.#bytes = Buffer.from(this.#text);
      this.#text = '';
    }
    return this.#bytes;
  }
}

/** Off the event loop, in the thread pool. */
export async function encodeWhole(bytes: Buffer, encoding: Encoding | null): Promise<EncodedBody> {
  if (encoding === null) return complete(bytes);
  return complete(await (encoding === 'br' ? brotliBytes(bytes, BROTLI) : gzipBytes(bytes, GZIP)));
}

/**
 * Compressed once, completed as often as needed: flushed, the encoder's output ends with a whole byte, and both formats
 * have blocks that hold bytes as they are.
 */
export async function encodeOpen(bytes: Buffer, encoding: Encoding | null): Promise<EncodedBody> {
  switch (encoding) {
    case null:
      return { bytes, length: bytes.length, end: plainEnd };
    case 'br': {
      const finishFlush = constants.BROTLI_OPERATION_FLUSH;
      const start = await brotliBytes(bytes, { ...BROTLI, finishFlush });
      return { bytes: start, length: start.length, end: endBrotli };
    }
    case 'gzip': {
      const start = await gzipBytes(bytes, { ...GZIP, finishFlush: constants.Z_SYNC_FLUSH });
      const checksum = crc32(bytes);
      const end = (text: string) => endGzip(Buffer.from(text), checksum, bytes.length);
      return { bytes: start, length: start.length, end };
    }
  }
}

/**
 * RFC 7932 §9.2: an uncompressed meta-block (ISLAST 0, MNIBBLES 4, MLEN - 1 in 16 bits, ISUNCOMPRESSED 1, padding),
 * then the empty last one.
 */
function endBrotli(text: string): Buffer {
  const tail = Buffer.from(text);
  const framed = Buffer.allocUnsafe(tail.length + 4);
  framed.writeUIntLE(((tail.length - 1) << 3) | (1 << 19), 0, 3);
  tail.copy(framed, 3);
  framed[tail.length + 3] = 0b11;
  return framed;
}

/** RFC 1951 §3.2.4: a last block that is stored, with its length and the complement; RFC 1952 §2.3.1: the trailer. */
function endGzip(tail: Buffer, checksum: number, startLength: number): Buffer {
  const { length } = tail;
  const framed = Buffer.allocUnsafe(length + 13);
  framed[0] = 1;
  framed.writeUInt16LE(length, 1);
  framed.writeUInt16LE(~length & 0xffff, 3);
  tail.copy(framed, 5);
  framed.writeUInt32LE(crc32(tail, checksum), length + 5);
  framed.writeUInt32LE((startLength + length) % 2 ** 32, length + 9);
  return framed;
}
