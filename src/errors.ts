/**
 * Every error of the service, by code. `core/` throws `AppError` and knows no transport: REST answers problem+json
 * with `status`, GraphQL puts the code into `extensions.code`, the WebSocket maps it to a close code.
 */
const table = {
  BAD_REQUEST: { status: 400, title: 'Bad request', retryable: false },
  INVALID_PARAMETER: { status: 400, title: 'Invalid parameter', retryable: false },
  AS_OF_NOT_SUPPORTED: { status: 400, title: 'Not answered as of a moment', retryable: false },
  SNAPSHOT_NOT_SUPPORTED: { status: 400, title: 'Not answered by a snapshot', retryable: false },
  INVALID_CURSOR: { status: 400, title: 'Invalid cursor', retryable: false },
  INVALID_RECORDS: { status: 400, title: 'Invalid records', retryable: false },
  GRAPHQL_PARSE_FAILED: { status: 400, title: 'GraphQL document does not parse', retryable: false },
  GRAPHQL_VALIDATION_FAILED: { status: 400, title: 'GraphQL document is not valid', retryable: false },
  LIMIT_EXCEEDED: { status: 400, title: 'Document over a limit', retryable: false },
  COST_EXCEEDED: { status: 400, title: 'Operation too expensive', retryable: false },
  KEY_MISSING: { status: 401, title: 'API key missing', retryable: false },
  KEY_INVALID: { status: 401, title: 'API key invalid', retryable: false },
  NOT_SIGNED_IN: { status: 401, title: 'Not signed in', retryable: false },
  SIGN_IN_REFUSED: { status: 401, title: 'Sign-in refused', retryable: false },
  KEY_REVOKED: { status: 403, title: 'API key revoked', retryable: false },
  FOREIGN_ORIGIN: { status: 403, title: 'Sent by another site', retryable: false },
  DOCUMENT_NOT_LISTED: { status: 403, title: 'Document not listed', retryable: false },
  SCOPE_MISSING: { status: 403, title: 'Scope missing', retryable: false },
  MOMENT_OUTSIDE_WINDOW: { status: 403, title: 'Moment outside the window', retryable: false },
  NOT_FOUND: { status: 404, title: 'Not found', retryable: false },
  NOT_RECORDED: { status: 404, title: 'Not recorded then', retryable: false },
  NOT_YET: { status: 404, title: 'Not there yet', retryable: true },
  PERSISTED_QUERY_NOT_FOUND: { status: 404, title: 'Document not known', retryable: false },
  METHOD_NOT_ALLOWED: { status: 405, title: 'Method not allowed', retryable: false },
  NOT_ACCEPTABLE: { status: 406, title: 'Not acceptable', retryable: false },
  CONFLICT: { status: 409, title: 'Conflict', retryable: false },
  SNAPSHOT_EXPIRED: { status: 410, title: 'Snapshot expired', retryable: false },
  LINK_EXPIRED: { status: 410, title: 'Link expired', retryable: false },
  PAYLOAD_TOO_LARGE: { status: 413, title: 'Payload too large', retryable: false },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, title: 'Unsupported media type', retryable: false },
  RATE_LIMITED: { status: 429, title: 'Rate limit exceeded', retryable: true },
  INTERNAL: { status: 500, title: 'Internal error', retryable: true },
  UNAVAILABLE: { status: 503, title: 'Service unavailable', retryable: true },
} as const;

export type ErrorCode = keyof typeof table;

export const ERRORS: Readonly<
  Record<ErrorCode, { readonly status: number; readonly title: string; readonly retryable: boolean }>
> = table;

export interface ErrorDetails {
  /** The API key that was refused, for the log alone. */
  readonly keyId?: string;
  /** The parameter, header or argument that was wrong. */
  readonly param?: string;
  /** Since when what is asked for is recorded, for NOT_RECORDED. */
  readonly recordedSince?: Date;
  /** Seconds after which a retry makes sense, at least 1. */
  readonly retryAfterSeconds?: number;
  /** Methods the route answers to, for METHOD_NOT_ALLOWED. */
  readonly allow?: string;
  /** Units asked for, the most the key ever has at once, and the field of an operation that costs most. */
  readonly cost?: {
    readonly requested: number;
    readonly limit: number;
    readonly dearest?: { readonly path: string; readonly objects: number };
  };
  /** What is wrong with which record of a batch; `line` counts from 1. */
  readonly records?: readonly { readonly line: number; readonly field: string; readonly message: string }[];
}

export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  readonly details: ErrorDetails;

  /** @param message for the caller: what was wrong and what is allowed; never a secret, a stack or SQL. */
  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.details = details;
  }
}

/** Refuses a parameter, naming it, the value and what is allowed. */
export function invalidParameter(param: string, value: unknown, allowed: string): AppError {
  const shown = typeof value === 'string' ? value : JSON.stringify(value);
  const short = shown.length > 80 ? `${shown.slice(0, 77)}…` : shown;
  return new AppError('INVALID_PARAMETER', `${param} must be ${allowed}; got "${short}"`, { param });
}

/** Refuses a cursor that is none of the list or stream it was given to. */
export const invalidCursor = (param: string, reason: string): AppError =>
  new AppError('INVALID_CURSOR', `${param} cannot be used here: ${reason}`, { param });
