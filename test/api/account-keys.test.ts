import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestClock, testClock } from '../core/clock.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { createVisitor, PASSWORD, type Visitor } from '../support/visitor.ts';

const DAY_MS = 86_400_000;
let app: TestApp;
let clock: TestClock;
/** Signed in. */
let ada: Visitor;
let bob: Visitor;

beforeAll(async () => {
  clock = testClock('2026-03-04T05:06:00.000Z');
  app = await startApp({}, { clock });
  [ada, bob] = [createVisitor(app.url), createVisitor(app.url)];
  await ada.signUp('ada');
  await bob.signUp('bob');
}, 600_000);
afterAll(() => app.stop(), 600_000);

async function create(one: Visitor, name: string): Promise<{ token: string; id: string }> {
  const { status, body } = await one.ask('POST', 'keys', { name });
  expect(status).toBe(201);
  return { token: body.token, id: body.key.id };
}
const call = async (token: string) => (await app.get('/api/v1/mre', { 'x-api-key': token })).status;
const listed = async (one: Visitor, id: string) =>
  (await one.ask('GET', 'keys')).body.keys.find((key: { id: string }) => key.id === id);

describe('a key of an account', () => {
  test('is free, works, and is shown once', async () => {
    const { token, id } = await create(ada, ' notebook ');
    expect(await call(token)).toBe(200);
    const key = await listed(ada, id);
    expect(key).toMatchObject({
      name: 'notebook',
      tier: 'free',
      scope: 'read',
      state: 'valid',
      expires_at: null,
    });
    expect(key).toMatchObject({ last4: token.slice(-4), last_used_at: clock.now().toISOString() });
    await app.services.keys.flush();
    expect(await listed(ada, id)).toEqual(key);
    expect(JSON.stringify((await ada.ask('GET', 'keys')).body)).not.toContain(token);
  });

  test('is nobody else’s: for another account there is none', async () => {
    const { id, token } = await create(ada, 'mine');
    const answers = [
      await bob.ask('DELETE', `keys/${id}`),
      await bob.ask('POST', `keys/${id}/rotate`, { overlap_seconds: 0 }),
      await bob.ask('DELETE', 'keys/no-such-key'),
    ];
    for (const { status, body } of answers) expect([status, body.code]).toEqual([404, 'NOT_FOUND']);
    expect(await listed(bob, id)).toBeUndefined();
    expect(await call(token)).toBe(200);
    const nobody = createVisitor(app.url);
    expect((await nobody.ask('DELETE', `keys/${id}`)).body.code).toBe('NOT_SIGNED_IN');
  });

  test('is rotated with an overlap, and revoked at once', async () => {
    const old = await create(bob, 'rotating');
    const { status, body } = await bob.ask('POST', `keys/${old.id}/rotate`, { overlap_seconds: 3600 });
    expect([status, body.key.name]).toEqual([201, 'rotating']);
    expect([await call(old.token), await call(body.token)]).toEqual([200, 200]);
    expect(await listed(bob, old.id)).toMatchObject({ state: 'valid', replaced_by: body.key.id });
    clock.advance(3_600_000);
    expect([await call(old.token), await call(body.token)]).toEqual([401, 200]);
    expect((await bob.ask('DELETE', `keys/${body.key.id}`)).body.state).toBe('revoked');
    expect(await call(body.token)).toBe(403);
    const late = await bob.ask('POST', `keys/${body.key.id}/rotate`, { overlap_seconds: 86_400 * 8 });
    expect([late.status, late.body.param]).toEqual([400, 'overlap_seconds']);

    clock.advance(30 * DAY_MS + 1);
    await bob.ask('POST', 'sign-in', { name: 'bob', password: PASSWORD });
    expect(await listed(bob, body.key.id)).toBeUndefined();
  });

  test.each([
    [{}, 'name must be a text'],
    [{ name: ' ' }, 'one line of 1 to 100 characters'],
    [{ name: 'x', tier: 'quant' }, 'unknown member; members are name'],
    [{ name: 'x', scope: 'admin' }, 'unknown member; members are name'],
  ])('is nothing else than free: %j', async (body, words) => {
    const answer = await bob.ask('POST', 'keys', body);
    expect([answer.status, answer.body.code]).toEqual([400, 'INVALID_PARAMETER']);
    expect(answer.body.detail).toContain(words);
  });
});

test('keys of an account spend one quota, and its usage is that of all', async () => {
  clock.set('2026-06-01T12:00:00.000Z');
  const carol = createVisitor(app.url);
  await carol.signUp('carol');
  const [one, two] = [await create(carol, 'one'), await create(carol, 'two')];
  expect([await call(one.token), await call(one.token), await call(two.token)]).toEqual([200, 200, 200]);
  clock.set('2026-06-02T12:00:00.000Z');
  const statuses: number[] = [];
  for (const { token } of [one, two, one, two, one, two, one, two]) statuses.push(await call(token));
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429, 429]);
  const { token: successor } = (await carol.ask('POST', `keys/${one.id}/rotate`, { overlap_seconds: 3600 }))
    .body;
  expect(await call(successor)).toBe(429);

  const { body } = await carol.ask('GET', 'usage');
  expect(body.tier.id).toBe('free');
  expect(body.day).toMatchObject({
    limit: 50,
    used: 5,
    remaining: 45,
    resets_at: '2026-06-03T00:00:00.000Z',
  });
  expect(body.minute).toMatchObject({ limit: 5, used: 5 });
  expect(body.days).toHaveLength(30);
  expect(body.days[0]).toEqual({ day: '2026-05-04', units: 0 });
  expect(body.days.slice(-2)).toEqual([
    { day: '2026-06-01', units: 3 },
    { day: '2026-06-02', units: 5 },
  ]);
  await ada.ask('POST', 'sign-in', { name: 'ada', password: PASSWORD });
  expect((await ada.ask('GET', 'usage')).body.day.used).toBe(0);

  // An operator grants another tier: its own limits hold for that key, of what the account has left.
  await app.services.keyAdmin.update(two.id, { tier: 'pro' });
  expect([await call(two.token), await call(one.token)]).toEqual([200, 429]);
  expect((await carol.ask('GET', 'usage')).body).toMatchObject({
    tier: { id: 'pro' },
    day: { limit: 100, used: 6 },
  });
});

test('an account has ten keys in use at most, however many are asked for at once', async () => {
  const dora = createVisitor(app.url);
  await dora.signUp('dora');
  const answers = await Promise.all(
    Array.from({ length: 14 }, (_, n) => dora.ask('POST', 'keys', { name: `key ${n}` })),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([
    ...Array(10).fill(201),
    ...Array(4).fill(409),
  ]);
  const refused = answers.find(({ status }) => status === 409);
  expect(refused?.body.detail).toBe('there are 10 keys in use already; revoke one first');
  const [first] = (await dora.ask('GET', 'keys')).body.keys;
  await dora.ask('DELETE', `keys/${first.id}`);
  await create(dora, 'instead');
  for (let n = 0; n < 15; n += 1) await dora.ask('POST', 'keys', { name: 'again' });
  expect((await dora.ask('POST', 'keys', { name: 'again' })).body.detail).toContain('too many new keys');
});

test('a server whose accounts are off says so and does nothing else', async () => {
  const off = await startApp({ ACCOUNTS: 'off' });
  const one = createVisitor(off.url);
  expect((await one.ask('GET', 'session')).body).toEqual({
    ways: { password: false, provider: null },
    account: null,
  });
  for (const path of ['sign-in', 'sign-up', 'keys'])
    expect((await one.ask('POST', path, {})).status, path).toBe(404);
  await off.stop();
}, 600_000);
