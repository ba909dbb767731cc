import { afterAll, beforeAll, expect, test } from 'vitest';
import { whaleActivity } from '../../../src/feeds/whales/feed.ts';
import { alertCalls } from '../../support/alert-calls.ts';
import { type AlertEndpoint, LOOPBACK_ENDPOINTS, openAlertEndpoint } from '../../support/alert-endpoint.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { sampleRecords } from '../../support/records.ts';
import { UNMETERED } from '../../support/tiers.ts';

const SMALL = { ...UNMETERED, id: 'small', name: 'Small', alertsPerKey: 1 };
let app: TestApp;
let endpoint: AlertEndpoint;
beforeAll(async () => {
  app = await startApp(LOOPBACK_ENDPOINTS, { tiers: [UNMETERED, SMALL] });
  endpoint = await openAlertEndpoint();
}, 600_000);
afterAll(async () => {
  await app?.stop();
  await endpoint?.close();
}, 600_000);

test('a tier that has become smaller keeps the oldest alerts', async () => {
  const { token, key } = await app.services.keyAdmin.create({
    tier: UNMETERED.id,
    scope: 'read',
    name: 'smaller',
    expiresInMs: null,
  });
  const calls = alertCalls(app, token);
  const ids: string[] = [];
  for (let count = 0; count < 3; count += 1) ids.push((await calls.create({ url: endpoint.url })).id);
  await app.services.keyAdmin.update(key.id, { tier: SMALL.id });
  await app.services.ingest.write(whaleActivity, sampleRecords(whaleActivity, 1)); // whoever sleeps looks up
  const alertOf = (id = '') => app.services.alertStore.find(id, null);
  const reasons = () => Promise.all(ids.map(async (id) => (await alertOf(id))?.reason));
  await expect.poll(reasons).toEqual([null, 'limit', 'limit']);
  expect((await alertOf(ids[1]))?.lastError).toContain('at most 1 alerts');
  // Resumed it stops again, until there is room.
  await calls.call('PATCH', `/${ids[1]}`, { state: 'active' });
  await expect.poll(reasons).toEqual([null, 'limit', 'limit']);
  await calls.call('DELETE', `/${ids[0]}`);
  await calls.call('PATCH', `/${ids[1]}`, { state: 'active' });
  await app.services.ingest.write(whaleActivity, sampleRecords(whaleActivity, 2).slice(1));
  await expect.poll(async () => (await alertOf(ids[1]))?.lastDeliveredAt).toBeInstanceOf(Date);
});

test('a cursor that cannot be read stops the alert, and says so', async () => {
  const calls = alertCalls(app, app.key);
  const { id } = await calls.create({ url: endpoint.url });
  await app.services.alertStore.change(id, { cursor: 'of feeds that are gone' }, new Date());
  await expect.poll(async () => (await calls.find(id)).state).toBe('paused');
  expect(await calls.find(id)).toMatchObject({
    reason: 'document',
    last_error: expect.stringContaining('cursor'),
  });
});
