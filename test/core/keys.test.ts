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

const claimsOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
const headerOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString());

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
    keys.forget('another');
    expect(await refused(token)).toBe('let in');
    keys.forget(record.id);
    expect(await refused(token)).toBe('KEY_REVOKED');
  });

  test('a revocation that was missed counts once all is forgotten', async () => {
    const { token, record } = await issue();
    await keys.authenticate(token);
    await store.revoke(record.id, clock.now());
    keys.forgetAll();
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

  test('a signing key that was withdrawn stops verifying within 2 s, at once when told', async () => {
    const { token } = await issue();
    await keys.authenticate(token);
    const all = vi.spyOn(signingKeys, 'all').mockResolvedValue([]);
    expect(await refused(token)).toBe('let in');
    clock.advance(2_000);
    expect(await refused(token)).toBe('KEY_INVALID');
    all.mockRestore();
    clock.advance(2_000);
    expect(await refused(token)).toBe('let in');
    vi.spyOn(signingKeys, 'all').mockResolvedValue([]);
    keys.forget(signer.kid);
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
