import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createIdentityProvider } from '../../src/oidc/identity-provider.ts';
import { testClock } from '../core/clock.ts';
import { type ForgingProvider, startForgingProvider } from '../support/forging-provider.ts';

let forger: ForgingProvider;
beforeAll(async () => {
  forger = await startForgingProvider('alpha');
});
afterAll(() => forger.stop());

/** Tokens are as old as the machine's clock says: the library that checks their end reads it as well. */
const clock = testClock(new Date().toISOString());
const seconds = () => Math.floor(clock.now().getTime() / 1_000);

/** Signs in with an ID token that has these claims. */
async function signIn(claims: ForgingProvider['claims']) {
  const provider = createIdentityProvider({
    issuer: forger.issuer,
    clientId: 'alpha',
    clientSecret: null,
    name: 'Example ID',
    redirectUri: 'https://alpha.example/account/oidc/callback',
    clock,
  });
  const { flow } = await provider.begin();
  forger.claims = { nonce: flow.nonce, ...claims };
  return provider.finish(new URLSearchParams({ code: 'any', state: flow.state }), flow);
}

test('an ID token signed by the provider says who came', async () => {
  expect(await signIn({})).toEqual({
    identity: { issuer: forger.issuer, subject: 'ada' },
    name: 'ada@example.com',
  });
});

test('of another clock, by up to a minute', async () => {
  expect((await signIn({ iat: seconds() + 50 })).identity.subject).toBe('ada');
});

describe('nobody is signed in by an ID token', () => {
  test.each([
    ['with an empty subject', { sub: '' }],
    ['with a blank subject', { sub: '   ' }],
    ['with a subject that no store can keep', { sub: 'ada\u0000' }],
    ['with a subject longer than OpenID Connect allows', { sub: 'a'.repeat(256) }],
  ])('%s', async (_, claims) => {
    await expect(signIn(claims)).rejects.toMatchObject({ code: 'SIGN_IN_REFUSED' });
  });

  test('that is issued ahead of the clock', async () => {
    for (const ahead of [120, 3_600, 10 * 365 * 86_400]) {
      const iat = seconds() + ahead;
      const claims = { iat, exp: iat + 60 };
      await expect(signIn(claims), String(ahead)).rejects.toMatchObject({ code: 'SIGN_IN_REFUSED' });
    }
  });
});
