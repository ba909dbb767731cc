import { exportJWK, generateKeyPair } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemClock } from '../../src/app/services.ts';
import { createIdentityProvider } from '../../src/oidc/identity-provider.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { CLIENT, startProvider, type TestProvider } from '../support/identity-provider.ts';
import { createVisitor, type Visitor } from '../support/visitor.ts';

const PUBLIC_URL = 'https://alpha.example';
const CALLBACK = `${PUBLIC_URL}/account/oidc/callback`;
const OWN = { origin: PUBLIC_URL };

let provider: TestProvider;
let app: TestApp;

beforeAll(async () => {
  provider = await startProvider(CALLBACK);
  app = await startApp({
    PUBLIC_URL,
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: CLIENT.id,
    OIDC_CLIENT_SECRET: CLIENT.secret,
    OIDC_NAME: 'Example ID',
  });
}, 600_000);
afterAll(async () => {
  await app?.stop();
  await provider?.stop();
}, 600_000);

const visitor = () => createVisitor(app.url);
const begin = async (one: Visitor): Promise<URL> =>
  new URL((await one.ask('POST', 'provider', undefined, OWN)).body.url);
const comeBack = (one: Visitor, to: URL) => one.get(`${to.pathname}${to.search}`);
const nameOf = async (one: Visitor) => (await one.ask('GET', 'session')).body.account?.name ?? null;

async function signIn(one: Visitor, as: string): Promise<URL> {
  const back = await provider.signIn((await begin(one)).href, as);
  const answer = await comeBack(one, back);
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/account']);
  return back;
}

test('signs in by code, PKCE, state and nonce; the same person has the same account', async () => {
  const one = visitor();
  expect((await one.ask('GET', 'session')).body.ways).toEqual({ password: true, provider: 'Example ID' });
  const asked = await begin(one);
  expect(asked.origin).toBe(provider.issuer);
  const params = Object.fromEntries(asked.searchParams);
  expect(params).toMatchObject({
    response_type: 'code',
    code_challenge_method: 'S256',
    redirect_uri: CALLBACK,
  });
  for (const name of ['state', 'nonce', 'code_challenge']) expect(params[name]).toMatch(/^[\w-]{43}$/);

  await signIn(one, 'ada');
  expect((await one.ask('GET', 'session')).body.account).toEqual({
    name: 'ada@example.com',
    has_password: false,
  });
  expect(one.cookies.at(-1)).toMatch(
    /^__Host-alpha-session=[\w-]{43}; Path=\/; .*HttpOnly; SameSite=Lax; Secure$/,
  );
  expect(one.cookie('__Host-alpha-sign-in')).toBeUndefined();
  const made = await one.ask('POST', 'keys', { name: 'mine' }, OWN);
  expect(made.status).toBe(201);

  const elsewhere = visitor();
  await signIn(elsewhere, 'ada');
  expect((await elsewhere.ask('GET', 'keys')).body.keys).toHaveLength(1);
  const other = visitor();
  await signIn(other, 'bob');
  expect((await other.ask('GET', 'keys')).body.keys).toEqual([]);
  const noPassword = await one.ask('POST', 'password', { current: 'x', next: 'another password' }, OWN);
  expect([noPassword.status, noPassword.body.code]).toEqual([409, 'CONFLICT']);
});

describe('nobody is signed in', () => {
  const refused = async (one: Visitor, to: URL) => {
    const answer = await comeBack(one, to);
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/account#SIGN_IN_REFUSED']);
    expect(await nameOf(one)).toBeNull();
  };
  /** The cookie of a sign-in that was begun, with something in it changed. */
  const withFlow = async (one: Visitor, to: URL, change: object) => {
    const flow = JSON.parse(Buffer.from(one.cookie('__Host-alpha-sign-in') ?? '', 'base64url').toString());
    const forged = Buffer.from(JSON.stringify({ ...flow, ...change })).toString('base64url');
    return fetch(`${app.url}${to.pathname}${to.search}`, {
      redirect: 'manual',
      headers: { cookie: `__Host-alpha-sign-in=${forged}` },
    });
  };

  test('in a browser that began nothing, or that another one sends its own answer to', async () => {
    const attacker = visitor();
    const back = await provider.signIn((await begin(attacker)).href, 'mallory');
    await refused(visitor(), back);
    const victim = visitor();
    await begin(victim);
    await refused(victim, back);
  });

  test('by an answer that comes twice', async () => {
    const one = visitor();
    const back = await provider.signIn((await begin(one)).href, 'carol');
    const cookie = `__Host-alpha-sign-in=${one.cookie('__Host-alpha-sign-in')}`;
    const url = `${app.url}${back.pathname}${back.search}`;
    const locations: (string | null)[] = [];
    for (let n = 0; n < 2; n += 1) {
      const answer = await fetch(url, { redirect: 'manual', headers: { cookie } });
      locations.push(answer.headers.get('location'));
    }
    expect(locations).toEqual(['/account', '/account#SIGN_IN_REFUSED']);
  });

  test.each([
    ['state', { state: 'another' }],
    ['nonce', { nonce: 'another' }],
    ['PKCE verifier', { verifier: 'a'.repeat(43) }],
  ])('whose answer has another %s', async (_, change) => {
    const one = visitor();
    const back = await provider.signIn((await begin(one)).href, 'dora');
    const answer = await withFlow(one, back, change);
    expect(answer.headers.get('location')).toBe('/account#SIGN_IN_REFUSED');
    expect(answer.headers.getSetCookie().join()).not.toContain('alpha-session');
  });

  test('when the provider turns them away', async () => {
    const one = visitor();
    const state = (await begin(one)).searchParams.get('state');
    const iss = encodeURIComponent(provider.issuer);
    await refused(one, new URL(`${CALLBACK}?error=access_denied&state=${state}&iss=${iss}`));
  });

  test('by a cookie that is none of ours', async () => {
    for (const value of [
      'x',
      Buffer.from('null').toString('base64url'),
      Buffer.from('{}').toString('base64url'),
    ]) {
      const answer = await fetch(`${app.url}/account/oidc/callback?code=x&state=y`, {
        redirect: 'manual',
        headers: { cookie: `__Host-alpha-sign-in=${value}` },
      });
      expect(answer.headers.get('location')).toBe('/account#SIGN_IN_REFUSED');
    }
  });

  test('whose ID token another key has signed', async () => {
    const settings = {
      issuer: provider.issuer,
      clientId: CLIENT.id,
      clientSecret: CLIENT.secret,
      name: 'Example ID',
      redirectUri: CALLBACK,
      clock: systemClock,
    };
    const { publicKey } = await generateKeyPair('RS256');
    const jwk = { ...(await exportJWK(publicKey)), alg: 'RS256', use: 'sig', kid: 'keystore-CHANGE-ME' };
    const honest = createIdentityProvider(settings);
    const first = await honest.begin();
    const { searchParams } = await provider.signIn(first.url, 'erin');
    expect((await honest.finish(searchParams, first.flow)).identity.subject).toBe('erin');

    provider.publishForeignKeys({ keys: [jwk] });
    const deceived = createIdentityProvider(settings);
    const second = await deceived.begin();
    const back = await provider.signIn(second.url, 'erin');
    await expect(deceived.finish(back.searchParams, second.flow)).rejects.toMatchObject({
      code: 'SIGN_IN_REFUSED',
    });
  });
});

test('a provider that is away is said to be, and found when it is back', async () => {
  const away = await startProvider(CALLBACK);
  await away.stop();
  const env = { PUBLIC_URL, ACCOUNTS: 'oidc', OIDC_ISSUER: away.issuer, OIDC_CLIENT_ID: CLIENT.id };
  const alone = await startApp(env);
  const one = createVisitor(alone.url);
  expect((await one.ask('GET', 'session')).body.ways.password).toBe(false);
  expect((await one.ask('POST', 'sign-up', { name: 'x', password: 'y' }, OWN)).status).toBe(404);
  const { status, body } = await one.ask('POST', 'provider', undefined, OWN);
  expect([status, body.code]).toEqual([503, 'UNAVAILABLE']);
  await alone.stop();
}, 600_000);
