import type { GraphQLFormattedError } from 'graphql';
import type { AppError } from '../../errors.ts';

/** The error that ends a stream, as the client gets it: it says where to go on from. */
export function streamError(
  error: AppError,
  cursor: string | null,
  requestId: string,
): GraphQLFormattedError {
  const { code, message, details } = error;
  const { retryAfterSeconds: retryAfter } = details;
  const more = retryAfter === undefined ? {} : { retryAfter };
  return { message, extensions: { code, requestId, cursor, ...more } };
}
