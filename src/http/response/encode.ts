import { Readable } from 'node:stream';
import { ReadableStream } from 'node:stream/web';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { compressStream } from './compress.ts';
import { type EncodedBody, encodeOpen, encodeWhole } from './encoded-body.ts';
import { type Encoding, encodedTag, matchingTag } from './etag.ts';
import { negotiateEncoding } from './negotiate-encoding.ts';
import { addVary } from './vary.ts';

/** Smaller bodies fit a packet anyway. */
export const MIN_BYTES = 1024;
/** Event streams are left alone: their bytes are shared by all subscribers and small. */
const COMPRESSIBLE =
  /^(text\/(?!event-stream)|application\/([\w.-]+\+)?(json|xml|x-ndjson|javascript|graphql)|image\/svg)/i;

/** What goes out: to Fastify, and, where it is no stream, as bytes that can be kept. */
export interface Encoded {
  readonly payload: unknown;
  readonly body: EncodedBody | null;
}

/**
 * The last step of every answer (an `onSend` hook): conditional requests and compression. Takes what handlers may
 * send: text, bytes, node and web streams, `Response`.
 */
export async function encodeBody(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): Promise<Encoded> {
  const body = unwrapResponse(reply, payload);
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  if (isRead && reply.statusCode === 200) markNotModified(request, reply);
  if (reply.statusCode === 304 || reply.statusCode === 204) {
    await discard(body);
    reply.removeHeader('content-type').removeHeader('content-length');
    if (reply.statusCode === 304) addVary(reply, 'Accept-Encoding');
    return unkept(nothing(request));
  }
  // A handler may spare itself the body of a HEAD; the headers are still those of the GET.
  return compress(request, reply, body ?? nothing(request));
}

function markNotModified(request: FastifyRequest, reply: FastifyReply): void {
  const etag = reply.getHeader('etag');
  if (typeof etag !== 'string') return;
  const known = matchingTag(request.headers['if-none-match'], etag);
  if (known !== null) reply.header('etag', known).code(304);
}

const unkept = (payload: unknown): Encoded => ({ payload, body: null });

async function compress(request: FastifyRequest, reply: FastifyReply, body: unknown): Promise<Encoded> {
  if (body === null) return unkept(null);
  const bytes = typeof body === 'string' ? Buffer.from(body) : Buffer.isBuffer(body) ? body : null;
  const type = String(reply.getHeader('content-type') ?? '');
  const isCandidate = COMPRESSIBLE.test(type) && !reply.hasHeader('content-encoding');
  if (isCandidate) addVary(reply, 'Accept-Encoding');
  const encoding = isCandidate ? negotiateEncoding(request.headers['accept-encoding']) : null;
  if (encoding === null || (bytes !== null && bytes.length < MIN_BYTES)) {
    if (bytes === null) return unkept(await plain(request, body));
    return { payload: body, body: (await encodeBytes(bytes, request.shared?.ending?.own, null)).body };
  }

  reply.header('content-encoding', encoding).removeHeader('content-length');
  const etag = reply.getHeader('etag');
  if (typeof etag === 'string') reply.header('etag', encodedTag(etag, encoding));
  if (bytes !== null) {
    const encoded = await encodeBytes(bytes, request.shared?.ending?.own, encoding);
    return { payload: encoded.whole, body: encoded.body };
  }
  const isHead = request.method === 'HEAD';
  return unkept(isHead ? await plain(request, body) : compressStream(toReadable(body), encoding));
}

/**
 * An answer as it goes out, and as it can be kept: what requests share is compressed by itself.
 * @param own its end, where that is the request's own.
 */
export async function encodeBytes(
  bytes: Buffer,
  own: string | undefined,
  encoding: Encoding | null,
): Promise<{ readonly whole: Buffer; readonly body: EncodedBody }> {
  if (own === undefined) {
    const body = await encodeWhole(bytes, encoding);
    return { whole: body.bytes, body };
  }
  const body = await encodeOpen(bytes.subarray(0, bytes.length - Buffer.byteLength(own)), encoding);
  if (encoding === null) return { whole: bytes, body };
  return { whole: Buffer.concat([body.bytes, ...(body.end ? [body.end(own)] : [])]), body };
}

/** A HEAD needs nothing of a stream. */
async function plain(request: FastifyRequest, body: unknown): Promise<unknown> {
  if (request.method !== 'HEAD' || typeof body === 'string' || Buffer.isBuffer(body)) return body;
  await discard(body);
  return nothing(request);
}

/**
 * No body. Fastify's HEAD routes know texts, bytes and streams alone, and state `Content-Length: 0` for an empty
 * text, where an empty stream states no length.
 */
function nothing(request: FastifyRequest): Readable | null {
  return request.method === 'HEAD' ? Readable.from([]) : null;
}

async function discard(body: unknown): Promise<void> {
  if (body instanceof Readable) {
    body.once('error', () => {
      // Nobody reads it any more; without a listener a late error would end the process.
    });
    body.destroy();
  }
  if (body instanceof ReadableStream) await body.cancel();
}

function toReadable(body: unknown): Readable {
  if (body instanceof ReadableStream) return Readable.fromWeb(body);
  return body as Readable; // Fastify sends nothing else: text, bytes, or a stream
}

/** Status, headers and body of a `Response` (of any realm), as Fastify itself would do one step later. */
function unwrapResponse(reply: FastifyReply, payload: unknown): unknown {
  if (Object.prototype.toString.call(payload) !== '[object Response]') return payload;
  const response = payload as Response; // told by its tag, since ponyfills are not instances of the global one
  reply.code(response.status);
  for (const [name, value] of response.headers) reply.header(name, value);
  return response.body;
}
