import { afterAll, beforeAll, expect, test } from 'vitest';
import { whaleActivity } from '../../../src/feeds/whales/feed.ts';
import { WHALES } from '../../support/alert-calls.ts';
import {
  type AlertEndpoint,
  answering,
  isSignedWith,
  LOOPBACK_ENDPOINTS,
  noContent,
  openAlertEndpoint,
} from '../../support/alert-endpoint.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { sampleRecords } from '../../support/records.ts';
import { UNMETERED } from '../../support/tiers.ts';
import { createVisitor } from '../../support/visitor.ts';

let app: TestApp;
let endpoint: AlertEndpoint;
beforeAll(async () => {
  app = await startApp(LOOPBACK_ENDPOINTS);
  endpoint = await openAlertEndpoint();
}, 600_000);
afterAll(async () => {
  await app?.stop();
  await endpoint?.close();
}, 600_000);

const wanted = () => ({
  name: 'whales',
  query: WHALES,
  url: endpoint.url,
  format: 'standard',
  digest: 'none',
});

test('people make alerts at /account as their newest key, and nobody else sees them', async () => {
  const [ada, bob] = [createVisitor(app.url), createVisitor(app.url)];
  expect((await ada.ask('GET', 'alerts')).body.code).toBe('NOT_SIGNED_IN');
  await ada.signUp('ada@example.com');
  await bob.signUp('bob@example.com');
  expect((await ada.ask('GET', 'alerts')).body).toEqual({ alerts: [], has_mail: false });
  expect((await ada.ask('POST', 'alerts', wanted())).body).toMatchObject({ status: 409, code: 'CONFLICT' });
  const { key, token } = (await ada.ask('POST', 'keys', { name: 'notebook' })).body;
  await bob.ask('POST', 'keys', { name: 'other' });
  await app.services.keyAdmin.update(key.id, { tier: UNMETERED.id }); // it sees old rows, too

  const made = await ada.ask('POST', 'alerts', wanted());
  expect(made.status).toBe(201);
  const { id, secret } = made.body;
  expect(made.body).toMatchObject({ key_id: key.id, state: 'active' });
  expect((await ada.ask('GET', 'alerts')).body.alerts).toMatchObject([{ id, name: 'whales' }]);
  expect((await bob.ask('GET', 'alerts')).body).toEqual({ alerts: [], has_mail: false });
  const eve = createVisitor(app.url); // without any key
  await eve.signUp('eve@example.com');
  for (const [method, path, body] of [
    ['POST', `alerts/${id}/pause`],
    ['POST', `alerts/${id}/resume`],
    ['POST', `alerts/${id}/test`],
    ['POST', `alerts/${id}/rotate-secret`],
    ['POST', `alerts/${id}/replay`, { since: '2026-01-01' }],
    ['POST', `alerts/${id}/skip`],
    ['GET', `alerts/${id}/deliveries`],
    ['DELETE', `alerts/${id}`],
  ] as const)
    for (const other of [bob, eve]) expect((await other.ask(method, path, body)).status, path).toBe(404);

  expect((await ada.ask('POST', `alerts/${id}/test`)).body).toMatchObject({ outcome: 'delivered' });
  await app.services.ingest.write(whaleActivity, sampleRecords(whaleActivity, 1));
  await expect.poll(() => endpoint.messages.length, { timeout: 300_000 }).toBe(2);
  expect(endpoint.messages.every((message) => isSignedWith(secret, message))).toBe(true);
  const paused = await ada.ask('POST', `alerts/${id}/pause`);
  expect(paused.body).toMatchObject({ state: 'paused', reason: 'requested' });
  const shown = await fetch(`${app.url}/api/v1/alerts/${id}`, { headers: { 'x-api-key': token } });
  expect(await shown.json()).toEqual(paused.body); // the same over REST

  // What is waiting can be passed over, what was sent delivered again, the secret replaced.
  await ada.ask('POST', `alerts/${id}/resume`);
  endpoint.answer = answering(500);
  const tries = async () => (await ada.ask('GET', `alerts/${id}/deliveries`)).body.deliveries;
  await app.services.ingest.write(whaleActivity, sampleRecords(whaleActivity, 2).slice(1));
  await expect.poll(async () => (await tries())[0].outcome, { timeout: 300_000 }).toBe('failed');
  expect(await tries()).toMatchObject([
    { kind: 'events', status: 500, error: 'the endpoint answered 500' },
    { kind: 'events', outcome: 'delivered' },
    { kind: 'test' },
  ]);
  expect((await ada.ask('POST', `alerts/${id}/skip`)).body).toMatchObject({ failures: 0, last_error: null });
  expect((await ada.ask('POST', `alerts/${id}/skip`)).body.detail).toContain(
    'this alert has no failed batch that waits',
  );
  const rotated = await ada.ask('POST', `alerts/${id}/rotate-secret`);
  expect(rotated.body.secret).toMatch(/^whsec_/);
  expect(rotated.body.secret).not.toBe(secret);
  endpoint.answer = noContent;
  const before = endpoint.messages.length;
  expect((await ada.ask('POST', `alerts/${id}/replay`, { since: 'soon' })).body).toMatchObject({
    param: 'since',
    status: 400,
  });
  const since = new Date(Date.now() - 3_600_000).toISOString();
  expect((await ada.ask('POST', `alerts/${id}/replay`, { since })).body).toMatchObject({ state: 'active' });
  await expect.poll(() => endpoint.messages.length, { timeout: 300_000 }).toBeGreaterThan(before);
  const again = endpoint.messages.at(-1);
  expect(again && isSignedWith(rotated.body.secret, again)).toBe(true);

  // Which key says what it sends answers for it: the alert sees what that key sees.
  const other = (await ada.ask('POST', 'keys', { name: 'other' })).body;
  for (const [presented, change, answers] of [
    [other.token, { name: 'named anew' }, key.id],
    [other.token, { query: WHALES }, other.key.id],
    [token, { url: endpoint.url }, key.id],
  ]) {
    const changed = await fetch(`${app.url}/api/v1/alerts/${id}`, {
      method: 'PATCH',
      headers: { 'x-api-key': presented, 'content-type': 'application/json' },
      body: JSON.stringify(change),
    });
    expect(await changed.json()).toMatchObject({ key_id: answers });
  }
  await ada.ask('DELETE', `keys/${other.key.id}`);

  // When its key is gone, another one takes its place with the owner's word.
  await ada.ask('DELETE', `keys/${key.id}`);
  expect((await ada.ask('POST', `alerts/${id}/resume`)).status).toBe(409);
  const second = (await ada.ask('POST', 'keys', { name: 'second' })).body;
  expect((await ada.ask('POST', `alerts/${id}/resume`)).body).toMatchObject({
    state: 'active',
    key_id: second.key.id,
  });
  const asJson = { 'content-type': 'application/json' }; // which some clients say of nothing, too
  expect((await ada.ask('POST', `alerts/${id}/pause`, undefined, asJson)).status).toBe(200);
  expect((await ada.ask('DELETE', `alerts/${id}`, undefined, asJson)).status).toBe(204);
  expect((await ada.ask('GET', 'alerts')).body).toEqual({ alerts: [], has_mail: false });
}, 600_000);

test.each([
  [{ format: 'teams' }, 'one of standard, slack, discord'],
  [{ url: 'http://10.0.0.1/' }, 'url must be'],
  [{ query: '{ signals { nodes { id } } }' }, 'must be a subscription'],
  [{ name: ' ' }, 'name must be'],
  [{ name: 'mail\r\nBcc: evil' }, 'without control characters'],
])('%j is refused', async (wrong, words) => {
  const visitor = createVisitor(app.url);
  await visitor.signUp(`${Math.random()}@example.com`);
  await visitor.ask('POST', 'keys', { name: 'a' });
  const { body } = await visitor.ask('POST', 'alerts', { ...wanted(), ...wrong });
  expect(body).toMatchObject({ status: 400 });
  expect(body.detail).toContain(words);
});
