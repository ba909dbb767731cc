import type { Alert } from '../core/alerts/alert.ts';
import type { AlertEventsRead } from '../core/alerts/alert-events.ts';
import type { SentMessage } from '../core/alerts/alert-sender.ts';
import type { AlertProgress } from '../core/alerts/alert-store.ts';
import { nextTryAt, type RetryPlan } from '../core/alerts/retry-plan.ts';
import { DAY_MS, HOUR_MS } from '../core/time.ts';

const AT_ONCE = new Date(0);
const DIGEST_MS = { hourly: HOUR_MS, daily: DAY_MS };

/**
 * When a batch is sent: at once; by e-mail so long after the last one, or at the end of the hour or day (UTC) in which the first event of
 * the batch was committed.
 */
export function sendingTime(
  {
    format,
    digest,
    batchEnd,
    lastDeliveredAt,
  }: Pick<Alert, 'format' | 'digest' | 'batchEnd' | 'lastDeliveredAt'>,
  { since }: Pick<AlertEventsRead, 'since'>,
  mailSpacingMs: number,
): Date {
  if (format !== 'email' || batchEnd !== null || since === null) return AT_ONCE;
  if (digest === 'none')
    return lastDeliveredAt ? new Date(lastDeliveredAt.getTime() + mailSpacingMs) : AT_ONCE;
  const period = DIGEST_MS[digest];
  return new Date((Math.floor(since.getTime() / period) + 1) * period);
}

/** How far an alert has come after a try of a batch. */
export function progressAfter(
  sent: SentMessage,
  batch: {
    readonly alert: Alert;
    readonly read: AlertEventsRead;
    readonly end: string;
    readonly plan: RetryPlan;
    readonly now: Date;
  },
): AlertProgress {
  const { alert, read, end, plan, now } = batch;
  const passed = { cursor: end, batchEnd: null, failures: 0, nextTryAt: null };
  if (sent.error === null) {
    const objects = read.events.reduce((sum, event) => sum + event.objects, 0);
    return { ...passed, lastError: null, lastDeliveredAt: now, owedObjects: alert.owedObjects + objects };
  }
  const failed = { failures: alert.failures + 1, nextTryAt: null, lastError: sent.error };
  if (sent.isGone) return { ...failed, state: 'disabled', reason: 'gone' };
  const again = nextTryAt(plan, failed.failures, now, sent.retryAfterMs);
  if (again !== null) return { ...failed, nextTryAt: again };
  return alert.pauseOnFailure
    ? { ...failed, state: 'paused', reason: 'failures' }
    : { ...passed, lastError: sent.error };
}
