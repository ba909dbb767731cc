import { IncomingMessage, type ServerResponse } from 'node:http';
import type { Caller } from '../core/access/caller.ts';
import type { AppError, ErrorCode } from '../errors.ts';
import { type TraceParent, traceParentOf } from './observability/trace-parent.ts';
import type { RequestSpan } from './observability/tracing.ts';
import type { Charge, ChargeReport } from './quota/charge.ts';
import type { CachePolicy, RenderedError, Reply } from './reply.ts';
import type { Encoding } from './response/etag.ts';
import type { CachedResponse, InFlight } from './response-cache/response-cache.ts';

/** How an operation came: as a request, as a request answered with server-sent events, or as a message over a WebSocket. */
export type Transport = 'http' | 'sse' | 'ws';

/**
 * What a route asks of its caller.
 * `key`: a key of any scope; metered. `open`: none (a key is not even read), limited by IP. `ingest`, `admin`: a key
 * of at least that scope (admin includes ingest, ingest includes read); not metered. `static`: nothing, limited by IP in bytes (pages, their files,
 * schema, documentation). `public`: nothing (health). `graphql`: a key, then metered, or none, then limited by IP, `caller.key` is null
 * and the surface refuses with KEY_MISSING what is more than introspection. What it costs is known to the surface alone,
 * which reserves it on `charge`; a request that is refused before that costs nothing and counts for the limit of refusals. With `X-Dry-Run: 1` the
 * charge takes nothing, and the request counts for the limit by IP. `agent`: the same, and every request counts for the limit by IP,
 * since most of what agents ask for takes no units.
 */
export type Access = 'key' | 'open' | 'ingest' | 'admin' | 'public' | 'static' | 'graphql' | 'agent';

/** What the pipeline knows of a route, found by method and path ahead of the router. */
export interface RouteInfo {
  /** E.g. `/api/v1/assets/:symbol`, for the log and the metrics: raw URLs may hold secrets. */
  readonly template: string;
  readonly access: Access;
  /** Writes an error in the shape of the route's surface. */
  readonly renderError: RenderError;
  /** Health checks: logged at `debug`. */
  readonly isProbe: boolean;
  readonly isServedWhileDraining: boolean;
  /** Without CORS headers, and refused under foreign names on a loopback address. */
  readonly forOwnPages: boolean;
  /** Of a GraphQL route: reads its requests, and answers them ahead of the router; null: the URL says all of a GET. */
  readonly operations: Operations | null;
}

export type RenderError = (error: AppError, context: RequestContext, publicUrl: string) => RenderedError;

/** Requests of one route that ask for the same although they do not look the same. */
export interface Operations {
  /**
   * Media type of the answer that a request with this `Accept` gets; null for what is never cached: a stream, or an error
   * because the client takes nothing that can be sent.
   */
  answerType(accept: string | undefined): string | null;
  /**
   * Reads an operation. Null: it is not well-formed, so the handler says what is wrong.
   * @param body of a POST; null for a GET.
   */
  read(url: string, body: string | null): CacheableOperation | null;
}

export interface CacheableOperation {
  /** Equal for operations with the same answer, however they are written. */
  readonly key: string;
  /**
   * Answers without the router.
   * @returns null where the route's handler has to answer.
   */
  answer(context: RequestContext): Promise<Reply> | null;
}

/** What a request that may share its answer looks for in the response cache. */
export interface CacheLookup {
  /** Everything the answer depends on but the feeds, the view and the variant. */
  readonly key: string;
  /** The coding its client prefers. */
  readonly encoding: Encoding | null;
  /** The body of a POST; null for a GET. */
  readonly body: string | null;
  /** Null until it is read: of a text that came before, its key is known without. */
  readonly operation: CacheableOperation | null;
}

/** Facts that the log line of a request reports. */
export interface LogFields {
  /** The name of the GraphQL operation. */
  operation: string | undefined;
  /** The key that was refused; that of an admitted caller is known. */
  keyId: string | undefined;
  cacheHit: boolean;
  /** Of the error that it was answered with. */
  code: ErrorCode | undefined;
}

/**
 * The state of one request, or of one operation over a WebSocket, from its first stage to its log line. Stages and handlers
 * read and write it; nothing is known of a request anywhere else.
 */
export class RequestContext {
  /** By `performance.now()`. */
  readonly startedAt = performance.now();
  readonly id: string;
  /** `sse` once a stream of server-sent events is opened. */
  transport: Transport;
  /** `WEBSOCKET` for an operation over one. */
  readonly method: string;
  /** Without a key in it. */
  readonly url: string;
  /** The token the request presents; several of one kind are joined by a comma, which no token contains. */
  readonly presentedKey: string | undefined;
  readonly route: RouteInfo;
  readonly ip: string;
  /** The request, or the upgrade of the WebSocket. */
  readonly raw: IncomingMessage;
  /** Null: over a WebSocket. */
  readonly response: ServerResponse | null;
  /** The caller's span; of an operation over a WebSocket that of the upgrade. */
  readonly traceParent: TraceParent | null;

  /** Set when the request begins; null where no spans are recorded. */
  span: RequestSpan | null = null;
  /** Set by `authenticate` on all routes but `public` and `static` ones. */
  caller: Caller | null = null;
  /** Set by `lookUpResponseCache`: the request may share its answer. */
  lookup: CacheLookup | null = null;
  /** What the lookup found. */
  cached: CachedResponse | null = null;
  /** Others wait for this request's answer. */
  inFlight: InFlight | null = null;
  /** Set by `reserve`; null where nothing is metered. */
  charge: Charge | null = null;
  readonly usage: ChargeReport = { windows: null, refusing: null, cost: 0 };
  /** Why the quota refused a cached response, where the surface words refusals itself. */
  refusal: unknown = null;
  /** Set by a handler behind the router whose answer may be cached. */
  cachePolicy: CachePolicy | null = null;
  readonly log: LogFields = {
    operation: undefined,
    keyId: undefined,
    cacheHit: false,
    code: undefined,
  };

  constructor(init: {
    readonly id: string;
    readonly transport: Transport;
    readonly method: string;
    readonly url: string;
    readonly presentedKey: string | undefined;
    readonly route: RouteInfo;
    readonly ip: string;
    readonly raw: IncomingMessage;
    readonly response: ServerResponse | null;
  }) {
    this.id = init.id;
    this.transport = init.transport;
    this.method = init.method;
    this.url = init.url;
    this.presentedKey = init.presentedKey;
    this.route = init.route;
    this.ip = init.ip;
    this.raw = init.raw;
    this.response = init.response;
    this.traceParent = traceParentOf(init.raw.headers);
  }
}

/** A request as the server makes it: what stands behind the pipeline finds the context on it. */
export class ContextMessage extends IncomingMessage {
  context: RequestContext | null = null;
}

/** Throws for a message that did not come through the pipeline. */
export function contextOf(raw: IncomingMessage): RequestContext {
  const { context } = raw as ContextMessage; // the server makes no others
  if (!context) throw new Error('a request without a context');
  return context;
}
