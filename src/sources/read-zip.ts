import { crc32 } from 'node:zlib';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { SourceError } from './format.ts';

/** How a zip begins, an empty one included. */
export const isZip = (start: Buffer): boolean =>
  start.subarray(0, 2).equals(MAGIC) && [0x0403, 0x0605].includes(start.readUInt16LE(2));

const MAGIC = Buffer.from('PK');

/** Unpacked; far more than any index, and little enough to refuse an archive that is made to fill the memory. */
const MAX_BYTES = 256 * 1024 * 1024;

/**
 * The bytes of the first file of a zip whose name matches. Throws `SourceError` for an archive that is cut off or
 * damaged (sizes and checksum are verified), holds no such file, or one of more than `maxBytes`.
 */
export async function* bytesInZip(
  file: string,
  isMeant: RegExp,
  maxBytes = MAX_BYTES,
): AsyncGenerator<Buffer> {
  let zip: ZipFile | undefined;
  try {
    zip = await openPromise(file, { autoClose: false });
    const entry = await findEntry(zip, isMeant);
    if (entry.uncompressedSize > maxBytes) {
      throw new Error(`${entry.fileName} in it unpacks to more than ${maxBytes} bytes`);
    }
    let sum = 0;
    // The stream fails when the file turns out larger or smaller than stated.
    for await (const chunk of await zip.openReadStreamPromise(entry)) {
      sum = crc32(chunk, sum);
      yield chunk as Buffer; // no encoding is set, so chunks are buffers
    }
    if (sum !== entry.crc32) throw new Error(`${entry.fileName} in it has another checksum than stated`);
  } catch (error) {
    throw unreadable(file, error);
  } finally {
    zip?.close();
  }
}

/** The names of all files in a zip. Throws `SourceError` as `bytesInZip` does. */
export async function namesInZip(file: string): Promise<readonly string[]> {
  let zip: ZipFile | undefined;
  const names: string[] = [];
  try {
    zip = await openPromise(file, { autoClose: false });
    for await (const { fileName } of zip.eachEntry()) names.push(fileName);
  } catch (error) {
    throw unreadable(file, error);
  } finally {
    zip?.close();
  }
  return names;
}

async function findEntry(zip: ZipFile, isMeant: RegExp): Promise<Entry> {
  const names: string[] = [];
  for await (const entry of zip.eachEntry()) {
    if (isMeant.test(entry.fileName)) return entry;
    if (names.length < 5) names.push(entry.fileName);
  }
  throw new Error(`holds no file like ${isMeant.source}, but ${names.join(', ') || 'nothing'}`);
}

function unreadable(file: string, error: unknown): SourceError {
  const message = error instanceof Error ? error.message : String(error);
  return new SourceError(`${file}: the zip cannot be read (${message})`, { cause: error });
}
