import type { SigningKeyRecord, SigningKeyStore } from '../core/keys/key-ports.ts';

/** Public signing keys in the process; for tests. */
export function createMemorySigningKeyStore(): SigningKeyStore {
  const keys = new Map<string, SigningKeyRecord>();
  return {
    async publish({ kid, jwk }, at) {
      if (!keys.has(kid)) keys.set(kid, { kid, jwk, publishedAt: at, retiredAt: null });
    },
    all: async () => [...keys.values()],
    async retire(kid, at) {
      const key = keys.get(kid);
      if (key) keys.set(kid, { ...key, retiredAt: key.retiredAt ?? at });
      return key !== undefined;
    },
  };
}
