import type { FastifyReply, FastifyRequest } from 'fastify';
import { addCorsHeaders, type CorsOrigins } from './cors.ts';

export interface CommonHeaders {
  readonly corsOrigins: CorsOrigins;
  /** Sent as `X-Data-Origin`; null: the data is real. */
  readonly dataOrigin: 'simulated' | null;
}

const ALWAYS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
  'cross-origin-resource-policy': 'cross-origin',
} as const;

/** Data is never a page. Pages state the policy they need themselves. */
const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'";

/** What every answer carries, whatever it is. */
export function addCommonHeaders(request: FastifyRequest, reply: FastifyReply, options: CommonHeaders): void {
  reply.headers(ALWAYS);
  if (options.dataOrigin !== null) reply.header('x-data-origin', options.dataOrigin);
  const isPage = String(reply.getHeader('content-type') ?? '').startsWith('text/html');
  // Pages of other origins have no need to read ours, and those of a demo carry a key.
  if (isPage || request.routeOptions.config?.forOwnPages)
    reply.header('cross-origin-resource-policy', 'same-origin');
  else addCorsHeaders(options.corsOrigins, request, reply);
  if (!isPage && !reply.hasHeader('content-security-policy'))
    reply.header('content-security-policy', DATA_POLICY);
}
