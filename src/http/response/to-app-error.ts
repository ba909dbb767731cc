import type { FastifyError } from 'fastify';
import { STORE_FAILURES, storeFailureOf } from '../../core/resilience/store-away.ts';
import { AppError } from '../../errors.ts';

/** Seconds after which a client may try again when the store is away. */
const RETRY_AFTER_SECONDS = 2;

/**
 * Any error as one of ours: Fastify's refusals by their status, a store that is away or takes no writes as
 * UNAVAILABLE, everything else masked as INTERNAL with the original as its cause, for the log alone.
 */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (isBrokenOff(error)) return new AppError('BAD_REQUEST', 'the body is incomplete: the connection ended');
  const failure = storeFailureOf(error);
  if (failure !== null) {
    const details = { retryAfterSeconds: RETRY_AFTER_SECONDS };
    return new AppError('UNAVAILABLE', STORE_FAILURES[failure], details, error);
  }
  return (
    refusalOf(error) ??
    new AppError('INTERNAL', 'an unexpected error; report it with the request id', {}, error)
  );
}

/** The error of a body over the limit of its route, which it names; any other error as it is. */
export function withBodyLimit(error: unknown, limit: number | undefined): unknown {
  const { code } = error as Partial<FastifyError>; // read with care: an error of any kind
  if (limit === undefined || code !== 'FST_ERR_CTP_BODY_TOO_LARGE') return error;
  const size = `${limit.toLocaleString('en')} bytes (${limit / 1024} KiB)`;
  return new AppError('PAYLOAD_TOO_LARGE', `the body is larger than the ${size} that this route accepts`);
}

/**
 * Whether a client hung up in the middle of its body. Node gives the error of a request the code of a lost connection,
 * which the store's connections have, too; Fastify alone adds a status.
 */
function isBrokenOff(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, statusCode } = error as Partial<FastifyError>; // both optional
  return code === 'ECONNRESET' && statusCode === 400;
}

/** What Fastify itself refuses before the handler runs. Its messages quote neither bodies nor headers. */
function refusalOf(error: unknown): AppError | null {
  if (!(error instanceof Error)) return null;
  const { code, statusCode, validation, message } = error as Partial<FastifyError> & Error; // all read with care below
  if (Array.isArray(validation)) {
    const [first] = validation;
    const param = first?.instancePath.slice(1) || String(first?.params.missingProperty ?? '');
    return new AppError('INVALID_PARAMETER', message, param === '' ? {} : { param });
  }
  if (typeof code !== 'string' || !code.startsWith('FST_ERR_')) return null;
  if (statusCode === 413)
    return new AppError('PAYLOAD_TOO_LARGE', 'the body is larger than this route accepts');
  if (statusCode === 415)
    return new AppError('UNSUPPORTED_MEDIA_TYPE', 'this route does not accept the Content-Type of the body');
  if (code === 'FST_ERR_BAD_URL') return new AppError('BAD_REQUEST', 'the URL is not well-formed');
  if (statusCode === 404) return new AppError('NOT_FOUND', 'there is no such route');
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return new AppError('BAD_REQUEST', message);
  return null;
}
