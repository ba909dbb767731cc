import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomUUID,
} from 'node:crypto';
import { chown, link, mkdir, open, readFile, realpath, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { calculateJwkThumbprint } from 'jose';
import type { Signer, SignerStore } from '../core/keys/signer.ts';

/**
 * The signing key in a file: an Ed25519 private key as PKCS #8 PEM or JWK. Its `kid` is the thumbprint of the public
 * half (RFC 7638), so the same file is the same key everywhere. Keys made here are PEM, readable by their owner alone,
 * and complete on the disk before they stand in the file's place.
 *
 * `read` makes the key when there is none, if `generate` is set. Both methods throw an Error with one line that names
 * the file, when it holds anything else or cannot be read or written.
 */
export function createSigningKeyFile(path: string, options: { readonly generate: boolean }): SignerStore {
  return {
    async read() {
      const text = await readText(path);
      if (text !== null) return signerOf(parseKey(path, text));
      if (!options.generate) return null;
      await generateInto(path);
      return signerOf(parseKey(path, (await readText(path)) ?? ''));
    },
    async replace(publish) {
      const refuse = refusal(path, 'replaced');
      const target = await realpath(path).catch(refuse); // a link goes on pointing where it does
      const { key, draft } = await writeDraft(target).catch(refuse);
      try {
        await takeOwnership(draft, target).catch(refuse);
        const next = await signerOf(key);
        await publish(next);
        await rename(draft, target).catch(refuse);
        return next;
      } finally {
        await rm(draft, { force: true });
      }
    },
  };
}

async function readText(path: string): Promise<string | null> {
  return readFile(path, 'utf8').catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return null;
    return refusal(path, 'read')(error);
  });
}

/** Linked into place: of two processes that start at once, both end up with the first one's key. */
async function generateInto(path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const { draft } = await writeDraft(path);
  try {
    await link(draft, path);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  } finally {
    await rm(draft);
  }
}

/** A new key in a file beside `path`. */
async function writeDraft(path: string): Promise<{ readonly key: KeyObject; readonly draft: string }> {
  const key = await newKey();
  const draft = `${path}.${randomUUID()}`;
  await using file = await open(draft, 'wx', 0o600);
  await file.writeFile(key.export({ type: 'pkcs8', format: 'pem' }));
  await file.sync();
  return { key, draft };
}

/** Its `kid` is an argument of commands, which would take one that begins with a dash for an option. */
async function newKey(): Promise<KeyObject> {
  for (;;) {
    const { privateKey } = generateKeyPairSync('ed25519');
    if (!(await kidOf(privateKey)).startsWith('-')) return privateKey;
  }
}

/** Whoever could read the old key reads the new one, although root may have made it. */
async function takeOwnership(draft: string, target: string): Promise<void> {
  const { uid, gid } = await stat(target);
  await chown(draft, uid, gid);
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

function publicHalf(key: KeyObject): Signer['jwk'] {
  const { kty, crv, x } = createPublicKey(key).export({ format: 'jwk' });
  return { kty: String(kty), crv: String(crv), x: String(x) };
}

const kidOf = (key: KeyObject): Promise<string> => calculateJwkThumbprint(publicHalf(key));

async function signerOf(key: KeyObject): Promise<Signer> {
  const der = key.export({ type: 'pkcs8', format: 'der' });
  const privateKey = await crypto.subtle.importKey('pkcs8', der, 'Ed25519', false, ['sign']);
  return { kid: await kidOf(key), jwk: publicHalf(key), privateKey };
}

function refusal(path: string, what: 'read' | 'replaced') {
  return (error: unknown): never => {
    throw new Error(`signing key ${path} cannot be ${what}: ${codeOf(error) ?? String(error)}`);
  };
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined;
}
