import { type AppError, ERRORS, type ErrorCode } from '../../errors.ts';
import type { HeaderValue, Reply } from '../reply.ts';
import type { RenderError, RequestContext } from '../request-context.ts';

/** Headers of the answer that failed which must not go out with the error. */
const STALE: ReadonlySet<string> = new Set([
  'etag',
  'last-modified',
  'link',
  'content-encoding',
  'content-disposition',
  'content-length',
  'x-total-count',
]);

/**
 * The answer to an error, in the shape of its route.
 * @param headers that the handler had set before it failed.
 * @param publicUrl origin and path that clients see, without a slash at the end; empty: that of the request.
 */
export function problemReply(
  error: AppError,
  context: RequestContext,
  headers: Readonly<Record<string, HeaderValue | undefined>>,
  publicUrl: string,
  render: RenderError = context.route.renderError,
): Reply {
  const rendered = render(error, context, publicUrl);
  const { retryAfterSeconds, recordedSince, allow } = error.details;
  return {
    status: rendered.status,
    headers: {
      ...Object.fromEntries(Object.entries(headers).filter(([name]) => !STALE.has(name))),
      ...(retryAfterSeconds === undefined
        ? {}
        : { 'retry-after': String(Math.max(1, Math.ceil(retryAfterSeconds))) }),
      ...(recordedSince === undefined ? {} : { 'x-recorded-since': recordedSince.toISOString() }),
      ...(allow === undefined ? {} : { allow }),
      'cache-control': 'no-store',
      ...rendered.headers,
      'content-type': rendered.contentType,
    },
    body: Buffer.from(rendered.body),
    cache: null,
  };
}

/** RFC 9457. */
export const renderProblem: RenderError = (error, { id }, publicUrl) => ({
  status: ERRORS[error.code].status,
  contentType: 'application/problem+json',
  body: problemOf(error, id, publicUrl),
});

/** The entry of a code in the guide to errors, `docs/errors.md`. */
export const problemPath = (code: ErrorCode): string => `/guides/errors#${code.toLowerCase()}`;

function problemOf(error: AppError, requestId: string, publicUrl: string): string {
  const { code, message, details } = error;
  return JSON.stringify({
    type: `${publicUrl}${problemPath(code)}`,
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
