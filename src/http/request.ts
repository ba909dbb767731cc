import type {} from 'fastify';
import type { Caller } from '../core/caller.ts';

/**
 * What a route asks of its caller.
 * `key`: a key of any scope; metered. `open`: none, limited by IP. `ingest`, `admin`: a key of that scope; not metered.
 * `public`: nothing (health, schema, documentation). `graphql`: a key, or none for introspection alone.
 */
export type Access = 'key' | 'open' | 'ingest' | 'admin' | 'public' | 'graphql';

/** Facts a handler learns that the request's log line reports. */
export interface RequestFacts {
  /** Route template, or the GraphQL operation name. */
  operation?: string;
  /** Units charged. */
  cost?: number;
  cacheHit?: boolean;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Default: `public`. */
    readonly access?: Access;
    /** Turns an error into the surface's own shape; default problem+json. */
    readonly renderError?: (error: unknown, request: FastifyRequest) => RenderedError;
  }
  interface FastifyRequest {
    /** Set before the handler runs on every route but `public` ones. */
    caller: Caller;
    facts: RequestFacts;
  }
}

export interface RenderedError {
  readonly status: number;
  readonly contentType: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string;
}
