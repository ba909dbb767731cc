import { expect, test } from 'vitest';
import { createMetrics, gauge } from '../../../src/http/observability/metrics.ts';

const BURNT_MS = 60;

test('servers of a process tell of themselves and of the process, from their start on', async () => {
  const [one, other] = [createMetrics(), createMetrics()];
  one.started();
  other.started();
  other.started();
  const until = process.cpuUsage().user / 1_000 + BURNT_MS;
  while (process.cpuUsage().user / 1_000 < until);
  const texts = [await one.expose(), await other.expose()];
  expect(texts.map((text) => valueIn(text, 'http_requests_in_flight'))).toEqual([1, 2]);
  for (const text of texts)
    expect(valueIn(text, 'process_cpu_user_seconds_total')).toBeGreaterThanOrEqual(BURNT_MS / 1_000);
});

test('who asks while the metrics are collected shares that text; who asks later gets a new one', async () => {
  const metrics = createMetrics();
  let collected = 0;
  gauge(metrics.registry, 'collected', 'Times it was read.', () => ++collected);
  const [one, other] = await Promise.all([metrics.expose(), metrics.expose()]);
  expect([valueIn(one, 'collected'), valueIn(other, 'collected'), collected]).toEqual([1, 1, 1]);
  expect(valueIn(await metrics.expose(), 'collected')).toBe(2);
});

const valueIn = (text: string, name: string): number =>
  Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
