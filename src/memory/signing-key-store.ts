import type { PublicSigningKey, SigningKeyStore } from '../core/ports.ts';

/** Public signing keys in the process; for tests. */
export function createMemorySigningKeyStore(): SigningKeyStore {
  const keys = new Map<string, PublicSigningKey>();
  return {
    async publish(key) {
      keys.set(key.kid, key);
    },
    all: async () => [...keys.values()],
  };
}
