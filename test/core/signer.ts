import { calculateJwkThumbprint, exportJWK, generateKeyPair } from 'jose';
import type { Signer } from '../../src/core/keys.ts';

/** A signing key in memory. */
export async function makeSigner(): Promise<Signer> {
  const { privateKey, publicKey } = await generateKeyPair('EdDSA');
  const { kty = '', crv = '', x = '' } = await exportJWK(publicKey);
  const jwk = { kty, crv, x };
  return { kid: await calculateJwkThumbprint(jwk), jwk, privateKey };
}
