import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createKeys } from '../../src/core/keys.ts';
import { loadSigningKey } from '../../src/files/signing-key-file.ts';
import { createMemoryKeyStore } from '../../src/memory/key-store.ts';
import { createMemorySigningKeyStore } from '../../src/memory/signing-key-store.ts';
import { testClock } from './clock.ts';

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'alpha-key-'));
});
afterEach(() => rm(dir, { recursive: true }));

test('is made when absent, for its owner alone, and is the same key ever after', async () => {
  const path = join(dir, 'data', 'signing-key.pem');
  expect(await loadSigningKey(path, { generate: false })).toBeNull();
  const made = await loadSigningKey(path, { generate: true });
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  const again = await loadSigningKey(path, { generate: true });
  expect(again?.kid).toBe(made?.kid);
  expect(again?.jwk).toEqual({ kty: 'OKP', crv: 'Ed25519', x: made?.jwk.x });
  expect(await readdir(join(dir, 'data'))).toEqual(['signing-key.pem']);
});

test('processes that start at once end up with one key', async () => {
  const path = join(dir, 'signing-key.pem');
  const all = await Promise.all(Array.from({ length: 8 }, () => loadSigningKey(path, { generate: true })));
  expect(new Set(all.map((key) => key?.kid)).size).toBe(1);
});

test('may be a JWK, and signs', async () => {
  const path = join(dir, 'key.jwk');
  const { privateKey } = generateKeyPairSync('ed25519');
  await writeFile(path, JSON.stringify(privateKey.export({ format: 'jwk' })));
  const signer = (await loadSigningKey(path, { generate: false })) ?? expect.unreachable();
  const keys = createKeys({
    store: createMemoryKeyStore(),
    signingKeys: createMemorySigningKeyStore(),
    signer,
    clock: testClock(),
    issuer: 'test',
  });
  const { token, record } = await keys.issue({ tier: 'pro', scope: 'read', name: 'x', expiresInMs: null });
  expect((await keys.authenticate(token)).id).toBe(record.id);
});

test('anything else is refused in one line that does not quote the file', async () => {
  const path = join(dir, 'key.pem');
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({
    type: 'pkcs8',
    format: 'pem',
  });
  const publicHalf = generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'pem' });
  for (const text of ['', 'secret nonsense', '{"kty":"OKP"}', '{', String(rsa), String(publicHalf)]) {
    await writeFile(path, text);
    await expect(loadSigningKey(path, { generate: true })).rejects.toThrow(
      new Error(`signing key ${path} must hold an Ed25519 private key as PKCS #8 PEM or JWK`),
    );
    expect(await readFile(path, 'utf8')).toBe(text);
  }
  await expect(loadSigningKey(dir, { generate: true })).rejects.toThrow(
    `signing key ${dir} cannot be read: EISDIR`,
  );
});
