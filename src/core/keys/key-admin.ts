import { AppError, invalidParameter } from '../../errors.ts';
import { findTier } from '../access/access.ts';
import type { Tier } from '../access/tiers.ts';
import { checkName } from '../checks/check-name.ts';
import type { Clock, KeyRecord } from '../ports.ts';
import { DAY_MS } from '../time.ts';
import type { KeyIssuer, NewKey } from './key-issuer.ts';
import type { KeyChanges, KeyPlace, KeyStore } from './key-ports.ts';
import { type KeyState, stateOf } from './key-state.ts';
import type { Keys } from './keys.ts';
import { KEY_ID } from './token.ts';

/** How long a rotated key goes on unless it is said. */
export const DEFAULT_OVERLAP_MS = DAY_MS;

export interface ManagedKey extends KeyRecord {
  /** When it was asked for. */
  readonly state: KeyState;
}

/** A new key with its token, which is shown this once. */
export interface CreatedKey {
  readonly token: string;
  readonly key: ManagedKey;
}

/** Keys as operators manage them, in the CLI and over REST. Every method but `create` and the lists throws NOT_FOUND. */
export interface KeyAdmin {
  /**
   * Throws INVALID_PARAMETER for an unknown tier, CONFLICT when the key's account has `most` keys in use already, and
   * what `KeyIssuer.issue` throws.
   */
  create(key: NewKey, most?: number): Promise<CreatedKey>;
  /** Newest first; `next` is the place to go on behind, null on the last page. */
  list(page: { readonly limit: number; readonly after?: KeyPlace | undefined }): Promise<{
    readonly keys: readonly ManagedKey[];
    readonly next: KeyPlace | null;
  }>;
  /** Keys of an account but those that ended before `since`, newest first, at most `limit`. */
  listOf(account: string, since: Date, limit: number): Promise<readonly ManagedKey[]>;
  find(id: string): Promise<ManagedKey>;
  /** Counts on the next request, on every process. Throws INVALID_PARAMETER. */
  update(id: string, changes: KeyChanges): Promise<ManagedKey>;
  revoke(id: string): Promise<ManagedKey>;
  /**
   * Issues a key with the same tier, scope, name and length of life. The old one goes on for `overlapMs`, never past
   * its own expiry. Throws CONFLICT for a key that is revoked, expired or rotated already.
   */
  rotate(id: string, overlapMs: number): Promise<CreatedKey>;
}

export function createKeyAdmin(deps: {
  readonly store: KeyStore;
  readonly issuer: KeyIssuer;
  readonly keys: Pick<Keys, 'forget' | 'unflushedUse'>;
  readonly tiers: readonly Tier[];
  readonly clock: Clock;
}): KeyAdmin {
  const { store, issuer, keys, tiers, clock } = deps;

  const managed = (key: KeyRecord) => {
    const [stored, unflushed] = [key.lastUsedAt, keys.unflushedUse(key.id)];
    // Another process may have written a later use.
    const isLater = unflushed !== null && (stored === null || unflushed > stored);
    return managedKey({ ...key, lastUsedAt: isLater ? unflushed : stored }, clock.now());
  };

  const find = async (id: string): Promise<ManagedKey> => {
    const key = KEY_ID.test(id) ? await store.find(id) : null;
    if (!key) throw noSuchKey(id);
    return managed(key);
  };

  const requireTier = (id: string) => {
    if (!findTier(tiers, id))
      throw invalidParameter('tier', id, `one of ${tiers.map((tier) => tier.id).join(', ')}`);
  };

  return {
    find,
    async create(key, most) {
      requireTier(key.tier);
      const { token, record } = await issuer.issue(key);
      if (most === undefined) await store.insert(record);
      else if (!(await store.insertWithin(record, most, clock.now())))
        throw new AppError('CONFLICT', `there are ${most} keys in use already; revoke one first`);
      return { token, key: managed(record) };
    },
    async list({ limit, after }) {
      const found = await store.list({ limit: limit + 1, after });
      const page = found.slice(0, limit);
      return { keys: page.map(managed), next: found.length > limit ? (page.at(-1) ?? null) : null };
    },
    listOf: async (account, since, limit) => (await store.listOf(account, since, limit)).map(managed),
    async update(id, { tier, name }) {
      await find(id);
      if (tier !== undefined) requireTier(tier);
      await store.update(id, { tier, name: name === undefined ? undefined : checkName(name) });
      keys.forget(id);
      return find(id);
    },
    async revoke(id) {
      await find(id);
      await store.revoke(id, clock.now());
      keys.forget(id);
      return find(id);
    },
    async rotate(id, overlapMs) {
      const old = await find(id);
      if (old.replacedBy !== null)
        throw new AppError(
          'CONFLICT',
          `key ${id} was rotated before; rotate its successor ${old.replacedBy}`,
        );
      if (old.state !== 'valid')
        throw new AppError('CONFLICT', `key ${id} is ${old.state}; create a new one`);
      const { tier, scope, name, createdAt, expiresAt, account } = old;
      const expiresInMs = expiresAt === null ? null : expiresAt.getTime() - createdAt.getTime();
      const { token, record } = await issuer.issue({ tier, scope, name, expiresInMs, account });
      const now = clock.now();
      const endsAt = new Date(now.getTime() + overlapMs);
      if (!(await store.replace(id, record, now, endsAt)))
        throw new AppError('CONFLICT', `key ${id} was changed meanwhile; look at it again`);
      keys.forget(id);
      return { token, key: managed(record) };
    },
  };
}

export const noSuchKey = (id: string): AppError =>
  new AppError('NOT_FOUND', `there is no key "${id.slice(0, 64)}"`);

export const managedKey = (key: KeyRecord, now: Date): ManagedKey => ({ ...key, state: stateOf(key, now) });

/** A key as the CLI and REST show it. */
export function keyJson(key: ManagedKey) {
  return {
    id: key.id,
    name: key.name,
    tier: key.tier,
    scope: key.scope,
    state: key.state,
    last4: key.last4,
    created_at: key.createdAt.toISOString(),
    expires_at: key.expiresAt?.toISOString() ?? null,
    revoked_at: key.revokedAt?.toISOString() ?? null,
    last_used_at: key.lastUsedAt?.toISOString() ?? null,
    signed_by: key.signedBy,
    replaced_by: key.replacedBy,
  };
}
