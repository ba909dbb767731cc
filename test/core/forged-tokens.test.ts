import { createHmac } from 'node:crypto';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { KeyAdmin } from '../../src/core/keys/key-admin.ts';
import type { SigningKeyStore } from '../../src/core/keys/key-ports.ts';
import type { Keys } from '../../src/core/keys/keys.ts';
import type { Signer } from '../../src/core/keys/signer.ts';
import { type TestClock, testClock } from './clock.ts';
import { keyProcess, makeSigner, memorySigners } from './signer.ts';

let clock: TestClock;
let signingKeys: SigningKeyStore;
let signer: Signer;
let keys: Keys;
let admin: KeyAdmin;

beforeEach(async () => {
  clock = testClock();
  signer = await makeSigner();
  ({ keys, admin, signingKeys } = keyProcess({ clock, signers: memorySigners(signer) }));
});

const issue = () => admin.create({ tier: 'pro', scope: 'read', name: 'Dashboard', expiresInMs: null });
const refused = (token: string) =>
  keys.authenticate(token).then(
    () => 'let in',
    (error) => error.code,
  );

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const decoded = (token: string, index: number) =>
  JSON.parse(Buffer.from(token.split('.')[index] ?? '', 'base64url').toString());
const headerOf = (token: string) => decoded(token, 0);
const claimsOf = (token: string) => decoded(token, 1);

/** A token with another header, properly signed by our key. */
async function signedWith(header: object, claims: object): Promise<string> {
  const input = `${part(header)}.${part(claims)}`;
  const signature = await crypto.subtle.sign('Ed25519', signer.privateKey, Buffer.from(input));
  return `${input}.${Buffer.from(signature).toString('base64url')}`;
}

describe('forged tokens', () => {
  const now = () => Math.floor(clock.now().getTime() / 1000);

  test('other algorithms: none, HS256 keyed with our public key', async () => {
    const { token } = await issue();
    const claims = part(claimsOf(token));
    expect(await refused(`${part({ alg: 'none' })}.${claims}.`)).toBe('KEY_INVALID');
    expect(await refused(`${part({ alg: 'none', kid: signer.kid })}.${claims}.eA`)).toBe('KEY_INVALID');
    const input = `${part({ alg: 'HS256', kid: signer.kid })}.${claims}`;
    for (const secret of [
      String(signer.jwk.x),
      Buffer.from(String(signer.jwk.x), 'base64url'),
      JSON.stringify(signer.jwk),
    ]) {
      const mac = createHmac('sha256', secret).update(input).digest('base64url');
      expect(await refused(`${input}.${mac}`)).toBe('KEY_INVALID');
    }
  });

  test('header members that point elsewhere, although properly signed', async () => {
    const { token } = await issue();
    const claims = claimsOf(token);
    const header = { alg: 'EdDSA', kid: signer.kid };
    expect(await refused(await signedWith(header, claims))).toBe('let in');
    for (const extra of [
      { jku: 'https://evil.example/jwks' },
      { x5u: 'https://evil.example/cert' },
      { jwk: signer.jwk },
      { crit: ['b64'], b64: false },
      { crit: [] },
      { zip: 'DEF' },
      { x5c: [] },
    ])
      expect(await refused(await signedWith({ ...header, ...extra }, claims))).toBe('KEY_INVALID');
    for (const kid of [
      '../../etc/passwd',
      'https://evil.example/key',
      '',
      7,
      null,
      '__proto__',
      'x'.repeat(200),
    ])
      expect(await refused(await signedWith({ alg: 'EdDSA', kid }, claims))).toBe('KEY_INVALID');
  });

  test('an unknown kid does not ask the store again and again', async () => {
    const { token } = await issue();
    const all = vi.spyOn(signingKeys, 'all');
    for (let i = 0; i < 50; i++)
      await refused(await signedWith({ alg: 'EdDSA', kid: `k${i}` }, claimsOf(token)));
    expect(all.mock.calls.length).toBeLessThanOrEqual(2);
  });

  test('claims that are missing or of the wrong kind', async () => {
    const { token } = await issue();
    const header = headerOf(token);
    const { jti, ...rest } = claimsOf(token);
    expect(await refused(await signedWith(header, rest))).toBe('KEY_INVALID');
    for (const change of [
      { jti: 7 },
      { jti: '' },
      { sub: undefined },
      { iat: undefined },
      { iss: 'x' },
      { nbf: now() + 60 },
    ])
      expect(await refused(await signedWith(header, { jti, ...rest, ...change }))).toBe('KEY_INVALID');
  });

  test('re-spelled, padded, spaced, cut, stretched tokens and JWEs', async () => {
    const { token } = await issue();
    const [header = '', claims = '', signature = ''] = token.split('.');
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const bytes = Buffer.from(signature, 'base64url');
    // The last of 86 characters carries two bits: fifteen other spellings decode to the same 64 bytes.
    const respelled = [...alphabet]
      .map((last) => signature.slice(0, -1) + last)
      .filter((other) => other !== signature && Buffer.from(other, 'base64url').equals(bytes));
    expect(respelled).toHaveLength(15);
    for (const other of respelled) expect(await refused(`${header}.${claims}.${other}`)).toBe('KEY_INVALID');
    const altered = [
      `${token}=`,
      `${token}==`,
      ` ${token}`,
      `${token} `,
      `${token}\n`,
      token.replaceAll('.', '. '),
      `${header}.${claims}.${signature.replaceAll('-', '+').replaceAll('_', '/')}=`,
      `${header}.${claims}`,
      `${header}.${claims}.`,
      `${token}.`,
      `${token}.x.y`,
      `${token},${token}`,
      `Bearer ${token}`,
      token.slice(0, -1),
      `${header}.${claims}.${'A'.repeat(86)}`,
      'x'.repeat(5_000_000),
      `${header}.${claims}.${'A'.repeat(2100)}`,
    ];
    for (const other of altered) expect(await refused(other)).toBe('KEY_INVALID');
  });

  test('no cryptography on what is too large or malformed', async () => {
    const { token } = await issue();
    const verify = vi.spyOn(crypto.subtle, 'verify');
    onTestFinished(() => verify.mockRestore());
    const all = vi.spyOn(signingKeys, 'all');
    await refused(`${token}${'A'.repeat(2048)}`);
    await refused(`${token}=`);
    expect(verify).not.toHaveBeenCalled();
    expect(all).not.toHaveBeenCalled();
    await keys.authenticate(token);
    await keys.authenticate(token);
    expect(verify).toHaveBeenCalledTimes(1);
  });
});
