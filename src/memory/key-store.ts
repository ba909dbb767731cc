import type { KeyPlace, KeyStore } from '../core/keys/key-ports.ts';
import type { KeyRecord } from '../core/ports.ts';

/** Keys in the process; for tests. */
export function createMemoryKeyStore(): KeyStore {
  const keys = new Map<string, KeyRecord>();
  const change = (id: string, changes: (key: KeyRecord) => Partial<KeyRecord>): boolean => {
    const key = keys.get(id);
    if (key) keys.set(id, { ...key, ...changes(key) });
    return key !== undefined;
  };
  const insert = (key: KeyRecord) => {
    if (keys.has(key.id)) throw new Error(`there is a key ${key.id} already`);
    keys.set(key.id, key);
  };
  return {
    insert: async (key) => insert(key),
    async insertWithin(key, most, at) {
      const inUse = [...keys.values()].filter(
        (one) => one.account === key.account && one.replacedBy === null && isValid(one, at),
      );
      if (inUse.length >= most) return false;
      insert(key);
      return true;
    },
    find: async (id) => keys.get(id) ?? null,
    async list({ limit, after }) {
      const newestFirst = [...keys.values()].sort((a, b) => comparePlaces(b, a));
      return newestFirst.filter((key) => !after || comparePlaces(key, after) < 0).slice(0, limit);
    },
    async listOf(account, since, limit) {
      const endedAt = ({ revokedAt, expiresAt }: KeyRecord) =>
        Math.min(...[revokedAt, expiresAt].map((at) => at?.getTime() ?? Number.POSITIVE_INFINITY));
      return [...keys.values()]
        .filter((key) => key.account === account && endedAt(key) >= since.getTime())
        .sort((a, b) => comparePlaces(b, a))
        .slice(0, limit);
    },
    revoke: async (id, at) => change(id, (key) => ({ revokedAt: key.revokedAt ?? at })),
    update: async (id, { tier, name }) =>
      change(id, (key) => ({ tier: tier ?? key.tier, name: name ?? key.name })),
    async replace(id, successor, at, endsAt) {
      const old = keys.get(id);
      if (!old || old.replacedBy !== null || !isValid(old, at)) return false;
      insert(successor);
      const expiresAt = old.expiresAt && old.expiresAt < endsAt ? old.expiresAt : endsAt;
      return change(id, () => ({ replacedBy: successor.id, expiresAt }));
    },
    async countValid(at) {
      const signers = [...keys.values()].filter((key) => isValid(key, at)).map(({ signedBy }) => signedBy);
      const known = signers.filter((kid) => kid !== null);
      return new Map([...Map.groupBy(known, (kid) => kid)].map(([kid, same]) => [kid, same.length]));
    },
    async touch(used) {
      for (const [id, lastUsedAt] of used) change(id, () => ({ lastUsedAt }));
    },
  };
}

const isValid = ({ revokedAt, expiresAt }: KeyRecord, at: Date): boolean =>
  revokedAt === null && (expiresAt === null || expiresAt > at);

function comparePlaces(a: KeyPlace, b: KeyPlace): number {
  const age = a.createdAt.getTime() - b.createdAt.getTime();
  if (age !== 0) return age;
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
}
