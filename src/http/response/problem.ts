import type { FastifyReply, FastifyRequest } from 'fastify';
import { type AppError, ERRORS } from '../../errors.ts';
import type { RenderedError } from '../request.ts';
import { toAppError } from './to-app-error.ts';

/** Headers of the answer that failed which must not go out with the error. */
const STALE = [
  'etag',
  'last-modified',
  'link',
  'content-encoding',
  'content-disposition',
  'content-length',
  'x-total-count',
];

/**
 * Sets status and headers of an error's answer, in the route's own shape, and returns its body. Logs what is our fault.
 */
export function writeProblem(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  render = request.routeOptions.config?.renderError ?? renderProblem,
): Buffer {
  const appError = toAppError(error);
  logFault(appError, request);
  const rendered = render(appError, request);
  for (const name of STALE) reply.removeHeader(name);
  const { retryAfterSeconds, allow } = appError.details;
  if (retryAfterSeconds !== undefined) reply.header('retry-after', Math.max(1, Math.ceil(retryAfterSeconds)));
  if (allow !== undefined) reply.header('allow', allow);
  reply
    .code(rendered.status)
    .headers({ 'cache-control': 'no-store', ...rendered.headers })
    .type(rendered.contentType);
  return Buffer.from(rendered.body);
}

function logFault(error: AppError, request: FastifyRequest): void {
  if (error.code === 'INTERNAL') request.log.error({ err: error.cause ?? error }, 'unexpected error');
  else if (error.code === 'UNAVAILABLE') request.log.warn({ err: error.cause ?? error }, 'unavailable');
}

/** RFC 9457. */
export function renderProblem(error: AppError, request: Pick<FastifyRequest, 'id'>): RenderedError {
  return {
    status: ERRORS[error.code].status,
    contentType: 'application/problem+json',
    body: problemOf(error, request.id),
  };
}

function problemOf(error: AppError, requestId: string): string {
  const { code, message, details } = error;
  return JSON.stringify({
    type: `urn:alpha-data:problem:${code.toLowerCase().replaceAll('_', '-')}`,
    title: ERRORS[code].title,
    status: ERRORS[code].status,
    detail: message,
    code,
    request_id: requestId,
    param: details.param,
    retry_after: details.retryAfterSeconds,
    errors: details.records,
  });
}
