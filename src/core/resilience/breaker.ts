import type { Clock } from '../ports.ts';
import { withTimeout } from './with-timeout.ts';

/** One that failed is left alone for so long, so that its timeouts do not slow every request. */
const PAUSE_MS = 500;

/** A circuit breaker: asks a service that may be away, and says when to leave it alone. */
export interface Breaker {
  /** It failed a moment ago: not to be asked now. */
  isResting(): boolean;
  /** It failed when it was last asked. */
  hasFailed(): boolean;
  /** Asks, resting or not. Rejects with what the question rejects with, or when no answer comes in time. */
  ask<T>(call: () => Promise<T>): Promise<T>;
}

/** Closed again by the first answer. */
export function createBreaker(deps: {
  /** A question that takes longer is given up; it may still be heard. */
  readonly timeoutMs: number;
  readonly clock: Clock;
  /** Told of the first failure after an answer. */
  readonly report: (error: unknown) => void;
  /** Told of the first answer after a failure. */
  readonly reportBack?: () => void;
}): Breaker {
  const { timeoutMs, clock, report, reportBack } = deps;
  let failedAtMs: number | null = null;
  return {
    isResting: () => failedAtMs !== null && Math.abs(clock.now().getTime() - failedAtMs) < PAUSE_MS,
    hasFailed: () => failedAtMs !== null,
    async ask(call) {
      const nowMs = clock.now().getTime();
      try {
        const answer = await withTimeout(timeoutMs, call());
        if (failedAtMs !== null) reportBack?.();
        failedAtMs = null;
        return answer;
      } catch (error) {
        if (failedAtMs === null) report(error);
        failedAtMs = nowMs;
        throw error;
      }
    },
  };
}
