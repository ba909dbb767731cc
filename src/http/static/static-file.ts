import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { MIN_BYTES } from '../response/encode.ts';
import { type Encoding, encodedTag, matchingTag } from '../response/etag.ts';
import { negotiateEncoding } from '../response/negotiate-encoding.ts';
import { varyWith } from '../response/vary.ts';

/** `Cache-Control` of files whose names change with their content. */
export const IMMUTABLE = 'public, max-age=31536000, immutable';

/** Bytes that are the same for every request. All answers share one buffer for each content coding. */
export interface StaticFile {
  /** All headers of an answer but those of its content coding: `Content-Type`, `Cache-Control`. */
  readonly headers: Readonly<Record<string, string>>;
  /** Strong tag of the uncompressed bytes, quotes included; null: answers have none. */
  readonly etag: string | null;
  /** In this coding, or uncompressed where compression gains nothing. Rejects when the file cannot be read. */
  form(encoding: Encoding | null): Promise<StaticForm>;
}

export interface StaticForm {
  readonly encoding: Encoding | null;
  readonly bytes: Buffer;
}

/** Once for each file: worth more time than an answer made on the fly. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };
const GZIP = { level: 9 };
const compressors: Readonly<Record<Encoding, (bytes: Buffer) => Promise<Buffer>>> = {
  br: (bytes) => promisify<Buffer, typeof BROTLI, Buffer>(brotliCompress)(bytes, BROTLI),
  gzip: (bytes) => promisify<Buffer, typeof GZIP, Buffer>(gzip)(bytes, GZIP),
};

/** A file out of text in memory. Its compressed forms are made when they are first asked for, each once. */
export function textFile(
  text: string,
  headers: StaticFile['headers'],
  options: { readonly hasTag?: boolean } = {},
): StaticFile {
  const bytes = Buffer.from(text);
  const etag = options.hasTag === false ? null : tagOf(bytes);
  return { headers, etag, form: sharedForms(async () => bytes, {}) };
}

/**
 * A file on disk. Each form is read when it is first asked for, and then kept.
 * @param compressed paths of the forms that a build has compressed; the others are compressed here, once.
 */
export function diskFile(
  path: string,
  etag: string,
  headers: StaticFile['headers'],
  compressed: Readonly<Partial<Record<Encoding, string>>>,
): StaticFile {
  return { headers, etag, form: sharedForms(() => readFile(path), compressed) };
}

/** Sends a static file: 304 to a client that has it, else the shared bytes in the coding the client prefers. */
export async function sendStatic(
  request: FastifyRequest,
  reply: FastifyReply,
  { headers, etag, form }: StaticFile,
): Promise<FastifyReply> {
  reply.headers(headers).header('vary', varyWith(headers.vary, 'Accept-Encoding'));
  const known = etag === null ? null : matchingTag(request.headers['if-none-match'], etag);
  if (known !== null) return reply.header('etag', known).code(304).send();
  const { encoding, bytes } = await form(negotiateEncoding(request.headers['accept-encoding']));
  if (encoding !== null) reply.header('content-encoding', encoding);
  if (etag !== null) reply.header('etag', encoding === null ? etag : encodedTag(etag, encoding));
  return reply.send(bytes);
}

function sharedForms(
  read: () => Promise<Buffer>,
  compressed: Readonly<Partial<Record<Encoding, string>>>,
): StaticFile['form'] {
  const forms = new Map<Encoding | null, Promise<StaticForm>>();
  const make = async (encoding: Encoding | null): Promise<StaticForm> => {
    if (encoding === null) return { encoding, bytes: await read() };
    const path = compressed[encoding];
    if (path !== undefined) return { encoding, bytes: await readFile(path) };
    const plain = await formOf(null);
    if (plain.bytes.length < MIN_BYTES) return plain;
    return { encoding, bytes: await compressors[encoding](plain.bytes) };
  };
  const formOf = (encoding: Encoding | null): Promise<StaticForm> => {
    const known = forms.get(encoding);
    if (known) return known;
    const made = make(encoding);
    forms.set(encoding, made);
    made.catch(() => forms.delete(encoding)); // the next request tries again
    return made;
  };
  return formOf;
}

const tagOf = (bytes: Buffer): string =>
  `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"`;
