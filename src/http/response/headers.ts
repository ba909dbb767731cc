import { minuteHeaders, rateHeaders } from '../quota/rate-headers.ts';
import type { HeaderValue } from '../reply.ts';
import type { RequestContext } from '../request-context.ts';
import { addCorsHeaders, type CorsOrigins } from './cors.ts';

export interface CommonHeaders {
  readonly corsOrigins: CorsOrigins;
  /** Sent as `X-Data-Origin`; null: the data is real. */
  readonly dataOrigin: 'simulated' | null;
}

/** Headers of an answer that is being made; names in lower case. */
export type DraftHeaders = Record<string, HeaderValue | undefined>;

const ALWAYS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
  'cross-origin-resource-policy': 'cross-origin',
} as const;

/** Data is never a page. Pages state the policy they need themselves. */
const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'";

/** Adds what every answer carries. The response cache keeps these headers with the answer. */
export function addCommonHeaders(
  headers: DraftHeaders,
  { route, raw }: RequestContext,
  { dataOrigin, corsOrigins }: CommonHeaders,
): void {
  Object.assign(headers, ALWAYS);
  if (dataOrigin !== null) headers['x-data-origin'] = dataOrigin;
  const isPage = String(headers['content-type'] ?? '').startsWith('text/html');
  // Pages of other origins have no need to read ours, and those of a demo carry a key.
  if (isPage || route.forOwnPages) headers['cross-origin-resource-policy'] = 'same-origin';
  else addCorsHeaders(headers, corsOrigins, raw.headers.origin);
  if (!isPage) headers['content-security-policy'] ??= DATA_POLICY;
}

/** Goes with every 401: RFC 9110, section 11.6.1. */
const CHALLENGE = 'ApiKey realm="alpha-data"';

/** Adds what each request has its own of, as names and values in turn. The response cache never keeps these headers. */
export type PushOwnHeaders = (headers: string[], context: RequestContext, status: number) => void;

export function createPushOwnHeaders(isDraining: () => boolean): PushOwnHeaders {
  return (headers, { id, usage: { windows, refusing } }, status) => {
    headers.push('x-request-id', id);
    if (windows) pushAll(headers, rateHeaders(windows, refusing));
    else if (refusing) pushAll(headers, minuteHeaders(refusing));
    if (status === 401) headers.push('www-authenticate', CHALLENGE);
    if (isDraining()) headers.push('connection', 'close');
  };
}

function pushAll(headers: string[], added: Readonly<Record<string, string>>): void {
  for (const name in added) headers.push(name, added[name] as string); // a literal's own, and nothing else
}
