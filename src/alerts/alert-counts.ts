import { ALERT_FORMATS, ALERT_OUTCOMES, type AlertFormat, type AlertOutcome } from '../core/alerts/alert.ts';

/** Tries of deliveries in one format that had one outcome. */
interface Tries {
  readonly format: AlertFormat;
  readonly outcome: AlertOutcome;
  count: number;
}

/** What this process has delivered, for the metrics. */
export interface AlertCounts {
  tried(format: AlertFormat, outcome: AlertOutcome, events: number): void;
  /** Tries so far, for each format and outcome. */
  readonly tries: readonly Readonly<Tries>[];
  /** Events that endpoints have taken. */
  readonly events: number;
}

export function createAlertCounts(): AlertCounts {
  const tries = ALERT_FORMATS.flatMap((format) =>
    ALERT_OUTCOMES.map((outcome): Tries => ({ format, outcome, count: 0 })),
  );
  let delivered = 0;
  return {
    tries,
    get events() {
      return delivered;
    },
    tried(format, outcome, events) {
      for (const one of tries) if (one.format === format && one.outcome === outcome) one.count += 1;
      if (outcome === 'delivered') delivered += events;
    },
  };
}
