import type { Answer, Validator } from './answer.ts';
import { decode, htmlTitle, parseJson, readBytes, TooLargeError } from './body.ts';
import { FetchError } from './fetch-error.ts';
import { retryAfterMs } from './retry.ts';
import { safeUrl } from './safe-url.ts';
import type { SyncEnv } from './sync-env.ts';

export interface Attempt {
  readonly provider: string;
  readonly url: URL;
  readonly init: RequestInit;
  readonly expect: 'json' | 'text';
  readonly timeoutMs: number;
  readonly maxBytes: number;
}

export interface AttemptResult {
  readonly status: number;
  readonly answer: Answer;
  /** Null: the server gave none, so the next request cannot be conditional. */
  readonly validator: Validator | null;
}

/**
 * One request. Everything that is wrong with the answer is a `FetchError` that says whether another attempt makes sense;
 * an abort from outside stays what it is.
 */
export async function attemptRequest(
  attempt: Attempt,
  env: SyncEnv,
  signal: AbortSignal,
): Promise<AttemptResult> {
  const { provider, url, expect } = attempt;
  const where = `${provider}: ${safeUrl(url)}`;
  const timeout = AbortSignal.timeout(attempt.timeoutMs);
  try {
    const response = await env.fetch(url, { ...attempt.init, signal: AbortSignal.any([signal, timeout]) });
    const bytes = await readBytes(response, attempt.maxBytes);
    const text = decode(bytes, response.headers.get('content-type'));
    if (response.status === 304 && isConditional(attempt.init)) {
      return { status: 304, answer: answerOf(url, bytes, text, undefined), validator: null };
    }
    if (!response.ok) throw statusError(where, response, text, env.now());
    const title = htmlTitle(text);
    if (title !== null) {
      throw new FetchError(
        `${where} answered an HTML page, not data${title ? ` (its title: ${title})` : ''}`,
        {
          status: response.status,
          retryable: false,
        },
      );
    }
    const json = expect === 'json' ? parseJson(text) : undefined;
    return {
      status: response.status,
      answer: answerOf(url, bytes, text, json),
      validator: validatorOf(response),
    };
  } catch (error) {
    if (error instanceof FetchError) throw error;
    signal.throwIfAborted();
    throw failure(where, error, timeout.aborted ? attempt.timeoutMs : null);
  }
}

function answerOf(url: URL, bytes: Buffer, text: string, json: unknown): Answer {
  return { url: safeUrl(url), bytes, text, json };
}

function isConditional({ headers }: RequestInit): boolean {
  const sent = new Headers(headers);
  return sent.has('if-none-match') || sent.has('if-modified-since');
}

function validatorOf({ headers }: Response): Validator | null {
  const etag = headers.get('etag');
  const lastModified = headers.get('last-modified');
  if (etag === null && lastModified === null) return null;
  return { ...(etag === null ? {} : { etag }), ...(lastModified === null ? {} : { lastModified }) };
}

const TRY_AGAIN: ReadonlySet<number> = new Set([408, 425, 429]);

function statusError(where: string, { status, headers }: Response, text: string, now: Date): FetchError {
  const title = htmlTitle(text);
  const said = title ?? text.replace(/\s+/g, ' ').trim().slice(0, 160);
  return new FetchError(`${where} answered ${status}${said ? ` (${said})` : ''}`, {
    status,
    retryable: status >= 500 || TRY_AGAIN.has(status),
    retryAfterMs: retryAfterMs(headers.get('retry-after'), now),
  });
}

function failure(where: string, error: unknown, timedOutAfterMs: number | null): FetchError {
  if (timedOutAfterMs !== null) {
    return new FetchError(`${where} did not answer within ${timedOutAfterMs} ms`, {
      retryable: true,
      cause: error,
    });
  }
  if (error instanceof TooLargeError)
    return new FetchError(`${where} ${error.message}`, { retryable: false, cause: error });
  if (error instanceof SyntaxError) {
    const message = error.message.replace(/\s+/g, ' ').slice(0, 160);
    return new FetchError(`${where} is not JSON (${message})`, { retryable: false, cause: error });
  }
  return new FetchError(`${where}: ${reasonOf(error)}`, { retryable: true, cause: error });
}

/** The cause says what `fetch failed` and `terminated` leave out: ECONNREFUSED, other side closed. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause instanceof Error ? (messageOf(error.cause) ?? null) : null;
  return cause === null ? error.message : `${error.message} (${cause})`;
}

function messageOf(error: Error): string | undefined {
  const { code } = error as NodeJS.ErrnoException; // errors of sockets carry one
  return error.message || code;
}
