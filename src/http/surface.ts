import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../core/access/caller.ts';
import type { Access, Operations, RenderError, RequestContext } from './request-context.ts';
import type { SocketSurface } from './websocket/socket-connection.ts';

/**
 * The contract between the pipeline and the surfaces that plug into it. A surface registers routes and states in their
 * `config` what they ask of the caller. `pipeline.ts` does everything else, once, for every transport:
 *
 * 1. `api_key` is taken out of the URL: `request.url` and `request.query` never hold it, so links built from them are safe;
 * 2. the stages: 503 during a stop, authentication (401, 403), the response cache, the key's quota (429):
 *    `request.caller` and `request.context.charge` are set;
 * 3. the router: unknown routes and wrong methods (404, 405), then the body is read and parsed (400, 413, 415);
 * 4. the handler. It throws `AppError`s; whatever else it throws is logged and masked as INTERNAL, or as UNAVAILABLE
 *    when the store is away. The pipeline writes problem+json, or what the route's `renderError` returns;
 * 5. `finish`: encoding, the response cache, CORS, security, id and rate limit headers; the log line and the metrics.
 *
 * **Caching.** A handler of GET sets a strong `ETag` of the representation (before compression) and its own
 * `Cache-Control` and `Vary: Accept`; `finish` does the rest: it adds `Accept-Encoding` to `Vary`, turns a 200 that
 * `If-None-Match` already has into a bodiless 304, compresses and marks the tag of a compressed body (`"abc"` becomes
 * `"abc-br"`). To spare the work of building a body, ask first with `etag.ts`:
 * `if (notModified(request, reply, etag)) return reply;`. Errors lose the caching headers and get `no-store`.
 *
 * **Bodies.** Strings, buffers, objects, node or web streams and `Response`s all pass through `finish`: prefer
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
  register(app: FastifyInstance): void | Promise<void>;
  /** Answers what nothing is there for; null: it is not for this surface to do. */
  notFound?(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> | null;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Default: `public`. */
    readonly access?: Access;
    /** Turns an error into the surface's own shape; default problem+json. Anything unexpected is masked before. */
    readonly renderError?: RenderError;
    /** What operators and load balancers ask all the time: logged at `debug`, answered even during a stop. */
    readonly probe?: boolean;
    /**
     * For programs and our own pages: without CORS headers, and on a loopback address refused under any name but loopback
     * names and that of PUBLIC_URL.
     */
    readonly forOwnPages?: boolean;
    /** Of a GraphQL route. */
    readonly operations?: Operations;
    /** The route answers some of its GETs with a page: those are `static`. */
    readonly page?: {
      /** Whether a page is the best answer to this `Accept`. */
      takes(accept: string | undefined): boolean;
      readonly forOwnPages: boolean;
    };
  }
  interface FastifyRequest {
    readonly context: RequestContext;
    /** `context.caller`, which is set before the handler runs on all routes but `public` and `static` ones. */
    readonly caller: Caller;
  }
}
