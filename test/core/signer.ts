import { calculateJwkThumbprint, exportJWK, generateKeyPair } from 'jose';
import { DEFAULT_TIERS, type Tier } from '../../src/core/access/tiers.ts';
import { createKeyAdmin, type KeyAdmin } from '../../src/core/keys/key-admin.ts';
import { createKeyIssuer, type KeyIssuer } from '../../src/core/keys/key-issuer.ts';
import type { KeyStore, SigningKeyStore } from '../../src/core/keys/key-ports.ts';
import { createKeys, type Keys } from '../../src/core/keys/keys.ts';
import type { Signer, SignerStore } from '../../src/core/keys/signer.ts';
import type { Clock } from '../../src/core/ports.ts';
import { createMemoryKeyStore } from '../../src/memory/key-store.ts';
import { createMemorySigningKeyStore } from '../../src/memory/signing-key-store.ts';

/** A signing key in memory. */
export async function makeSigner(): Promise<Signer> {
  const { privateKey, publicKey } = await generateKeyPair('EdDSA');
  const { kty = '', crv = '', x = '' } = await exportJWK(publicKey);
  const jwk = { kty, crv, x };
  return { kid: await calculateJwkThumbprint(jwk), jwk, privateKey };
}

/** Signing keys in memory, of a process that may issue keys or, with null, may not. */
export function memorySigners(first: Signer | null): SignerStore {
  let current = first;
  return {
    read: async () => current,
    async replace(publish) {
      const next = await makeSigner();
      await publish(next);
      current = next;
      return next;
    },
  };
}

/** What one process does with keys; processes share the stores. */
export interface KeyProcess {
  readonly keys: Keys;
  readonly issuer: KeyIssuer;
  readonly admin: KeyAdmin;
  readonly store: KeyStore;
  readonly signingKeys: SigningKeyStore;
}

export function keyProcess(options: {
  readonly clock: Clock;
  readonly signers: SignerStore;
  readonly store?: KeyStore;
  readonly signingKeys?: SigningKeyStore;
  readonly issuer?: string;
  readonly tiers?: readonly Tier[];
}): KeyProcess {
  const { clock, signers, issuer: name = 'test', tiers = DEFAULT_TIERS } = options;
  const { store = createMemoryKeyStore(), signingKeys = createMemorySigningKeyStore() } = options;
  const keys = createKeys({ store, signingKeys, clock, issuer: name });
  const issuer = createKeyIssuer({ signers, signingKeys, clock, issuer: name });
  const admin = createKeyAdmin({ store, issuer, keys, tiers, clock });
  return { keys, issuer, admin, store, signingKeys };
}
