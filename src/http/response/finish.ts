import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import type { Reply } from '../reply.ts';
import type { RequestContext } from '../request-context.ts';
import type { CachedResponse, ResponseCache } from '../response-cache/response-cache.ts';
import type { StaticLimit } from '../static/static-limit.ts';
import { type CacheableBody, type DraftReply, encodeReply } from './encode.ts';
import { complete } from './encoded-body.ts';
import { addCommonHeaders, type CommonHeaders, type DraftHeaders, type PushOwnHeaders } from './headers.ts';
import { createInParts, isLarge } from './parts.ts';

/** An answer as it goes to the connection. */
export interface FinishedReply {
  readonly status: number;
  readonly headers: DraftHeaders;
  /** The same as names and values in turn, without the length; null: not flattened yet. */
  readonly flatHeaders: readonly string[] | null;
  /** Of this request alone: names and values in turn. */
  readonly ownHeaders: readonly string[];
  /** Text, bytes, a node stream; null: none. */
  readonly body: unknown;
}

/** The last step of every answer that is made: settle, encode, add headers, cache. */
export type Finish = (context: RequestContext, reply: Reply) => Promise<FinishedReply>;

export interface FinishDeps extends CommonHeaders {
  /** Null: no response is cached. */
  readonly cache: ResponseCache | null;
  readonly pushOwnHeaders: PushOwnHeaders;
  readonly staticLimit: StaticLimit;
  readonly isDraining: () => boolean;
  readonly logger: Logger;
}

export function createFinish(deps: FinishDeps): Finish {
  const { cache, pushOwnHeaders, staticLimit, isDraining, logger } = deps;
  const inParts = createInParts();
  return async (context, reply) => {
    if (reply.status >= 500) await release(context, logger);
    const draft: DraftReply = { status: reply.status, headers: { ...reply.headers }, body: reply.body };
    const encoded = await encodeReply(context, draft, reply.cache?.costSuffix?.own);
    const { status, headers, body } = draft;
    if (context.route.access === 'static' && context.method !== 'HEAD')
      staticLimit.add(
        context.ip,
        Buffer.isBuffer(body) ? body.length : Number(headers['content-length'] ?? 0),
      );
    addCommonHeaders(headers, context, deps);
    const cached = cache && !isDraining() ? store(cache, context, reply, draft, encoded) : null;
    context.inFlight?.end(cached !== null);
    const flatHeaders = cached?.status === 200 ? cached.headers : null;
    const ownHeaders: string[] = [];
    pushOwnHeaders(ownHeaders, context, status);
    // An error behind an answer that was finished before has its headers, too.
    for (let at = 0; at < ownHeaders.length; at += 2) {
      const name = ownHeaders[at] as string; // names and values in turn
      if (headers[name] !== undefined) delete headers[name];
    }
    if (!Buffer.isBuffer(body) || !isLarge(body) || context.method === 'HEAD')
      return { status, headers, flatHeaders, ownHeaders, body };
    headers['content-length'] = body.length;
    return { status, headers, flatHeaders, ownHeaders, body: inParts(body) };
  };
}

/** The fault was ours: the units go back. */
async function release({ charge, id }: RequestContext, logger: Logger): Promise<void> {
  await charge?.release().catch((err: unknown) => {
    logger.warn({ err, request_id: id }, 'units of a failed request not given back');
  });
}

const NOTHING: CacheableBody = { length: 0, make: () => complete(Buffer.alloc(0)) };

/** Null: the answer is for this request alone, or not worth its memory. */
function store(
  cache: ResponseCache,
  { method, log, lookup }: RequestContext,
  { cache: policy }: Reply,
  { status, headers }: DraftReply,
  encoded: CacheableBody | null,
): CachedResponse | null {
  const body = status === 304 ? NOTHING : encoded;
  if (policy === null || body === null || lookup === null || method === 'HEAD') return null;
  if (status !== 200 && status !== 304) return null;
  const variant = status === 304 ? 'not modified' : lookup.encoding;
  if (!cache.admits(lookup.key, variant, body.length)) return null;
  const shared = flat(headers, status === 304 ? NOT_SHARED_OF_304 : NOT_SHARED);
  const { operation } = log;
  const response: CachedResponse = { ...policy, status, headers: shared, body: body.make(), operation };
  cache.set(lookup.key, variant, response);
  return response;
}

/** Every request states the length by itself, and a 304 the tag that its client has. */
const NOT_SHARED: ReadonlySet<string> = new Set(['content-length']);
const NOT_SHARED_OF_304: ReadonlySet<string> = new Set(['content-length', 'etag']);

/** Most responses differ in no header: they share one array, which the garbage collector carries around once. */
const known = new LRUCache<string, readonly string[]>({ max: 200 });

/** Names and values in turn, without those that are left out. */
export function flat(
  headers: DraftHeaders,
  without: ReadonlySet<string> = NOTHING_LEFT_OUT,
): readonly string[] {
  const list: string[] = [];
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined && !without.has(name)) list.push(name, String(value));
  const text = list.join('\n');
  const same = known.get(text);
  if (same) return same;
  known.set(text, list);
  return list;
}

const NOTHING_LEFT_OUT: ReadonlySet<string> = new Set();
