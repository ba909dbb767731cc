import { GraphQLError } from 'graphql';
import { AppError, ERRORS, type ErrorCode } from '../../errors.ts';
import { isRequestError } from './refused-at.ts';

/** Turns what is no error of ours into one; `http/response/to-app-error.ts` knows which errors mean that the store is away. */
export type ToClientError = (error: unknown) => AppError;

/** Makes any error fit for clients, and logs unexpected ones. */
export type FormatError = (error: unknown, requestId: string) => GraphQLError;

/**
 * Any error of an operation as clients see it: `extensions.code` out of the closed table, the message only where it is
 * meant for them. Errors outside of execution carry the HTTP status in `extensions.http`, which yoga takes out.
 */
export function toGraphqlError(
  error: unknown,
  toClientError: ToClientError,
  requestId: string,
): GraphQLError {
  const original = originalOf(error);
  // The outermost of GraphQL's own says most: which variable is wrong, and that this is a 400.
  if (error instanceof GraphQLError && original instanceof GraphQLError) return ownError(error, requestId);
  const known = original instanceof AppError ? original : toClientError(original);
  const at = error instanceof GraphQLError ? error : null;
  const { param, retryAfterSeconds, cost } = known.details;
  const http = { status: ERRORS[known.code].status, headers: headersOf(known) };
  return new GraphQLError(known.message, {
    ...(at === null ? {} : placeOf(at)),
    extensions: {
      code: known.code,
      requestId,
      ...(param === undefined ? {} : { param }),
      ...(retryAfterSeconds === undefined ? {} : { retryAfter: retryAfterSeconds }),
      ...(cost === undefined ? {} : { cost }),
      // A field that failed leaves the answer a good one: 200.
      ...(at?.path === undefined || isRequestError(at) ? { http } : {}),
    },
  });
}

/** Where an error is, as a new one takes it. */
export function placeOf({ nodes, source, positions, path }: GraphQLError) {
  return { nodes: nodes ?? null, source: source ?? null, positions: positions ?? null, path: path ?? null };
}

/** What was thrown, below the errors that only add a place to it. */
function originalOf(error: unknown): unknown {
  const seen = error instanceof GraphQLError ? error.originalError : undefined;
  return seen === undefined || seen === null ? error : originalOf(seen);
}

function headersOf({ details }: AppError): Record<string, string> {
  return details.retryAfterSeconds === undefined ? {} : { 'retry-after': String(details.retryAfterSeconds) };
}

/** Errors of GraphQL itself and of yoga, whose codes are brought into our table. */
function ownError(error: GraphQLError, requestId: string): GraphQLError {
  if (TOO_MANY_TOKENS.test(error.message)) {
    const refused = new AppError('LIMIT_EXCEEDED', 'the document has too many tokens');
    return toGraphqlError(refused, () => refused, requestId);
  }
  // Coercion failures come without a code: of variables before execution, of results with a path.
  const fallback = error.path === undefined ? 'GRAPHQL_VALIDATION_FAILED' : 'INTERNAL';
  const code = codeOf(error.extensions.code ?? fallback);
  // A copy: yoga keeps parse and validation errors and hands the same ones to the next request.
  return new GraphQLError(error.message, {
    ...placeOf(error),
    extensions: { ...error.extensions, code, requestId },
  });
}

/** What the parser of graphql says when `maxTokens` is reached. */
const TOO_MANY_TOKENS = /^Syntax Error: Document contains more that \d+ tokens/;

function codeOf(code: unknown): ErrorCode {
  if (typeof code === 'string' && Object.hasOwn(ERRORS, code)) return code as ErrorCode; // just checked
  return FOREIGN_CODES.get(code) ?? 'BAD_REQUEST';
}

const FOREIGN_CODES: ReadonlyMap<unknown, ErrorCode> = new Map<unknown, ErrorCode>([
  ['OPERATION_RESOLUTION_FAILURE', 'GRAPHQL_VALIDATION_FAILED'],
  ['BAD_USER_INPUT', 'GRAPHQL_VALIDATION_FAILED'],
  ['REQUEST_ENTITY_TOO_LARGE', 'PAYLOAD_TOO_LARGE'],
  ['INTERNAL_SERVER_ERROR', 'INTERNAL'],
]);
