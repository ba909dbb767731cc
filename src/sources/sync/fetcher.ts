import type { Answer, Validator, Validators } from './answer.ts';
import { type Attempt, attemptRequest } from './attempt.ts';
import { FetchError } from './fetch-error.ts';
import { RETRY, type RetryPolicy, waitBeforeRetry } from './retry.ts';
import { safeUrl } from './safe-url.ts';
import type { SyncEnv } from './sync-env.ts';

export interface RequestOptions {
  /** Null leaves a parameter out. */
  readonly query?: Readonly<Record<string, string | number | null>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** What the body must be. An HTML page is refused in either case. Default: json. */
  readonly expect?: 'json' | 'text';
}

/**
 * Requests to one provider, one after another at its pace. `path` starts with a slash, or is an absolute URL where a
 * provider has several hosts. With a configured base URL every request goes there.
 *
 * Throws `FetchError` when the retries are used up, or at once where another attempt cannot help.
 */
export interface Fetcher {
  get(path: string, options?: RequestOptions): Promise<Answer>;
  /** Null: not changed since the last run that was imported whole (ETag or Last-Modified). */
  getIfChanged(path: string, options?: RequestOptions): Promise<Answer | null>;
  post(path: string, body: unknown, options?: RequestOptions): Promise<Answer>;
}

export interface FetcherOptions {
  readonly provider: string;
  readonly baseUrl: string;
  /** Whether `baseUrl` replaces the hosts of absolute URLs. */
  readonly isBaseConfigured: boolean;
  readonly minIntervalMs: number;
  readonly userAgent: string;
  readonly validators: Validators;
  readonly signal: AbortSignal;
  readonly env: SyncEnv;
  readonly retry?: RetryPolicy;
  /** Of one attempt, headers and body. */
  readonly timeoutMs?: number;
  readonly maxBytes?: number;
  /** Called before every attempt. */
  readonly onAttempt?: () => Promise<void>;
}

export interface TrackingFetcher extends Fetcher {
  /** Validators of the conditional requests so far, those of unchanged answers included. */
  readonly seen: () => Validators;
  /** Attempts so far. */
  readonly requests: () => number;
}

export function createFetcher(options: FetcherOptions): TrackingFetcher {
  const { env, signal, retry = RETRY, timeoutMs = 30_000, maxBytes = 64 * 1024 * 1024 } = options;
  const seen = new Map<string, Validator>();
  const pace = createPace(options.minIntervalMs, env, signal);
  let requests = 0;

  const send = async (
    path: string,
    init: RequestInit,
    { query, headers, expect = 'json' }: RequestOptions,
  ) => {
    const url = urlOf(path, options);
    for (const [name, value] of Object.entries(query ?? {})) {
      if (value !== null) url.searchParams.set(name, String(value));
    }
    const attempt: Attempt = {
      provider: options.provider,
      url,
      expect,
      maxBytes,
      timeoutMs,
      init: { ...init, headers: { 'user-agent': options.userAgent, ...headers, ...init.headers } },
    };
    for (let count = 1; ; count += 1) {
      await pace();
      await options.onAttempt?.();
      requests += 1;
      try {
        return await attemptRequest(attempt, env, signal);
      } catch (error) {
        if (!(error instanceof FetchError) || !error.retryable || count >= retry.attempts) throw error;
        const waitMs = waitBeforeRetry(retry, count, error.retryAfterMs, env.random);
        if (waitMs === null) throw error;
        await env.sleep(waitMs, signal);
      }
    }
  };

  return {
    seen: () => Object.fromEntries(seen),
    requests: () => requests,
    async get(path, request = {}) {
      return (await send(path, {}, request)).answer;
    },
    async getIfChanged(path, request = {}) {
      const key = safeUrl(urlOf(path, options));
      const known = options.validators[key];
      const result = await send(path, { headers: conditions(known) }, request);
      if (result.status === 304) {
        if (known) seen.set(key, known);
        return null;
      }
      if (result.validator) seen.set(key, result.validator);
      return result.answer;
    },
    async post(path, body, request = {}) {
      const init = {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      };
      return (await send(path, init, request)).answer;
    },
  };
}

function conditions(known: Validator | undefined): Record<string, string> {
  return {
    ...(known?.etag ? { 'if-none-match': known.etag } : {}),
    ...(known?.lastModified ? { 'if-modified-since': known.lastModified } : {}),
  };
}

function urlOf(path: string, { baseUrl, isBaseConfigured }: FetcherOptions): URL {
  if (path.startsWith('/')) return new URL(baseUrl.replace(/\/+$/, '') + path);
  const url = new URL(path);
  if (!isBaseConfigured) return url;
  return new URL(baseUrl.replace(/\/+$/, '') + url.pathname + url.search);
}

/** Waits until the next request may start. */
function createPace(minIntervalMs: number, env: SyncEnv, signal: AbortSignal): () => Promise<void> {
  let nextAt = Number.NEGATIVE_INFINITY;
  return async () => {
    signal.throwIfAborted();
    const now = env.now().getTime();
    // A clock that was set back must not make it wait longer than the interval.
    const startAt = Math.min(Math.max(now, nextAt), now + minIntervalMs);
    nextAt = startAt + minIntervalMs;
    if (startAt > now) await env.sleep(startAt - now, signal);
  };
}
