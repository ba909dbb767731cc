import type { KeyRecord, KeyStore } from '../core/ports.ts';

/** Keys in the process; for tests. */
export function createMemoryKeyStore(): KeyStore {
  const keys = new Map<string, KeyRecord>();
  const change = (id: string, changes: (key: KeyRecord) => Partial<KeyRecord>): boolean => {
    const key = keys.get(id);
    if (key) keys.set(id, { ...key, ...changes(key) });
    return key !== undefined;
  };
  return {
    async insert(key) {
      if (keys.has(key.id)) throw new Error(`there is a key ${key.id} already`);
      keys.set(key.id, key);
    },
    find: async (id) => keys.get(id) ?? null,
    list: async () => [...keys.values()],
    revoke: async (id, at) => change(id, (key) => ({ revokedAt: key.revokedAt ?? at })),
    setTier: async (id, tier) => change(id, () => ({ tier })),
    async touch(used) {
      for (const [id, lastUsedAt] of used) change(id, () => ({ lastUsedAt }));
    },
  };
}
