import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../time.ts';

/** What is waited between two tries of a batch. */
export type RetryPlan = readonly number[];

/** Ten tries in 75 hours, as Standard Webhooks recommends. */
export const RETRY_PLAN: RetryPlan = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  ...[0.5, 2, 5, 10, 14, 20, 24].map((hours) => hours * HOUR_MS),
];

/** An endpoint that asks for more than a day is asked again after a day. */
const MAX_ASKED_MS = 24 * HOUR_MS;

/**
 * When a batch is tried again after so many tries that failed; null: not any more. An endpoint may ask for a longer wait, not for
 * a shorter one.
 */
export function nextTryAt(plan: RetryPlan, failures: number, now: Date, askedMs: number | null): Date | null {
  const planned = plan[failures - 1];
  if (planned === undefined) return null;
  return new Date(now.getTime() + Math.max(planned, Math.min(askedMs ?? 0, MAX_ASKED_MS)));
}

/** `Retry-After` in milliseconds from now: seconds, or a date. Null for anything else. */
export function retryAfterMs(header: string | undefined, now: Date): number | null {
  if (header === undefined) return null;
  const ms = /^\d{1,9}$/.test(header) ? Number(header) * SECOND_MS : Date.parse(header) - now.getTime();
  return ms >= 0 ? ms : null;
}
