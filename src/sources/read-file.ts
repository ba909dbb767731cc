import { isUtf8 } from 'node:buffer';
import { type FileHandle, open, stat } from 'node:fs/promises';
import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { SourceError } from './format.ts';
import { bytesInZip, isZip } from './read-zip.ts';

export interface ReadOptions {
  /** What the bytes are, when the provider says so. Default: an XML declaration, else UTF-8 (see `openStream`). */
  readonly encoding?: 'utf-8' | 'latin1';
  /** Name of the file that is meant in a zip; without it zips are refused. */
  readonly inZip?: RegExp;
}

/**
 * The whole text of a file, decoded as `openStream` does.
 * Throws `SourceError` for a file that is missing, unreadable, a truncated gzip or zip, or an HTML page.
 */
export async function readText(file: string, options: ReadOptions = {}): Promise<string> {
  const blocks: string[] = [];
  for await (const block of textBlocks(file, options)) blocks.push(block);
  return blocks.join('');
}

/**
 * The text of a file as a stream of UTF-8 bytes: unpacked when it starts like a gzip or zip, whatever its name, and without
 * byte order mark. `a.zip/b.txt` is the file `b.txt` in that zip. Text is UTF-8; a line that is not is taken as Latin-1,
 * so that one bad byte spoils nothing else.
 * The stream fails with `SourceError` where `readText` throws. Memory is bounded by the longest line.
 */
export function openStream(file: string, options: ReadOptions = {}): Readable {
  return Readable.from(textBlocks(file, options), { objectMode: false });
}

const NEWLINE = 0x0a;

async function* textBlocks(file: string, options: ReadOptions): AsyncGenerator<string> {
  let latin1 = options.encoding === 'latin1';
  let started = false;
  let rest: Buffer[] = [];
  for await (const chunk of bytesOf(file, options)) {
    let bytes = chunk;
    if (!started) {
      started = true;
      refuseForeign(file, chunk);
      if (options.encoding === undefined) latin1 = declaresLatin1(chunk);
      if (hasByteOrderMark(chunk)) bytes = chunk.subarray(3);
    }
    // No UTF-8 sequence spans a line feed, so what ends in one can be decoded on its own.
    const end = bytes.lastIndexOf(NEWLINE) + 1;
    if (end === 0) {
      rest.push(bytes);
      continue;
    }
    yield decode(Buffer.concat([...rest, bytes.subarray(0, end)]), latin1);
    rest = [bytes.subarray(end)];
  }
  yield decode(Buffer.concat(rest), latin1);
}

async function* bytesOf(file: string, { inZip }: ReadOptions): AsyncGenerator<Buffer> {
  const [, archive, member] = /^(.+?\.zip)\/(.+)$/i.exec(file) ?? [];
  if (archive !== undefined && member !== undefined && (await isFile(archive))) {
    return yield* bytesInZip(archive, new RegExp(`^${RegExp.escape(member)}$`));
  }
  let handle: FileHandle | undefined;
  try {
    handle = await open(file);
    const magic = Buffer.alloc(4);
    await handle.read(magic, 0, magic.length, 0);
    if (isZip(magic)) {
      if (inZip === undefined) throw new Error('is a zip archive; unpack it');
      return yield* bytesInZip(file, inZip);
    }
    const raw = handle.createReadStream({ start: 0, autoClose: false });
    // The callback is for failures that have no reader; iterating the stream throws the same error.
    const bytes = magic.subarray(0, 2).equals(GZIP) ? pipeline(raw, createGunzip(), () => undefined) : raw;
    for await (const chunk of bytes) yield chunk as Buffer; // no encoding is set, so chunks are buffers
  } catch (error) {
    if (error instanceof SourceError) throw error;
    throw new SourceError(`${file}: ${explain(error)}`, { cause: error });
  } finally {
    await handle?.close();
  }
}

const isFile = async (path: string): Promise<boolean> =>
  (await stat(path).catch(() => null))?.isFile() ?? false;

const GZIP = Buffer.from([0x1f, 0x8b]);

function explain(error: unknown): string {
  const code = (error as NodeJS.ErrnoException).code; // every failure of fs and zlib carries one
  if (code === 'Z_BUF_ERROR') return 'the gzip ends too early; the file is truncated';
  if (code?.startsWith('Z_')) return `the gzip is damaged (${(error as Error).message})`; // zlib throws errors
  if (code === 'ENOENT') return 'no such file';
  if (code === 'EISDIR') return 'is a directory, not a file';
  return error instanceof Error ? error.message : String(error);
}

/** Error pages saved in place of the data, and encodings no provider uses. */
function refuseForeign(file: string, start: Buffer): void {
  const [first, second] = start;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) {
    throw new SourceError(`${file}: is UTF-16; save it as UTF-8`);
  }
  const head = start.toString('latin1', hasByteOrderMark(start) ? 3 : 0, 4096);
  if (!/^(?:\s|<\?xml[^>]*>|<!--.*?-->)*<(?:!doctype\s+html|html)[\s>]/is.test(head)) return;
  const title = /<title[^>]*>([^<]*)/i.exec(head)?.[1]?.trim();
  throw new SourceError(`${file}: is an HTML page, not data${title ? ` (its title: ${title})` : ''}`);
}

function hasByteOrderMark(bytes: Buffer): boolean {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
}

function declaresLatin1(start: Buffer): boolean {
  const declaration = /^\s*<\?xml[^>]*\sencoding\s*=\s*["']([^"']+)/i.exec(start.toString('latin1', 0, 200));
  return /^(iso-?8859-?1|latin-?1|windows-1252)$/i.test(declaration?.[1] ?? '');
}

// As in HTML, Latin-1 means Windows-1252: files labelled so do hold its quotes and dashes.
const LATIN1 = new TextDecoder('windows-1252');

function decode(bytes: Buffer, latin1: boolean): string {
  if (latin1) return LATIN1.decode(bytes);
  if (isUtf8(bytes)) return bytes.toString('utf8');
  return bytes
    .toString('latin1')
    .split(/(?<=\n)/)
    .map((line) => Buffer.from(line, 'latin1'))
    .map((line) => (isUtf8(line) ? line.toString('utf8') : LATIN1.decode(line)))
    .join('');
}
