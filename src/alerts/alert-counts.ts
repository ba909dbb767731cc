import type { AlertOutcome } from '../core/alerts/alert.ts';

/** What this process has delivered, for the metrics. */
export interface AlertCounts {
  tried(outcome: AlertOutcome, events: number): void;
  /** Tries so far, by what came of them. */
  readonly tries: Readonly<Record<AlertOutcome, number>>;
  /** Events that endpoints have taken. */
  readonly events: number;
}

export function createAlertCounts(): AlertCounts {
  const tries = { delivered: 0, failed: 0, given_up: 0 };
  let delivered = 0;
  return {
    tries,
    get events() {
      return delivered;
    },
    tried(outcome, events) {
      tries[outcome] += 1;
      if (outcome === 'delivered') delivered += events;
    },
  };
}
