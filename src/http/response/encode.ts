import { Readable } from 'node:stream';
import { ReadableStream } from 'node:stream/web';
import type { RequestContext } from '../request-context.ts';
import { compressStream } from './compress.ts';
import { complete, type EncodedBody, encodeOpen, encodeWhole, TextBody } from './encoded-body.ts';
import { type Encoding, encodedTag, matchingTag } from './etag.ts';
import type { DraftHeaders } from './headers.ts';
import { negotiateEncoding } from './negotiate-encoding.ts';
import { varyWith } from './vary.ts';

/** Smaller bodies fit a packet anyway. */
export const MIN_BYTES = 1024;
/** Event streams are left alone: their bytes are shared by all subscribers and small. */
const COMPRESSIBLE =
  /^(text\/(?!event-stream)|application\/([\w.-]+\+)?(json|xml|x-ndjson|javascript|graphql)|image\/svg)/i;

/** An answer on its way through `finish`. */
export interface DraftReply {
  status: number;
  readonly headers: DraftHeaders;
  /** Text, bytes, a node or web stream, a `Response`; after encoding none of the last two. */
  body: unknown;
}

/**
 * A body as it can be cached. It is made when it is asked for: V8 allocates what mostly lives long among its old objects, and
 * most answers are not cached.
 */
export interface CacheableBody {
  /** Of the whole body, in bytes. */
  readonly length: number;
  make(): EncodedBody;
}

/**
 * Conditional requests and compression: changes the draft to what goes out.
 * @param costSuffix the end of the body, where each request has its own.
 * @returns null: the body is a stream, or there is none.
 */
export async function encodeReply(
  context: RequestContext,
  draft: DraftReply,
  costSuffix: string | undefined,
): Promise<CacheableBody | null> {
  const { method } = context;
  unwrapResponse(draft);
  const isRead = method === 'GET' || method === 'HEAD';
  if (isRead && draft.status === 200) markNotModified(context, draft);
  const { headers } = draft;
  if (draft.status === 304 || draft.status === 204) {
    await discard(draft.body);
    delete headers['content-type'];
    delete headers['content-length'];
    if (draft.status === 304) addVary(headers);
    draft.body = nothing(method);
    return null;
  }
  // A handler may spare itself the body of a HEAD; the headers are still those of the GET.
  draft.body ??= nothing(method);
  return compress(context, draft, costSuffix);
}

function markNotModified({ raw }: RequestContext, draft: DraftReply): void {
  const { etag } = draft.headers;
  if (typeof etag !== 'string') return;
  const known = matchingTag(raw.headers['if-none-match'], etag);
  if (known === null) return;
  draft.headers.etag = known;
  draft.status = 304;
}

async function compress(
  { method, raw, lookup }: RequestContext,
  draft: DraftReply,
  costSuffix: string | undefined,
): Promise<CacheableBody | null> {
  const { headers, body } = draft;
  if (body === null) return null;
  const whole = typeof body === 'string' || Buffer.isBuffer(body) ? body : null;
  const isCandidate =
    COMPRESSIBLE.test(String(headers['content-type'] ?? '')) && headers['content-encoding'] === undefined;
  if (isCandidate) addVary(headers);
  const wanted = lookup ? lookup.encoding : negotiateEncoding(raw.headers['accept-encoding']);
  const encoding = isCandidate ? wanted : null;
  if (encoding === null || (whole !== null && Buffer.byteLength(whole) < MIN_BYTES)) {
    if (whole !== null) return uncompressed(whole, costSuffix);
    draft.body = await plain(method, body);
    return null;
  }

  headers['content-encoding'] = encoding;
  delete headers['content-length'];
  if (typeof headers.etag === 'string') headers.etag = encodedTag(headers.etag, encoding);
  if (whole !== null) {
    const encoded = await encodeBytes(Buffer.from(whole as string), costSuffix, encoding); // or bytes already
    draft.body = encoded.whole;
    return { length: encoded.whole.length, make: () => encoded.body };
  }
  draft.body = method === 'HEAD' ? await plain(method, body) : compressStream(toReadable(body), encoding);
  return null;
}

function uncompressed(whole: string | Buffer, costSuffix: string | undefined): CacheableBody {
  if (typeof whole !== 'string') return { length: whole.length, make: () => complete(whole) };
  return {
    length: Buffer.byteLength(whole),
    make: () =>
      costSuffix === undefined
        ? new TextBody(whole, false)
        : new TextBody(whole.slice(0, -costSuffix.length), true),
  };
}

/** A body as it goes out, and as it can be cached: what requests share is compressed by itself. */
async function encodeBytes(
  bytes: Buffer,
  costSuffix: string | undefined,
  encoding: Encoding,
): Promise<{ readonly whole: Buffer; readonly body: EncodedBody }> {
  if (costSuffix === undefined) {
    const body = await encodeWhole(bytes, encoding);
    return { whole: body.bytes, body };
  }
  const body = await encodeOpen(bytes.subarray(0, bytes.length - Buffer.byteLength(costSuffix)), encoding);
  return { whole: Buffer.concat([body.bytes, ...(body.end ? [body.end(costSuffix)] : [])]), body };
}

function addVary(headers: DraftHeaders): void {
  headers.vary = varyWith(headers.vary as string | undefined, 'Accept-Encoding'); // a text, as surfaces set it
}

/** A HEAD needs nothing of a stream. */
async function plain(method: string, body: unknown): Promise<unknown> {
  if (method !== 'HEAD') return body;
  await discard(body);
  return nothing(method);
}

/**
 * No body. Fastify's HEAD routes know texts, bytes and streams alone, and state `Content-Length: 0` for an empty
 * text, where an empty stream states no length.
 */
function nothing(method: string): Readable | null {
  return method === 'HEAD' ? Readable.from([]) : null;
}

async function discard(body: unknown): Promise<void> {
  if (body instanceof Readable) {
    body.once('error', () => {
      // Nothing reads it any more; without a listener a late error would end the process.
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
function unwrapResponse(draft: DraftReply): void {
  if (Object.prototype.toString.call(draft.body) !== '[object Response]') return;
  const response = draft.body as Response; // known by its tag, since ponyfills are not instances of the global one
  draft.status = response.status;
  for (const [name, value] of response.headers) draft.headers[name] = value;
  draft.body = response.body;
}
