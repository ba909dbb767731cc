import type { Problem } from './generated/rest.ts';

/**
 * What went wrong: a code of the server, `UNREACHABLE` when there was no answer at all, `BAD_RESPONSE` when it was none
 * of the server's, say a proxy's.
 */
export type AlphaErrorCode = Problem['code'] | 'UNREACHABLE' | 'BAD_RESPONSE';

interface Details {
  readonly requestId?: string | undefined;
  readonly retryAfter?: number | undefined;
  readonly param?: string | undefined;
  readonly cursor?: string | null | undefined;
}

/** Every failure of the client, but for the `AbortError` of a call whose signal was aborted. */
export class AlphaError extends Error {
  override readonly name = 'AlphaError';
  readonly code: AlphaErrorCode;
  /** Identifier of the request, to name when asking for help. */
  readonly requestId: string | undefined;
  /** Seconds after which the same may succeed, for `RATE_LIMITED` when a window ends; undefined: it is not known. */
  readonly retryAfter: number | undefined;
  /** The parameter that was wrong. */
  readonly param: string | undefined;
  /** Where a stream ended: `after` it another one goes on. */
  readonly cursor: string | undefined;

  constructor(code: AlphaErrorCode, message: string, details: Details = {}, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.requestId = details.requestId;
    this.retryAfter = details.retryAfter;
    this.param = details.param;
    this.cursor = details.cursor ?? undefined;
  }
}

/** An error of GraphQL as it is in an answer. */
export interface GraphqlError {
  readonly message: string;
  readonly path?: readonly (string | number)[];
  readonly extensions?: Details & { readonly code?: AlphaErrorCode };
}

export function ofGraphql({ message, extensions }: GraphqlError): AlphaError {
  return new AlphaError(extensions?.code ?? 'BAD_RESPONSE', message, extensions);
}

export function ofProblem({ code, detail, ...problem }: Problem): AlphaError {
  const { request_id: requestId, retry_after: retryAfter, param } = problem;
  return new AlphaError(code, detail, { requestId, retryAfter, param });
}
