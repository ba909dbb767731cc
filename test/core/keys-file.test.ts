import { generateKeyPairSync } from 'node:crypto';
import { lstat, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createSigningKeyFile } from '../../src/files/signing-key-file.ts';
import { testClock } from './clock.ts';
import { keyProcess } from './signer.ts';

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'alpha-key-'));
});
afterEach(() => rm(dir, { recursive: true }));

test('is made when absent, for its owner alone, and is the same key ever after', async () => {
  const path = join(dir, 'data', 'signing-key.pem');
  expect(await createSigningKeyFile(path, { generate: false }).read()).toBeNull();
  const made = await createSigningKeyFile(path, { generate: true }).read();
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  const again = await createSigningKeyFile(path, { generate: true }).read();
  expect(again?.kid).toBe(made?.kid);
  expect(again?.jwk).toEqual({ kty: 'OKP', crv: 'Ed25519', x: made?.jwk.x });
  expect(await readdir(join(dir, 'data'))).toEqual(['signing-key.pem']);
});

test('is one whose id a command line does not take for an option', async () => {
  const paths = Array.from({ length: 500 }, (_, n) => join(dir, `${n}.pem`));
  const made = await Promise.all(paths.map((path) => createSigningKeyFile(path, { generate: true }).read()));
  expect(made.filter((key) => key?.kid.startsWith('-'))).toEqual([]);
});

test('processes that start at once end up with one key', async () => {
  const path = join(dir, 'signing-key.pem');
  const all = await Promise.all(
    Array.from({ length: 8 }, () => createSigningKeyFile(path, { generate: true }).read()),
  );
  expect(new Set(all.map((key) => key?.kid)).size).toBe(1);
});

test('may be a JWK, and signs', async () => {
  const path = join(dir, 'key.jwk');
  const { privateKey } = generateKeyPairSync('ed25519');
  await writeFile(path, JSON.stringify(privateKey.export({ format: 'jwk' })));
  const signers = createSigningKeyFile(path, { generate: false });
  const { keys, admin } = keyProcess({ clock: testClock(), signers });
  const { token, key } = await admin.create({ tier: 'pro', scope: 'read', name: 'x', expiresInMs: null });
  expect((await keys.authenticate(token)).id).toBe(key.id);
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
    await expect(createSigningKeyFile(path, { generate: true }).read()).rejects.toThrow(
      new Error(`signing key ${path} must hold an Ed25519 private key as PKCS #8 PEM or JWK`),
    );
    expect(await readFile(path, 'utf8')).toBe(text);
  }
  await expect(createSigningKeyFile(dir, { generate: true }).read()).rejects.toThrow(
    `signing key ${dir} cannot be read: EISDIR`,
  );
});

test('is replaced once the new one is published, for the same owner alone', async () => {
  const path = join(dir, 'signing-key.pem');
  const link = join(dir, 'link.pem');
  const signers = createSigningKeyFile(link, { generate: false });
  const first = await createSigningKeyFile(path, { generate: true }).read();
  await symlink(path, link);
  const published: string[] = [];
  const next = await signers.replace(async ({ kid }) => {
    expect((await signers.read())?.kid).toBe(first?.kid);
    published.push(kid);
  });
  expect(published).toEqual([next.kid]);
  expect(next.kid).not.toBe(first?.kid);
  expect((await createSigningKeyFile(path, { generate: false }).read())?.kid).toBe(next.kid);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect((await lstat(link)).isSymbolicLink()).toBe(true);
  expect((await readdir(dir)).sort()).toEqual(['link.pem', 'signing-key.pem']);
});

test('stays when the new one cannot be published, or there is none', async () => {
  const path = join(dir, 'signing-key.pem');
  const signers = createSigningKeyFile(path, { generate: true });
  await expect(signers.replace(async () => undefined)).rejects.toThrow(
    `signing key ${path} cannot be replaced: ENOENT`,
  );
  const first = await signers.read();
  await expect(signers.replace(() => Promise.reject(new Error('away')))).rejects.toThrow('away');
  expect((await signers.read())?.kid).toBe(first?.kid);
  expect(await readdir(dir)).toEqual(['signing-key.pem']);
});
