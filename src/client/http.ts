import { AlphaError } from './alpha-error.ts';
import { delay } from './delay.ts';

export interface CallOptions {
  /** Waits as long as `Retry-After` says, at most a minute, and tries once more, when the server is busy or a minute's units are used up. */
  readonly retry?: boolean;
  readonly signal?: AbortSignal;
}

export interface HttpOptions {
  readonly url: string;
  readonly key?: string | undefined;
  readonly fetch?: typeof fetch | undefined;
}

interface HttpRequest {
  /** Path and query, below the server's address. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Makes it a POST. */
  readonly body?: string;
}

/** Sends a request that only reads, with the key. Throws `UNREACHABLE`; an error answer is an answer. */
export type Send = (request: HttpRequest, options?: CallOptions) => Promise<Response>;

/** The end of the day is too long to wait for unseen. */
const MAX_WAIT_SECONDS = 60;

export function createSend({ url, key, fetch = globalThis.fetch }: HttpOptions): Send {
  const attempt = async ({ path, headers, body }: HttpRequest, signal: AbortSignal | undefined) => {
    try {
      return await fetch(`${url}${path}`, {
        method: body === undefined ? 'GET' : 'POST',
        headers: { ...headers, ...(key === undefined ? {} : { 'x-api-key': key }) },
        ...(body === undefined ? {} : { body }),
        ...(signal === undefined ? {} : { signal }),
      });
    } catch (error) {
      if (signal?.aborted) throw error;
      throw new AlphaError('UNREACHABLE', `no answer from ${url}`, {}, error);
    }
  };
  return async (request, { retry = false, signal } = {}) => {
    const response = await attempt(request, signal);
    const seconds = retry ? waitOf(response) : null;
    if (seconds === null) return response;
    await response.body?.cancel();
    await delay(seconds * 1000, signal);
    signal?.throwIfAborted();
    return attempt(request, signal);
  };
}

/** Seconds to wait before the same request; null: it will not help, or take too long. */
function waitOf({ status, headers }: Response): number | null {
  if (status !== 429 && status !== 503) return null;
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  return seconds >= 0 && seconds <= MAX_WAIT_SECONDS ? seconds : null;
}
