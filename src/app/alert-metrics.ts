import { Counter, type Registry } from 'prom-client';
import type { AlertCounts } from '../alerts/alert-counts.ts';

/** Counts of what this process has delivered. */
export function measureAlerts(registry: Registry, counts: AlertCounts): void {
  new Counter({
    name: 'alpha_alert_tries_total',
    help: 'Tries of deliveries of alerts: delivered, failed and to be tried again, or given up.',
    labelNames: ['format', 'outcome'],
    registers: [registry],
    collect() {
      this.reset();
      for (const { format, outcome, count } of counts.tries) this.inc({ format, outcome }, count);
    },
  });
  new Counter({
    name: 'alpha_alert_events_total',
    help: 'Events of alerts that endpoints have taken.',
    registers: [registry],
    collect() {
      this.reset();
      this.inc(counts.events);
    },
  });
}
