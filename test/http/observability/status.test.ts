import fastify from 'fastify';
import { expect, test } from 'vitest';
import { DEFAULT_TIERS } from '../../../src/core/access/tiers.ts';
import { createStatusSurface } from '../../../src/http/observability/status.ts';
import { startApp } from '../../support/app.ts';

test('anybody may ask whether the service is ready, and how late each tier sees insider data', async () => {
  const app = await startApp();
  try {
    const answer = await fetch(`${app.url}/api/status`);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(await answer.json()).toMatchObject({
      ready: true,
      store: 'answers',
      simulated: false,
      sources: [],
    });
  } finally {
    await app.stop();
  }
});

test('a store that is away is told, and asked once in five seconds', async () => {
  let [now, asked] = [Date.parse('2026-03-02T00:00:00Z'), 0];
  const app = fastify();
  const away = Object.assign(new Error('connect ECONNREFUSED 10.0.0.7:5432'), { code: 'ECONNREFUSED' });
  await createStatusSurface({
    health: {
      async check() {
        asked += 1;
        throw away;
      },
    },
    sources: () => Promise.reject(away),
    tiers: DEFAULT_TIERS,
    version: '1.0.0',
    isSimulated: true,
    clock: { now: () => new Date(now) },
  }).register(app);
  const read = async () => (await app.inject('/api/status')).json();
  const status = await read();
  expect(status).toMatchObject({
    ready: false,
    store: 'the store does not answer',
    sources: null,
    simulated: true,
  });
  expect(JSON.stringify(status)).not.toContain('10.0.0.7');
  expect(status.tiers[0]).toEqual({ id: 'free', name: 'Free', history_days: 7, insider_lag_hours: 24 });
  await Promise.all([read(), read(), read()]);
  expect(asked).toBe(1);
  now += 5_000;
  await read();
  expect(asked).toBe(2);
});
