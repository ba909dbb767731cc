import { createHmac } from 'node:crypto';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createKeys, type Keys, type Signer } from '../../src/core/keys.ts';
import type { KeyStore, SigningKeyStore } from '../../src/core/ports.ts';
import { createMemoryKeyStore } from '../../src/memory/key-store.ts';
import { createMemorySigningKeyStore } from '../../src/memory/signing-key-store.ts';
import { type TestClock, testClock } from './clock.ts';
import { makeSigner } from './signer.ts';

let clock: TestClock;
let store: KeyStore;
let signingKeys: SigningKeyStore;
let signer: Signer;
let keys: Keys;

const make = (more: { signer?: Signer | undefined; issuer?: string } = { signer }) =>
  createKeys({ store, signingKeys, clock, issuer: 'test', ...more });

beforeEach(async () => {
  clock = testClock();
  store = createMemoryKeyStore();
  signingKeys = createMemorySigningKeyStore();
  signer = await makeSigner();
  keys = make();
});

const issue = (expiresInMs: number | null = null) =>
  keys.issue({ tier: 'pro', scope: 'read', name: 'Dashboard', expiresInMs });
const refused = (token: string | undefined, by = keys) =>
  by.authenticate(token).then(
    () => 'let in',
    (error) => error.code,
  );

const part = (value: unknown) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');
const claimsOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
const headerOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString());

/** A token with another header, properly signed by our key. */
async function signedWith(header: object, claims: object): Promise<string> {
  const input = `${part(header)}.${part(claims)}`;
  const signature = await crypto.subtle.sign('Ed25519', signer.privateKey, Buffer.from(input));
  return `${input}.${Buffer.from(signature).toString('base64url')}`;
}

describe('issued keys', () => {
  test('are EdDSA JWTs that say nothing of what they may do', async () => {
    const { token, record } = await issue(90 * 86_400_000);
    expect(headerOf(token)).toEqual({ alg: 'EdDSA', kid: signer.kid, typ: 'JWT' });
    const iat = Math.floor(clock.now().getTime() / 1000);
    expect(claimsOf(token)).toEqual({
      iss: 'test',
      sub: record.id,
      jti: record.id,
      iat,
      exp: iat + 90 * 86_400,
    });
    expect(record).toMatchObject({ name: 'Dashboard', tier: 'pro', scope: 'read', last4: token.slice(-4) });
    expect(await keys.authenticate(token)).toEqual(record);
  });

  test('verify in every process that shares the store, also one that cannot issue', async () => {
    const { token, record } = await issue();
    const other = make({});
    expect((await other.authenticate(token)).id).toBe(record.id);
    await expect(
      other.issue({ tier: 'pro', scope: 'read', name: 'x', expiresInMs: null }),
    ).rejects.toMatchObject({
      code: 'CONFLICT',
    });
  });

  test('publish public halves alone', async () => {
    await keys.publish();
    const { x } = signer.jwk;
    expect(await keys.jwks()).toEqual({
      keys: [{ kty: 'OKP', crv: 'Ed25519', x, kid: signer.kid, alg: 'EdDSA', use: 'sig' }],
    });
  });

  test('rotate with overlap: a second signing key joins the first', async () => {
    const old = await issue();
    const verifier = make({});
    await verifier.authenticate(old.token);
    signer = await makeSigner();
    const fresh = await make({ signer }).issue({ tier: 'pro', scope: 'read', name: 'x', expiresInMs: null });
    clock.advance(1_000);
    expect((await verifier.authenticate(fresh.token)).id).toBe(fresh.record.id);
    expect((await verifier.authenticate(old.token)).id).toBe(old.record.id);
  });

  test('refuse a name or life that makes no sense', async () => {
    for (const bad of [
      { name: ' ' },
      { name: 'x'.repeat(101) },
      { expiresInMs: 0 },
      { expiresInMs: Number.NaN },
    ])
      await expect(
        keys.issue({ tier: 'pro', scope: 'read', name: 'x', expiresInMs: null, ...bad }),
      ).rejects.toMatchObject({ code: 'INVALID_PARAMETER' });
  });
});

describe('the store decides', () => {
  test('missing, unknown, expired: 401 codes; revoked: its own', async () => {
    expect(await refused(undefined)).toBe('KEY_MISSING');
    expect(await refused('')).toBe('KEY_INVALID');
    const { token, record } = await issue(60_000);
    expect(await refused(token, make({ issuer: 'other' }))).toBe('KEY_INVALID');
    const elsewhere = createKeys({ store: createMemoryKeyStore(), signingKeys, clock, issuer: 'test' });
    expect(await refused(token, elsewhere)).toBe('KEY_INVALID');
    await store.revoke(record.id, clock.now());
    expect(await refused(token)).toBe('KEY_REVOKED');
    clock.advance(60_000);
    expect(await refused(token)).toBe('KEY_INVALID');
    expect(await refused(token, make({}))).toBe('KEY_INVALID');
  });

  test('a revocation and a new tier count within 2 s, at once when told', async () => {
    const { token, record } = await issue();
    await keys.authenticate(token);
    await store.setTier(record.id, 'quant');
    expect((await keys.authenticate(token)).tier).toBe('pro');
    clock.advance(2_000);
    expect((await keys.authenticate(token)).tier).toBe('quant');
    await store.revoke(record.id, clock.now());
    expect(await refused(token)).toBe('let in');
    keys.forget(record.id);
    expect(await refused(token)).toBe('KEY_REVOKED');
  });

  test('a clock that is set back does not keep a revoked key alive', async () => {
    const { token, record } = await issue();
    await keys.authenticate(token);
    await store.revoke(record.id, clock.now());
    clock.advance(-90_000);
    expect(await refused(token)).toBe('KEY_REVOKED');
  });

  test('many requests of one key ask the store once', async () => {
    const { token } = await issue();
    const find = vi.spyOn(store, 'find');
    await Promise.all(Array.from({ length: 100 }, () => keys.authenticate(token)));
    expect(find).toHaveBeenCalledTimes(1);
  });

  test('a failing store is an error of its own, and not remembered', async () => {
    const { token } = await issue();
    const find = vi.spyOn(store, 'find').mockRejectedValueOnce(new Error('away'));
    await expect(keys.authenticate(token)).rejects.toThrow('away');
    expect(await refused(token)).toBe('let in');
    find.mockRestore();
  });

  test('a signing key that was withdrawn stops verifying within a minute', async () => {
    const { token } = await issue();
    await keys.authenticate(token);
    vi.spyOn(signingKeys, 'all').mockResolvedValue([]);
    clock.advance(60_000);
    expect(await refused(token)).toBe('KEY_INVALID');
  });

  test('last use is written in batches', async () => {
    const { token, record } = await issue();
    const touch = vi.spyOn(store, 'touch');
    await keys.authenticate(token);
    clock.advance(5_000);
    await keys.authenticate(token);
    expect(touch).not.toHaveBeenCalled();
    await keys.flush();
    await keys.flush();
    expect(touch).toHaveBeenCalledTimes(1);
    expect((await store.find(record.id))?.lastUsedAt).toEqual(clock.now());
  });
});

describe('forged tokens', () => {
  const now = () => Math.floor(clock.now().getTime() / 1000);

  test('other algorithms: none, HS256 keyed with our public key', async () => {
    const { record, token } = await issue();
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
    expect(record.revokedAt).toBeNull();
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
    const all = vi.spyOn(signingKeys, 'all');
    await refused(`${token}${'A'.repeat(2048)}`);
    await refused(`${token}=`);
    expect(verify).not.toHaveBeenCalled();
    expect(all).not.toHaveBeenCalled();
    await keys.authenticate(token);
    await keys.authenticate(token);
    expect(verify).toHaveBeenCalledTimes(1);
    verify.mockRestore();
  });
});
