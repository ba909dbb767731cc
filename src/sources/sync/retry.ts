export interface RetryPolicy {
  /** Attempts in all. */
  readonly attempts: number;
  readonly baseMs: number;
  readonly maxMs: number;
  /** The longest a `Retry-After` is waited for; a provider that asks for more is left to the schedule. */
  readonly maxRetryAfterMs: number;
}

export const RETRY: RetryPolicy = { attempts: 4, baseMs: 500, maxMs: 30_000, maxRetryAfterMs: 60_000 };

/**
 * Milliseconds before attempt `attempt + 1`: exponential backoff with full jitter (AWS Architecture Blog, "Exponential
 * Backoff And Jitter"), but never sooner than the provider asked. Null: it asked for longer than a run waits.
 */
export function waitBeforeRetry(
  policy: RetryPolicy,
  attempt: number,
  retryAfterMs: number | null,
  random: () => number,
): number | null {
  if (retryAfterMs !== null && retryAfterMs > policy.maxRetryAfterMs) return null;
  const ceiling = Math.min(policy.maxMs, policy.baseMs * 2 ** (attempt - 1));
  return Math.max(Math.round(random() * ceiling), retryAfterMs ?? 0);
}

/** `Retry-After` (RFC 9110 §10.2.3) in milliseconds from now: seconds or an HTTP date; null when it is neither. */
export function retryAfterMs(header: string | null, now: Date): number | null {
  const text = header?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  const at = /[a-z]/i.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? null : Math.max(0, at - now.getTime());
}
