import type { FastifyReply, FastifyRequest } from 'fastify';
import { RATE_HEADERS } from '../quota/rate-headers.ts';
import type { HeaderValue } from '../reply.ts';
import { varyWith } from './vary.ts';

/** Origins that may read answers in a browser; null: all. Credentials are never allowed: keys travel in a header. */
export type CorsOrigins = readonly string[] | null;

/** Headers that a page of another origin may read. */
export const EXPOSED_HEADERS = [
  'X-Request-Id',
  ...RATE_HEADERS,
  'Retry-After',
  'ETag',
  'Link',
  'X-Total-Count',
  'X-Limit-Clamped',
  'X-History-Clamped',
  'X-As-Of',
  'X-As-Of-Precision',
  'X-Recorded-Since',
  'X-Snapshot',
  'X-Export-Rows',
  'X-Export-Units',
  'X-Unknown-Params',
  'Deprecation',
  'Sunset',
  'X-Data-Origin',
  'Content-Disposition',
] as const;

const EXPOSED = EXPOSED_HEADERS.join(', ');

const ALLOWED_HEADERS = [
  'X-API-Key',
  'Content-Type',
  'Accept',
  'If-None-Match',
  'X-Request-Id',
  'X-Dry-Run',
  'Last-Event-ID',
].join(', ');

const MAX_AGE_SECONDS = '7200';

export function isPreflight(request: FastifyRequest): boolean {
  const { headers } = request;
  return headers.origin !== undefined && headers['access-control-request-method'] !== undefined;
}

export function addPreflightHeaders(reply: FastifyReply): void {
  reply.headers({
    'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
    'access-control-allow-headers': ALLOWED_HEADERS,
    'access-control-max-age': MAX_AGE_SECONDS,
  });
}

/** The origin whose pages may read an answer, or `*`; null: none may. */
export function allowedOrigin(origins: CorsOrigins, origin: string | undefined): string | null {
  if (origins === null) return '*';
  return origin !== undefined && origins.includes(origin) ? origin : null;
}

/** On every answer, so that a page can read errors too. */
export function addCorsHeaders(
  headers: Record<string, HeaderValue | undefined>,
  origins: CorsOrigins,
  origin: string | undefined,
): void {
  if (origins !== null) headers.vary = varyWith(headers.vary as string | undefined, 'Origin'); // a text, as surfaces set it
  const allowed = allowedOrigin(origins, origin);
  if (allowed === null) return;
  headers['access-control-allow-origin'] = allowed;
  headers['access-control-expose-headers'] = EXPOSED;
}
