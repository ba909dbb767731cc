import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SESSION_MS } from '../../src/core/accounts/sessions.ts';
import { type TestClock, testClock } from '../core/clock.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { createVisitor, PASSWORD, type Visitor } from '../support/visitor.ts';

let app: TestApp;
let clock: TestClock;

beforeAll(async () => {
  clock = testClock();
  app = await startApp({}, { clock });
}, 600_000);
afterAll(() => app.stop(), 600_000);

const visitor = () => createVisitor(app.url);
const nameOf = async (one: Visitor) => (await one.ask('GET', 'session')).body.account?.name ?? null;
const signIn = (one: Visitor, name: string, password = PASSWORD) =>
  one.ask('POST', 'sign-in', { name, password });

describe('an account', () => {
  test('is made, left and entered again; its name is taken in any spelling', async () => {
    const ada = visitor();
    expect((await ada.ask('GET', 'session')).body).toEqual({
      ways: { password: true, provider: null },
      account: null,
    });
    await ada.signUp(' Ada@Example.com ');
    expect((await ada.ask('GET', 'session')).body.account).toEqual({
      name: 'ada@example.com',
      has_password: true,
    });
    expect((await ada.ask('POST', 'sign-out')).status).toBe(204);
    expect(await nameOf(ada)).toBeNull();
    expect((await signIn(ada, 'ADA@example.com')).status).toBe(204);
    expect(await nameOf(ada)).toBe('ada@example.com');

    const other = await visitor().ask('POST', 'sign-up', { name: 'ADA@EXAMPLE.COM', password: PASSWORD });
    expect([other.status, other.body.code]).toEqual([409, 'CONFLICT']);
  });

  test.each([
    [{ name: 'x', password: PASSWORD }, 'name must be 3 to 64 letters'],
    [{ name: 'with space', password: PASSWORD }, 'name must be 3 to 64 letters'],
    [{ name: 'bob', password: 'short' }, 'the password must have 10 to 200 characters'],
    [{ name: 'bobbobbobbob', password: 'BobBobBobBob' }, 'the password must not be the name'],
    [{ name: 'bob' }, 'password must be a text'],
    [{ name: 'bob', password: PASSWORD, admin: true }, 'unknown member; members are name, password'],
  ])('is refused in words that never show a password: %j', async (body, words) => {
    const { status, body: problem } = await visitor().ask('POST', 'sign-up', body);
    expect([status, problem.code]).toEqual([400, 'INVALID_PARAMETER']);
    expect(problem.detail).toContain(words);
    if ('password' in body) expect(JSON.stringify(problem)).not.toContain(body.password);
  });

  test('tells nobody at sign-in whether it exists', async () => {
    await visitor().signUp('exists');
    const [known, unknown] = [
      await signIn(visitor(), 'exists', 'wrong'),
      await signIn(visitor(), 'nobody', 'wrong'),
    ];
    expect(known.status).toBe(401);
    expect({ ...known.body, request_id: '' }).toEqual({ ...unknown.body, request_id: '' });
    expect(unknown.body.code).toBe('SIGN_IN_REFUSED');
  });

  test('changes its password, which ends every other session', async () => {
    const [here, there] = [visitor(), visitor()];
    await here.signUp('carol');
    await signIn(there, 'carol');
    const wrong = await here.ask('POST', 'password', { current: 'wrong', next: 'another password' });
    expect(wrong.status).toBe(401);
    const right = { current: PASSWORD, next: 'another password' };
    expect((await here.ask('POST', 'password', right)).status).toBe(204);
    expect([await nameOf(here), await nameOf(there)]).toEqual(['carol', null]);
    expect((await signIn(there, 'carol')).status).toBe(401);
    expect((await signIn(there, 'carol', 'another password')).status).toBe(204);
  });
});

describe('a session', () => {
  test('is a cookie that scripts and other sites do not get, kept only as a hash', async () => {
    const dora = visitor();
    await dora.signUp('dora');
    const line = dora.cookies.at(-1) ?? '';
    expect(line).toMatch(/^alpha-session=[\w-]{43}; Path=\/; Max-Age=1209600; HttpOnly; SameSite=Lax$/);
    const stored = await app.services.db.run(sql<{ id_hash: string }>`SELECT id_hash FROM account_session`);
    expect(stored.map(({ id_hash }) => id_hash)).not.toContain(dora.cookie('alpha-session'));
  });

  test('is another one after each sign-in, and the one before is over', async () => {
    const erin = visitor();
    await erin.signUp('erin');
    const before = `alpha-session=${erin.cookie('alpha-session')}`;
    await signIn(erin, 'erin');
    const replay = await visitor().ask('GET', 'session', undefined, { cookie: before });
    expect(replay.body.account).toBeNull();
    expect(await nameOf(erin)).toBe('erin');
  });

  test('that somebody else put into the browser is never signed in', async () => {
    const fixed = 'A'.repeat(43);
    const frank = visitor();
    await frank.signUp('frank');
    await visitor().ask(
      'POST',
      'sign-in',
      { name: 'frank', password: PASSWORD },
      { cookie: `alpha-session=${fixed}` },
    );
    const { body } = await visitor().ask('GET', 'session', undefined, { cookie: `alpha-session=${fixed}` });
    expect(body.account).toBeNull();
  });

  test('ends by itself', async () => {
    const gina = visitor();
    await gina.signUp('gina');
    clock.advance(SESSION_MS - 1);
    expect(await nameOf(gina)).toBe('gina');
    clock.advance(1);
    expect(await nameOf(gina)).toBeNull();
    expect((await gina.ask('GET', 'keys')).status).toBe(401);
  });
});

describe('what other sites have a browser send', () => {
  test('is refused, whatever the session', async () => {
    const victim = visitor();
    await victim.signUp('victim');
    const foreign: Record<string, Record<string, string>> = {
      'another site': { 'sec-fetch-site': 'cross-site' },
      'a neighbour of the same site': { 'sec-fetch-site': 'same-site' },
      'an older browser': { origin: 'https://evil.example' },
      'our host by another scheme': { origin: app.url.replace('http:', 'https:') },
      'a page without an origin': { origin: 'null' },
      'nobody says who': { origin: '' },
    };
    for (const [who, headers] of Object.entries(foreign)) {
      const { status, body } = await victim.ask('POST', 'keys', { name: 'forged' }, headers);
      expect([status, body.code], who).toEqual([403, 'FOREIGN_ORIGIN']);
      for (const path of ['sign-in', 'sign-up', 'sign-out', 'password', 'keys/x/rotate'])
        expect((await victim.ask('POST', path, {}, headers)).status, `${who} ${path}`).toBe(403);
      expect((await victim.ask('DELETE', 'keys/x', undefined, headers)).status, who).toBe(403);
    }
    expect((await victim.ask('GET', 'keys')).body.keys).toEqual([]);
    const own = await victim.ask(
      'POST',
      'keys',
      { name: 'own' },
      { 'sec-fetch-site': 'same-origin', origin: '' },
    );
    expect(own.status).toBe(201);
  });

  test('forms are not read at all', async () => {
    const one = visitor();
    await one.signUp('formless');
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])
      expect((await one.ask('POST', 'keys', { name: 'x' }, { 'content-type': type })).status, type).toBe(415);
  });

  test('no answer may be read by other sites with cookies, and none is kept', async () => {
    const { headers } = await visitor().ask('GET', 'session');
    expect(headers.get('access-control-allow-credentials')).toBeNull();
    expect(headers.get('cache-control')).toBe('no-store');
  });
});

test('an operator resets a password, which ends the sessions', async () => {
  const hugo = visitor();
  await hugo.signUp('hugo');
  const password = await app.services.accounts.resetPassword('Hugo');
  expect(await nameOf(hugo)).toBeNull();
  expect((await signIn(hugo, 'hugo')).status).toBe(401);
  expect((await signIn(hugo, 'hugo', password)).status).toBe(204);
  await expect(app.services.accounts.resetPassword('nobody')).rejects.toMatchObject({ code: 'NOT_FOUND' });
});
