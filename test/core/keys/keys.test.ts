import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { KeyStore, SigningKeyStore } from '../../../src/core/keys/key-ports.ts';
import type { Keys } from '../../../src/core/keys/keys.ts';
import type { Signer, SignerStore } from '../../../src/core/keys/signer.ts';
import { createMemoryKeyStore } from '../../../src/memory/key-store.ts';
import { createMemorySigningKeyStore } from '../../../src/memory/signing-key-store.ts';
import { type TestClock, testClock } from '../clock.ts';
import { type KeyProcess, keyProcess, makeSigner, memorySigners } from '../signer.ts';

let clock: TestClock;
let store: KeyStore;
let signingKeys: SigningKeyStore;
let signer: Signer;
let signers: SignerStore;
let own: KeyProcess;
let keys: Keys;

/** Another process on the same stores. */
const another = (more: { signers?: SignerStore; issuer?: string } = {}) =>
  keyProcess({ store, signingKeys, clock, signers: memorySigners(null), ...more });

beforeEach(async () => {
  clock = testClock();
  store = createMemoryKeyStore();
  signingKeys = createMemorySigningKeyStore();
  signer = await makeSigner();
  signers = memorySigners(signer);
  own = another({ signers });
  keys = own.keys;
});

const NEW = { tier: 'pro', scope: 'read', name: 'Dashboard', expiresInMs: null } as const;
const issue = async (expiresInMs: number | null = null) => {
  const { token, key } = await own.admin.create({ ...NEW, expiresInMs });
  const { state, ...record } = key;
  return { token, record };
};
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
    const other = another();
    expect((await other.keys.authenticate(token)).id).toBe(record.id);
    await expect(other.admin.create(NEW)).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  test('publish public halves alone', async () => {
    await own.issuer.publish();
    const { x } = signer.jwk;
    expect(await keys.jwks()).toEqual({
      keys: [{ kty: 'OKP', crv: 'Ed25519', x, kid: signer.kid, alg: 'EdDSA', use: 'sig' }],
    });
  });

  test('refuse a name or life that makes no sense', async () => {
    for (const bad of [
      { name: ' ' },
      { name: 'x'.repeat(101) },
      { name: 'a\0b' },
      { tier: 'nobody' },
      { expiresInMs: 0 },
      { expiresInMs: Number.NaN },
    ])
      await expect(own.admin.create({ ...NEW, ...bad })).rejects.toMatchObject({ code: 'INVALID_PARAMETER' });
  });
});

describe('the store decides', () => {
  test('missing, unknown, expired: 401 codes; revoked: its own', async () => {
    expect(await refused(undefined)).toBe('KEY_MISSING');
    expect(await refused('')).toBe('KEY_INVALID');
    const { token, record } = await issue(60_000);
    expect(await refused(token, another({ issuer: 'other' }).keys)).toBe('KEY_INVALID');
    const elsewhere = keyProcess({ signingKeys, clock, signers });
    expect(await refused(token, elsewhere.keys)).toBe('KEY_INVALID');
    await store.revoke(record.id, clock.now());
    expect(await refused(token)).toBe('KEY_REVOKED');
    clock.advance(60_000);
    expect(await refused(token)).toBe('KEY_INVALID');
    expect(await refused(token, another().keys)).toBe('KEY_INVALID');
  });

  test('a revocation and a new tier count within 2 s, at once when told', async () => {
    const { token, record } = await issue();
    await keys.authenticate(token);
    await store.update(record.id, { tier: 'quant' });
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

  test('last use that the store did not take is written the next time', async () => {
    const { token, record } = await issue();
    await keys.authenticate(token);
    const usedAt = clock.now();
    const touch = vi.spyOn(store, 'touch').mockRejectedValueOnce(new Error('disk full'));
    await expect(keys.flush()).rejects.toThrow('disk full');
    await keys.flush();
    expect(touch).toHaveBeenCalledTimes(2);
    expect((await store.find(record.id))?.lastUsedAt).toEqual(usedAt);
  });
});
