import { beforeEach, describe, expect, test } from 'vitest';
import { DEFAULT_TIERS } from '../../src/core/access/tiers.ts';
import { createSigningKeys, type SigningKeys } from '../../src/core/keys/signing-keys.ts';
import { createQuota } from '../../src/core/quota/quota.ts';
import { createMemoryKeyStore } from '../../src/memory/key-store.ts';
import { createMemoryLedger } from '../../src/memory/ledger.ts';
import { createMemorySigningKeyStore } from '../../src/memory/signing-key-store.ts';
import { type TestClock, testClock } from './clock.ts';
import { type KeyProcess, keyProcess, makeSigner, memorySigners } from './signer.ts';

const NEW = { tier: 'pro', scope: 'ingest', name: 'Dashboard', expiresInMs: null } as const;
const HOUR_MS = 3_600_000;

let clock: TestClock;
/** May issue keys. */
let issuing: KeyProcess;
/** Shares the stores with it and may not. */
let verifying: KeyProcess;
let signingKeys: SigningKeys;

beforeEach(async () => {
  clock = testClock();
  const stores = { store: createMemoryKeyStore(), signingKeys: createMemorySigningKeyStore() };
  const signers = memorySigners(await makeSigner());
  issuing = keyProcess({ ...stores, clock, signers });
  verifying = keyProcess({ ...stores, clock, signers: memorySigners(null) });
  signingKeys = createSigningKeys({
    store: stores.signingKeys,
    keyStore: stores.store,
    signers,
    clock,
  });
});

const outcome = ({ keys }: KeyProcess, token: string) =>
  keys.authenticate(token).then(
    ({ id }) => id,
    (error) => error.code,
  );

describe('a rotated key', () => {
  test('has a successor alike but for the token, and goes on for the overlap', async () => {
    const old = await issuing.admin.create(NEW);
    const next = await issuing.admin.rotate(old.key.id, 24 * HOUR_MS);
    const { id, last4, ...alike } = next.key;
    expect(old.key).toMatchObject(alike);
    expect(id).not.toBe(old.key.id);
    expect(last4).toBe(next.token.slice(-4));
    expect(await issuing.admin.find(old.key.id)).toMatchObject({ state: 'valid', replacedBy: id });
    clock.advance(24 * HOUR_MS - 1);
    expect(await outcome(verifying, old.token)).toBe(old.key.id);
    clock.advance(1);
    expect(await outcome(verifying, old.token)).toBe('KEY_INVALID');
    expect(await outcome(verifying, next.token)).toBe(id);
  });

  test('spends one quota with its successors', async () => {
    const quota = createQuota({ ledger: createMemoryLedger(), clock });
    const [free] = DEFAULT_TIERS;
    if (!free) throw new Error('there are no tiers');
    let { token, key } = await issuing.admin.create({ ...NEW, tier: free.id });
    const tokens = [token];
    for (let turn = 0; turn < 2; turn += 1) {
      ({ token, key } = await issuing.admin.rotate(key.id, 24 * HOUR_MS));
      tokens.push(token);
    }
    const spend = async (one: string) =>
      (await quota.reserve({ key: await verifying.keys.authenticate(one), tier: free }, 1)).granted;
    const granted = [];
    for (const one of [...tokens, ...tokens, ...tokens]) granted.push(await spend(one));
    expect(granted).toEqual([true, true, true, true, true, false, false, false, false]);
  });

  test('never outlives its own expiry; its successor lives as long as it was meant to', async () => {
    const { key } = await issuing.admin.create({ ...NEW, expiresInMs: 30 * HOUR_MS });
    clock.advance(20 * HOUR_MS);
    const next = await issuing.admin.rotate(key.id, 24 * HOUR_MS);
    expect((await issuing.admin.find(key.id)).expiresAt).toEqual(key.expiresAt);
    const lifeMs = (next.key.expiresAt?.getTime() ?? 0) - clock.now().getTime();
    expect(Math.round(lifeMs / 1000)).toBe(30 * 3600);
  });

  test('without overlap is refused at once by the process that rotated it', async () => {
    const { token, key } = await issuing.admin.create(NEW);
    expect(await outcome(issuing, token)).toBe(key.id);
    await issuing.admin.rotate(key.id, 0);
    expect(await outcome(issuing, token)).toBe('KEY_INVALID');
  });

  test('is not rotated again, nor is one revoked, expired or unknown', async () => {
    const { admin } = issuing;
    const { key } = await admin.create(NEW);
    const race = await Promise.allSettled([admin.rotate(key.id, 0), admin.rotate(key.id, 0)]);
    expect(race.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect((await admin.list({ limit: 10 })).keys).toHaveLength(2);
    const { key: revoked } = await admin.create(NEW);
    await admin.revoke(revoked.id);
    const { key: short } = await admin.create({ ...NEW, expiresInMs: 1_000 });
    clock.advance(2_000);
    for (const [id, code] of [
      [key.id, 'CONFLICT'],
      [revoked.id, 'CONFLICT'],
      [short.id, 'CONFLICT'],
      ['nobody', 'NOT_FOUND'],
    ] as const)
      await expect(admin.rotate(id, 0)).rejects.toMatchObject({ code });
  });
});

describe('a rotated signing key', () => {
  test('signs no more, while its tokens verify until it is retired', async () => {
    const before = await issuing.admin.create(NEW);
    const [first] = await signingKeys.list();
    expect(first).toMatchObject({ state: 'signing', validKeys: 1 });
    const next = await signingKeys.rotate();
    const after = await issuing.admin.create(NEW);
    expect(after.key.signedBy).toBe(next.kid);
    clock.advance(2_000);
    expect(await outcome(verifying, before.token)).toBe(before.key.id);
    expect(await outcome(verifying, after.token)).toBe(after.key.id);
    expect((await signingKeys.list()).map(({ state, validKeys }) => [state, validKeys])).toEqual([
      ['verifying', 1],
      ['signing', 1],
    ]);

    await signingKeys.retire(first?.kid ?? '');
    clock.advance(2_000);
    expect(await outcome(verifying, before.token)).toBe('KEY_INVALID');
    expect(await outcome(issuing, before.token)).toBe('KEY_INVALID');
    expect(await outcome(verifying, after.token)).toBe(after.key.id);
    expect((await verifying.keys.jwks()).keys.map(({ kid }) => kid)).toEqual([next.kid]);
  });

  test('a new one verifies a second later where nobody told of it, at once where somebody did', async () => {
    const { token } = await issuing.admin.create(NEW);
    await outcome(verifying, token);
    const { kid } = await signingKeys.rotate();
    const after = await issuing.admin.create(NEW);
    expect(await outcome(verifying, after.token)).toBe('KEY_INVALID');
    verifying.keys.forget(kid);
    expect(await outcome(verifying, after.token)).toBe(after.key.id);
    await signingKeys.rotate();
    const last = await issuing.admin.create(NEW);
    clock.advance(1_000);
    expect(await outcome(verifying, last.token)).toBe(last.key.id);
  });

  test('the one that signs is not retired, and a retired one neither signs nor comes back', async () => {
    const { key } = await issuing.admin.create(NEW);
    const kid = key.signedBy ?? '';
    await expect(signingKeys.retire(kid)).rejects.toMatchObject({ code: 'CONFLICT' });
    await expect(signingKeys.retire('nobody')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await issuing.signingKeys.retire(kid, clock.now());
    await issuing.issuer.publish();
    await expect(issuing.admin.create(NEW)).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await signingKeys.list()).toMatchObject([{ kid, state: 'retired' }]);
    await signingKeys.rotate();
    await expect(issuing.admin.create(NEW)).resolves.toBeDefined();
  });

  test('there is none to rotate where none signs', async () => {
    const none = createSigningKeys({
      store: issuing.signingKeys,
      keyStore: issuing.store,
      signers: memorySigners(null),
      clock,
    });
    await expect(none.rotate()).rejects.toMatchObject({ code: 'CONFLICT' });
  });
});
