import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../core/access/caller.ts';
import type { Windows } from '../core/quota/usage.ts';
import type { Basis } from '../core/read/versions.ts';
import type { AppError } from '../errors.ts';
import type { Charge } from './quota/charge.ts';
import type { SocketSurface } from './websocket/sockets.ts';

/**
 * The contract between the pipeline and the surfaces that plug into it. A surface registers routes and states in their
 * `config` what they ask of the caller; everything else is done once, here in `http/`, for every protocol:
 *
 * 1. request id (`request.id`, echoed in `X-Request-Id`), `api_key` taken out of the URL: `request.url` and
 *    `request.query` never hold it, so links built from them are safe;
 * 2. authentication (401, 403), one unit of the key's quota (429): `request.caller` and `request.charge` are set;
 * 3. unknown routes and wrong methods (404, 405), then the body is read and parsed (400, 413, 415);
 * 4. the handler. It throws `AppError`s; whatever else it throws is logged and masked as INTERNAL, or as UNAVAILABLE
 *    when the store is away. The pipeline writes problem+json, or what the route's `renderError` returns;
 * 5. rate limit, CORS and security headers; the log line and the metrics.
 *
 * **Caching.** A handler of GET sets a strong `ETag` of the representation (before compression) and its own
 * `Cache-Control` and `Vary: Accept`; the pipeline does the rest: it adds `Accept-Encoding` to `Vary`, turns a 200 that
 * `If-None-Match` already has into a bodiless 304, compresses and marks the tag of a compressed body (`"abc"` becomes
 * `"abc-br"`). To spare the work of building a body, ask first with `etag.ts`:
 * `if (notModified(request, reply, etag)) return reply;`. Errors lose the caching headers and get `no-store`.
 *
 * **Bodies.** Strings, buffers, objects, node or web streams and `Response`s all pass through the pipeline: prefer
 * `reply.send(stream)` to `reply.hijack()`, which gets neither headers nor compression (only the log line). A stream
 * that fails ends the response abnormally; when the client goes away the stream is destroyed, which runs the `finally`
 * of a generator behind `Readable.from`. HEAD needs no code: Fastify answers it from the GET route; a handler that
 * streams may look at `request.method` and send nothing. `text/event-stream` is never compressed.
 *
 * **Limits.** Bodies over 100 KB are refused (413); a route that takes more says so with Fastify's `bodyLimit`.
 */
export interface Surface {
  readonly name: string;
  /** WebSockets it serves: the same keys, origins and quotas as its routes. */
  readonly sockets?: SocketSurface;
  /** Requests of a path that mean the same although they do not look the same; none: its URL is what a GET means. */
  readonly meanings?: Meanings;
  register(app: FastifyInstance): void | Promise<void>;
  /** Answers what nothing is there for; null: it is not for this surface to do. */
  notFound?(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> | null;
}

export interface Meanings {
  readonly path: string;
  /**
   * Media type of the answer that a request with this `Accept` gets; null for what is never kept: a page, a stream, an
   * error because the client takes nothing that can be sent.
   */
  answerType(method: string, accept: string | undefined): string | null;
  /**
   * Null: not to be shared.
   * @param body of a POST; null for a GET.
   */
  of(url: string, body: string | null): Meaning | null;
}

/** What a request asks for, however it is written. */
export interface Meaning {
  /** Equal for requests with the same answer, whoever asks. */
  readonly key: string;
  /**
   * Answers ahead of the pipeline, with what its handler would answer: status 200, and the headers of others like it.
   * Null: the pipeline is to answer, under the same charge, whatever was taken by then. Never rejects.
   */
  answer(payer: Payer): Promise<AheadAnswer | null>;
}

/** Who is answered ahead of the pipeline. */
export interface Payer {
  readonly caller: Caller;
  readonly charge: Charge;
  readonly requestId: string;
  /** Told the name of the operation, once it is known. */
  onOperation(name: string): void;
}

/** What a handler would send and set. */
export interface AheadAnswer {
  readonly text: string;
  readonly shared: SharedAnswer | null;
}

/**
 * What a route asks of its caller.
 * `key`: a key of any scope; metered. `open`: none (a key is not even read), limited by IP. `ingest`, `admin`: a key
 * of at least that scope (admin includes ingest, ingest includes read); not metered. `static`: nothing, limited by IP in bytes (pages, their files,
 * schema, documentation). `public`: nothing (health). `graphql`: a key, then metered, or none, then limited by IP, `request.caller.key` is null
 * and the surface refuses with KEY_MISSING what is more than introspection. What it costs is known to the surface alone,
 * which reserves it on `request.charge`; a request that fails before that is charged one unit. With `X-Dry-Run: 1` the
 * charge takes nothing, and the request counts for the limit by IP.
 */
export type Access = 'key' | 'open' | 'ingest' | 'admin' | 'public' | 'static' | 'graphql';

/** Facts a handler learns that the request's log line reports. */
export interface RequestFacts {
  /** Default: the route template. The GraphQL surface puts the operation name here. */
  operation?: string;
  /** The key that was refused, for the log; of admitted ones the caller knows. */
  keyId?: string;
  /** Units charged. Set by the pipeline. */
  cost?: number;
  cacheHit?: boolean;
}

/**
 * Set by a handler: this answer may be kept and sent to everybody of the caller's tier who asks the same, as long as its
 * basis holds. It must show nothing of the key itself.
 */
export interface SharedAnswer {
  readonly basis: Basis;
  /** Strong tag of the representation before compression. */
  readonly etag: string | null;
  /** Units a request reserves, and those it is charged in the end. */
  readonly units: { readonly requested: number; readonly actual: number };
  /** The end of the body, where it tells of the key's windows. */
  readonly ending: { readonly own: string; of(windows: Windows): string } | null;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Default: `public`. */
    readonly access?: Access;
    /** Turns an error into the surface's own shape; default problem+json. Anything unexpected is masked before. */
    readonly renderError?: (error: AppError, request: FastifyRequest) => RenderedError;
    /** What operators and load balancers ask all the time: logged at `debug`, answered even during a stop. */
    readonly probe?: boolean;
    /**
     * For programs and our own pages: without CORS headers, and on a loopback address refused under any name but loopback
     * names and that of PUBLIC_URL.
     */
    readonly forOwnPages?: boolean;
  }
  interface FastifyRequest {
    /** The token it came with. */
    readonly presentedKey: string | undefined;
    /** Set before the handler runs on every route but `public` ones. */
    caller: Caller;
    /** Null where nothing is metered. */
    charge: Charge | null;
    facts: RequestFacts;
    /** Null: for this request alone. */
    shared: SharedAnswer | null;
  }
}

export interface RenderedError {
  readonly status: number;
  readonly contentType: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string;
}
