import type { IncomingMessage } from 'node:http';
import { LRUCache } from 'lru-cache';
import type { CacheableOperation, CacheLookup, Operations, RequestContext } from '../request-context.ts';
import { allowedOrigin, type CorsOrigins } from '../response/cors.ts';
import { matchingTag } from '../response/etag.ts';
import { negotiateEncoding } from '../response/negotiate-encoding.ts';
import { createAdmissionFilter } from './admission-filter.ts';
import type { CachedResponse, ResponseCache } from './response-cache.ts';

/** Longer bodies are left alone: a socket's buffer holds this much. */
const MAX_BODY_BYTES = 32 * 1024;
const JSON_TYPE = /^application\/json\s*(;|$)/i;
/** Of an entry, besides its texts. */
const ENTRY_BYTES = 300;

/**
 * The stage that looks a request up in the response cache. Sets `lookup`, and `cached` for a hit; a miss is made once for all
 * requests that ask the same meanwhile (single-flight), which wait here.
 * @param maxBytes for what is remembered of texts and their operation keys.
 */
export function createCacheLookup(deps: {
  readonly cache: ResponseCache;
  readonly corsOrigins: CorsOrigins;
  readonly maxBytes: number;
}): (context: RequestContext) => Promise<void> | undefined {
  const { cache, corsOrigins } = deps;
  const readKey = createKeyReader(deps.maxBytes);

  /** Null: the answer of this request is never cached, or nothing can be said of it before its handler reads it. */
  const lookupFor = (context: RequestContext, bytes: Buffer | null): CacheLookup | null => {
    const { raw, caller, route, url } = context;
    const { headers } = raw;
    const { operations } = route;
    const answerType = operations ? operations.answerType(headers.accept) : (headers.accept ?? '');
    if (caller === null || answerType === null) return null;
    if (context.method === 'POST' && bytes === null) return null;
    const body = bytes === null ? null : bytes.toString();
    const request = operations ? readKey(operations, url, body) : { key: url, operation: null };
    if (request === null) return null;
    const readableBy = allowedOrigin(corsOrigins, headers.origin) ?? '';
    const template = operations ? route.template : '';
    return {
      key: `${route.access}\n${caller.tier.id}\n${answerType}\n${readableBy}\n${template}\n${request.key}`,
      encoding: negotiateEncoding(headers['accept-encoding']),
      body,
      operation: request.operation,
    };
  };

  const find = ({ raw, caller }: RequestContext, { key, encoding }: CacheLookup): CachedResponse | null => {
    if (caller === null) return null;
    const known = raw.headers['if-none-match'];
    const full = cache.find(key, encoding, caller.view);
    if (known === undefined || full?.etag === null) return full ?? null;
    const unchanged = cache.find(key, 'not modified', caller.view);
    if (unchanged && matchingTag(known, unchanged.etag ?? '') !== null) return unchanged;
    return full && matchingTag(known, full.etag) === null ? full : null;
  };

  const lookUp = (context: RequestContext, lookup: CacheLookup): Promise<void> | undefined => {
    context.cached = find(context, lookup);
    if (context.cached) return undefined;
    const { key, encoding } = lookup;
    if (context.method !== 'HEAD') {
      const inFlight = cache.inFlight(key, encoding);
      // What could not be cached each request has to ask for itself.
      if (inFlight) return inFlight.then((isCached) => (isCached ? lookUp(context, lookup) : undefined));
      context.inFlight = cache.begin(key, encoding);
    }
    cache.counts.misses += 1;
    return undefined;
  };

  return (context) => {
    if (!isCacheable(context)) return undefined;
    const bytes = context.method === 'POST' ? takeBody(context.raw) : null;
    context.lookup = lookupFor(context, bytes);
    const waiting = context.lookup ? lookUp(context, context.lookup) : undefined;
    // Put back before anything is waited for: a request whose body is read to its end is over a moment later.
    if (bytes !== null && context.cached === null) context.raw.unshift(bytes);
    return waiting;
  };
}

function isCacheable({ route, method, raw, presentedKey }: RequestContext): boolean {
  const isRead = method === 'GET' || method === 'HEAD';
  if (route.operations === null)
    return isRead && (route.access === 'key' || route.access === 'open') && isBodiless(raw);
  // Without a key a request may not ask for data; a dry run answers with its price.
  if (presentedKey === undefined || raw.headers['x-dry-run'] !== undefined) return false;
  return method === 'GET' ? isBodiless(raw) : method === 'POST' && isSmallJson(raw);
}

/** Reads what a request asks for. Texts that come again are remembered with their key, so a hit parses nothing. */
function createKeyReader(maxBytes: number) {
  const known = new LRUCache<string, string>({
    maxSize: maxBytes,
    sizeCalculation: (key, text) => ENTRY_BYTES + 2 * (key.length + text.length),
  });
  const filter = createAdmissionFilter();
  return (
    operations: Operations,
    url: string,
    body: string | null,
  ): { readonly key: string; readonly operation: CacheableOperation | null } | null => {
    const text = `${url}\n${body ?? ''}`;
    const key = known.get(text);
    if (key !== undefined) return { key, operation: null };
    const operation = operations.read(url, body);
    // Most texts that come once never come again.
    if (operation && filter.isRepeated(text)) known.set(text, operation.key);
    return operation && { key: operation.key, operation };
  };
}

const isBodiless = ({ headers }: IncomingMessage): boolean =>
  headers['content-length'] === undefined && headers['transfer-encoding'] === undefined;

const isSmallJson = ({ headers }: IncomingMessage): boolean =>
  JSON_TYPE.test(headers['content-type'] ?? '') &&
  headers['content-encoding'] === undefined &&
  Number(headers['content-length'] ?? Number.NaN) <= MAX_BODY_BYTES;

/** The whole body, if it came with the headers. */
function takeBody(raw: IncomingMessage): Buffer | null {
  // Not `complete`, which is set a moment after the last byte came.
  if (raw.readableLength !== Number(raw.headers['content-length'])) return null;
  return raw.read();
}
