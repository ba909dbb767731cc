import type { Duplex } from 'node:stream';
import type { MessageWriter } from './socket-connection.ts';

/** More is not copied: it may wait for its readers in thousands of sockets. */
const MAX_COPIED_BYTES = 16 * 1024;
/** First byte of a whole, uncompressed text message: RFC 6455, section 5.2. */
const FINAL_TEXT = 0x81;
const MAX_HEADER_BYTES = 10;

/** Messages laid out in one piece, ready but for the heads. */
interface Layout {
  readonly bodies: readonly Buffer[];
  readonly headLength: number;
  readonly bytes: Buffer;
  /** Where the heads go. */
  readonly places: readonly number[];
}

export function createMessageWriter(): MessageWriter {
  let last: Layout | null = null;

  return {
    write(socket, head, bodies) {
      if (last?.bodies !== bodies || last.headLength !== head.length) last = layOut(bodies, head.length);
      if (!last) return writePieces(socket, head, bodies);
      const { bytes, places } = last;
      for (const place of places) bytes.set(head, place);
      const isReady = socket.write(bytes);
      // Mostly the kernel has taken all of it by now, and the next socket gets the same bytes with its own heads.
      if (socket.writableLength > 0) last = null;
      return isReady;
    },
  };
}

/** Null when it would be too large. */
function layOut(bodies: readonly Buffer[], headLength: number): Layout | null {
  let size = 0;
  for (const body of bodies) size += MAX_HEADER_BYTES + headLength + body.length;
  if (size > MAX_COPIED_BYTES) return null;
  const bytes = Buffer.allocUnsafeSlow(size);
  const places: number[] = [];
  let at = 0;
  for (const body of bodies) {
    at = putHeader(bytes, at, headLength + body.length);
    places.push(at);
    at += headLength;
    at += body.copy(bytes, at);
  }
  return { bodies, headLength, bytes: bytes.subarray(0, at), places };
}

function writePieces(socket: Duplex, head: Buffer, bodies: readonly Buffer[]): boolean {
  socket.cork();
  let isReady = true;
  for (const body of bodies) {
    const start = Buffer.allocUnsafe(MAX_HEADER_BYTES + head.length);
    const at = putHeader(start, 0, head.length + body.length);
    socket.write(start.subarray(0, at + head.copy(start, at)));
    isReady = socket.write(body);
  }
  socket.uncork();
  return isReady || !socket.writableNeedDrain;
}

/** Returns where the message goes. */
function putHeader(bytes: Buffer, start: number, length: number): number {
  bytes[start] = FINAL_TEXT;
  if (length < 126) {
    bytes[start + 1] = length;
    return start + 2;
  }
  if (length < 65_536) {
    bytes[start + 1] = 126;
    return bytes.writeUInt16BE(length, start + 2);
  }
  bytes[start + 1] = 127;
  bytes.writeUInt32BE(0, start + 2);
  return bytes.writeUInt32BE(length, start + 6);
}
