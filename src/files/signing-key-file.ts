import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomUUID,
} from 'node:crypto';
import { link, mkdir, readFile, unlink, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { calculateJwkThumbprint } from 'jose';
import type { Signer } from '../core/keys.ts';

/**
 * The signing key in a file: an Ed25519 private key as PKCS #8 PEM or JWK. Its `kid` is the thumbprint of the public
 * half (RFC 7638), so the same file is the same key everywhere.
 * Null when there is no file and none is to be made.
 * @throws Error with one line that names the file, when it holds anything else.
 */
export async function loadSigningKey(
  path: string,
  options: { readonly generate: boolean },
): Promise<Signer | null> {
  const text = await readText(path);
  if (text !== null) return signerOf(parseKey(path, text));
  if (!options.generate) return null;
  await generateInto(path);
  return loadSigningKey(path, { generate: false });
}

async function readText(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (isSystemError(error) && error.code === 'ENOENT') return null;
    throw new Error(
      `signing key ${path} cannot be read: ${isSystemError(error) ? error.code : String(error)}`,
    );
  }
}

/** Linked into place when complete: of two processes that start at once, both end up with the first one's key. */
async function generateInto(path: string): Promise<void> {
  const { privateKey } = generateKeyPairSync('ed25519');
  const draft = `${path}.${randomUUID()}`;
  await mkdir(dirname(path), { recursive: true });
  await writeFile(draft, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600, flag: 'wx' });
  try {
    await link(draft, path);
  } catch (error) {
    if (!isSystemError(error) || error.code !== 'EEXIST') throw error;
  } finally {
    await unlink(draft);
  }
}

function parseKey(path: string, text: string): KeyObject {
  const key = tryParse(text);
  if (key?.asymmetricKeyType !== 'ed25519')
    throw new Error(`signing key ${path} must hold an Ed25519 private key as PKCS #8 PEM or JWK`);
  return key;
}

function tryParse(text: string): KeyObject | null {
  try {
    if (!text.trimStart().startsWith('{')) return createPrivateKey(text);
    return createPrivateKey({ key: JSON.parse(text), format: 'jwk' });
  } catch {
    return null; // the cause may quote the key: the caller says what is wanted instead
  }
}

async function signerOf(key: KeyObject): Promise<Signer> {
  const { kty, crv, x } = createPublicKey(key).export({ format: 'jwk' });
  const jwk = { kty: String(kty), crv: String(crv), x: String(x) };
  const der = key.export({ type: 'pkcs8', format: 'der' });
  const privateKey = await crypto.subtle.importKey('pkcs8', der, 'Ed25519', false, ['sign']);
  return { kid: await calculateJwkThumbprint(jwk), jwk, privateKey };
}

function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'code' in error;
}
