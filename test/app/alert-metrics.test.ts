import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { createAlertCounts } from '../../src/alerts/alert-counts.ts';
import { measureAlerts } from '../../src/app/alert-metrics.ts';

test('tries are counted by format and outcome, and only delivered events count', async () => {
  const registry = new Registry();
  const counts = createAlertCounts();
  measureAlerts(registry, counts);
  counts.tried('email', 'failed', 7);
  counts.tried('email', 'delivered', 7);
  counts.tried('slack', 'given_up', 2);
  counts.tried('email', 'delivered', 3);
  const lines = (await registry.metrics()).split('\n').filter((line) => / [1-9]\d*$/.test(line));
  expect(lines).toEqual([
    'alpha_alert_tries_total{format="slack",outcome="given_up"} 1',
    'alpha_alert_tries_total{format="email",outcome="delivered"} 2',
    'alpha_alert_tries_total{format="email",outcome="failed"} 1',
    'alpha_alert_events_total 10',
  ]);
});
