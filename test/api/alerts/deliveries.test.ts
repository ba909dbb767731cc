import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { whaleActivity } from '../../../src/feeds/whales/feed.ts';
import { alertCalls, rowsIn, type ShownAlert, type ShownDelivery } from '../../support/alert-calls.ts';
import { distinct } from '../../support/alert-crowd.ts';
import {
  type AlertEndpoint,
  answering,
  bodyOf,
  isSignedByPair,
  isSignedWith,
  LOOPBACK_ENDPOINTS,
  noContent,
  openAlertEndpoint,
} from '../../support/alert-endpoint.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { sampleRecords } from '../../support/records.ts';
import { TEST_TIERS, UNMETERED } from '../../support/tiers.ts';

/** Nine waits, as the plan of the service has them; short ones. */
const PLAN = Array.from({ length: 9 }, () => 20);
const FEW_UNITS = { ...UNMETERED, id: 'few-units', requestsPerDay: 40 };
const WAIT = { timeout: 300_000 };

let app: TestApp;
let endpoint: AlertEndpoint;
let calls: ReturnType<typeof alertCalls>;
const records = sampleRecords(whaleActivity, 6_000);
let written = 0;

beforeAll(async () => {
  app = await startApp(LOOPBACK_ENDPOINTS, {
    tiers: [...TEST_TIERS, FEW_UNITS],
    alertTimes: { plan: PLAN, timeoutMs: 500 },
  });
}, 600_000);
afterAll(() => app.stop(), 600_000);
beforeEach(async () => {
  endpoint = await openAlertEndpoint();
  calls = alertCalls(app, await app.issue(UNMETERED.id));
});
afterEach(async () => {
  for (const { id } of (await calls.call<{ alerts: ShownAlert[] }>('GET', '')).body.alerts)
    await calls.call('DELETE', `/${id}`);
  await endpoint.close();
});

const write = async (count: number): Promise<readonly string[]> => {
  const some = records.slice(written, written + count);
  written += count;
  await app.services.ingest.write(whaleActivity, some);
  return some.map(({ _id }) => String(_id));
};
const taken = (from: number = 0) =>
  endpoint.messages.slice(from).flatMap((message) => bodyOf(message).data.events);
const isIn = (id: string, state: string) =>
  expect.poll(async () => (await calls.find(id)).state, WAIT).toBe(state);

test('a delivery that fails is sent again, alike and under the same id, and nothing before it is taken', async () => {
  endpoint.answer = answering(500, {}, 'not now');
  const { id, secret } = await calls.create({ url: endpoint.url });
  await write(3);
  await expect.poll(() => endpoint.messages.length, WAIT).toBeGreaterThanOrEqual(2);
  await write(4); // it does not join what was sent
  endpoint.answer = noContent;
  await expect.poll(async () => (await calls.find(id)).failures, WAIT).toBe(0);
  await expect.poll(() => new Set(rowsIn(taken())).size, WAIT).toBe(7);
  const ids = endpoint.messages.map((message) => message.id);
  const [first = ''] = ids;
  const tries = ids.filter((one) => one === first).length;
  expect(tries).toBeGreaterThanOrEqual(3);
  expect(ids.slice(0, tries)).toEqual(Array(tries).fill(first)); // then only what comes after
  expect(ids.slice(tries)).not.toContain(first);
  for (const message of endpoint.messages.slice(0, tries))
    expect(rowsIn(bodyOf(message).data.events)).toHaveLength(3);
  expect(endpoint.messages.every((message) => isSignedWith(secret, message))).toBe(true);
  const deliveries = (await calls.deliveries(id)).toReversed();
  expect(deliveries[0]).toMatchObject({
    message_id: first,
    attempt: 1,
    outcome: 'failed',
    status: 500,
    answer: 'not now',
  });
  expect(deliveries[tries - 1]).toMatchObject({
    message_id: first,
    attempt: tries,
    outcome: 'delivered',
    status: 204,
  });
});

test('a delivery that fails ten times pauses the alert; it goes on when its owner says so, or skips the batch', async () => {
  endpoint.answer = answering(302, { location: `${endpoint.url}/elsewhere` });
  const { id } = await calls.create({ url: endpoint.url });
  await write(2);
  await isIn(id, 'paused');
  expect(await calls.find(id)).toMatchObject({
    reason: 'failures',
    failures: 10,
    last_error: 'the endpoint answered 302, and redirects are not followed',
  });
  expect(endpoint.messages).toHaveLength(10);
  expect(endpoint.messages.every(({ path }) => path === '/hook')).toBe(true);
  expect((await calls.deliveries(id))[0]).toMatchObject({ attempt: 10, outcome: 'given_up' });
  const skipped = await calls.call<ShownAlert>('POST', `/${id}/skip`);
  expect(skipped.body).toMatchObject({ state: 'paused', failures: 0 });
  expect((await calls.call('POST', `/${id}/skip`)).status).toBe(409);
  endpoint.answer = noContent;
  await calls.call('PATCH', `/${id}`, { state: 'active' });
  await write(1);
  await expect.poll(() => endpoint.messages.length, WAIT).toBe(11);
  expect(taken(10)).toHaveLength(1); // not the two that were skipped
});

test('a delivery that fails ten times is given up where the alert is not to pause', async () => {
  endpoint.answer = answering(400);
  const { id } = await calls.create({ url: endpoint.url, pause_on_failure: false });
  await write(1);
  await expect.poll(() => endpoint.messages.length, WAIT).toBe(10);
  endpoint.answer = noContent;
  await write(1);
  await expect.poll(() => endpoint.messages.length, WAIT).toBeGreaterThanOrEqual(11);
  const [lost, next] = [endpoint.messages[9], endpoint.messages.at(-1)];
  expect(lost && next && bodyOf(next).data.after).toBe(lost && bodyOf(lost).data.cursor);
  expect(await calls.find(id)).toMatchObject({ state: 'active', failures: 0 });
});

test('a delivery to an endpoint that is gone disables the alert', async () => {
  endpoint.answer = answering(410);
  const { id } = await calls.create({ url: endpoint.url });
  await write(1);
  await isIn(id, 'disabled');
  expect(await calls.find(id)).toMatchObject({ reason: 'gone' });
  expect(endpoint.messages).toHaveLength(1);
});

test('a delivery waits as long as the endpoint asks for', async () => {
  endpoint.answer = answering(429, { 'retry-after': '3600' });
  const { id } = await calls.create({ url: endpoint.url });
  await write(1);
  await expect.poll(async () => (await calls.find(id)).next_try_at, WAIT).not.toBeNull();
  const { next_try_at } = await calls.find(id);
  const inSeconds = (Date.parse(next_try_at ?? '') - Date.now()) / 1000;
  expect(inSeconds).toBeGreaterThan(3_000);
  expect(inSeconds).toBeLessThanOrEqual(3_600);
  endpoint.answer = noContent;
  await calls.call('PATCH', `/${id}`, { state: 'active' }); // at once
  await expect.poll(async () => (await calls.find(id)).failures, WAIT).toBe(0);
  expect(new Set(endpoint.messages.map((message) => message.id)).size).toBe(1);
});

test('a delivery to an endpoint that hangs holds up no other', async () => {
  const silent = await openAlertEndpoint(() => undefined);
  await calls.create({ url: silent.url });
  await calls.create({ url: endpoint.url });
  const ids = await write(120);
  // On a busy machine an answer comes after its time, and the message comes again under its id.
  const once = () => distinct(endpoint.messages).flatMap((message) => bodyOf(message).data.events);
  await expect.poll(() => once().length, WAIT).toBe(120);
  expect(rowsIn(once())).toHaveLength(ids.length);
  await expect.poll(() => silent.messages.length, WAIT).toBeGreaterThanOrEqual(3);
  await silent.close();
});

test('a delivery can be had again from a moment or a cursor, and skipped up to now', async () => {
  const { id, cursor } = await calls.create({ url: endpoint.url });
  await write(5);
  await expect.poll(() => taken().length, WAIT).toBe(5);
  const first = rowsIn(taken());
  const behindTwo = bodyOf(endpoint.messages[0] as never).data.events[1]?.cursor;
  await calls.call('POST', `/${id}/replay`, { after: cursor });
  await expect.poll(() => taken().length, WAIT).toBe(10);
  expect(rowsIn(taken()).slice(5)).toEqual(first);
  await calls.call('POST', `/${id}/replay`, { after: behindTwo });
  await expect.poll(() => taken().length, WAIT).toBe(13);
  expect(rowsIn(taken()).slice(10)).toEqual(first.slice(2));
  const since = new Date().toISOString();
  await write(2);
  await expect.poll(() => taken().length, WAIT).toBe(15);
  await calls.call('POST', `/${id}/replay`, { since });
  await expect.poll(() => taken().length, WAIT).toBe(17);
  expect(rowsIn(taken()).slice(15)).toEqual(rowsIn(taken()).slice(13, 15));
  expect((await calls.call('POST', `/${id}/replay`, { since: '2100-01-01' })).status).toBe(400);
  expect((await calls.call('POST', `/${id}/replay`, { since, after: cursor })).status).toBe(400);
  expect((await calls.call('POST', `/${id}/replay`, { after: 'x' })).status).toBe(400);
  await calls.call('PATCH', `/${id}`, { state: 'paused' });
  await write(3);
  await calls.call('POST', `/${id}/skip`, { what: 'all' });
  await calls.call('PATCH', `/${id}`, { state: 'active' });
  await write(1);
  await expect.poll(() => taken().length, WAIT).toBe(18);
});

test('a delivery is signed with a key pair where that is asked for; the private key is never shown', async () => {
  const made = await calls.create({ url: endpoint.url, signature: 'v1a' });
  const { id, public_key: former } = made;
  expect(made).toMatchObject({ signature: 'v1a', public_key: expect.stringMatching(/^whpk_/) });
  const rotated = await calls.call<ShownAlert>('POST', `/${id}/rotate-secret`);
  for (const answer of [made, rotated.body]) expect(answer).not.toHaveProperty('secret');
  const { public_key: publicKey } = await calls.find(id);
  expect(publicKey).toBe(rotated.body.public_key);
  expect(publicKey).not.toBe(former);
  await write(1);
  await expect.poll(() => taken().length, WAIT).toBe(1);
  const [message] = endpoint.messages;
  for (const key of [publicKey, former])
    expect(message && key !== null && isSignedByPair(key, message)).toBe(true);
});

test('a delivery is signed with the new secret and, for a while, with the former one', async () => {
  const { id, secret: former } = await calls.create({ url: endpoint.url });
  const rotated = await calls.call<ShownAlert>('POST', `/${id}/rotate-secret`);
  const { secret } = rotated.body;
  expect(secret).not.toBe(former);
  const tested = await calls.call<ShownDelivery>('POST', `/${id}/test`);
  expect(tested.body).toMatchObject({ kind: 'test', outcome: 'delivered', status: 204, events: 0 });
  const [message] = endpoint.messages;
  expect(message && isSignedWith(secret, message) && isSignedWith(former, message)).toBe(true);
  expect(message && bodyOf(message)).toMatchObject({ type: 'alert.test', data: { alert_id: id } });
  endpoint.answer = answering(503);
  expect((await calls.call('POST', `/${id}/test`)).body).toMatchObject({ outcome: 'failed', status: 503 });
  expect((await calls.deliveries(id)).map(({ outcome }) => outcome)).toEqual(['failed', 'delivered']);
  expect((await calls.find(id)).failures).toBe(0);
});

test('an alert ends with the key it acts as; a rotated key is followed by its successor', async () => {
  const { keyAdmin } = app.services;
  const key = await keyAdmin.create({ tier: UNMETERED.id, scope: 'read', name: 'x', expiresInMs: null });
  const mine = alertCalls(app, key.token);
  const { id } = await mine.create({ url: endpoint.url });
  const successor = await keyAdmin.rotate(key.key.id, 0);
  const theirs = alertCalls(app, successor.token);
  await write(1);
  await expect.poll(() => taken().length, WAIT).toBe(1);
  await expect.poll(async () => (await theirs.find(id)).key_id, WAIT).toBe(successor.key.id);
  await keyAdmin.revoke(successor.key.id);
  await write(1);
  const { alertStore } = app.services;
  await expect.poll(async () => (await alertStore.find(id, null))?.reason, WAIT).toBe('key');
  expect(taken()).toHaveLength(1);
});

test('an alert is charged by what it delivers, and waits for the next day when this one is used up', async () => {
  const poor = alertCalls(app, await app.issue(FEW_UNITS.id));
  const { id } = await poor.create({ url: endpoint.url });
  await write(5_000);
  const { alertStore } = app.services;
  await expect
    .poll(async () => (await alertStore.find(id, null))?.lastError, { timeout: 300_000 })
    .toContain('used up');
  // 39 units are left for 3,900; what was under way came with them.
  expect(taken().length).toBeGreaterThanOrEqual(3_900);
  expect(taken().length).toBeLessThan(4_200);
  const alert = await alertStore.find(id, null);
  expect(alert).toMatchObject({ state: 'active', failures: 0 });
  expect(alert?.nextTryAt?.toISOString()).toMatch(/T00:00:00.000Z$/);
}, 600_000);
