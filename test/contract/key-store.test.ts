import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { KeyStore, SigningKeyStore } from '../../src/core/keys/key-ports.ts';
import type { KeyRecord } from '../../src/core/ports.ts';
import { createMemoryKeyStore } from '../../src/memory/key-store.ts';
import { createMemorySigningKeyStore } from '../../src/memory/signing-key-store.ts';
import { type Database, openDatabase } from '../../src/postgres/connection/database.ts';
import { createNotifications, type Notifications } from '../../src/postgres/connection/notifications.ts';
import { createKeyStore, KEY_CHANNEL } from '../../src/postgres/stores/key-store.ts';
import { createSigningKeyStore } from '../../src/postgres/stores/signing-key-store.ts';
import { newDatabase, type TestDatabase } from '../support/shared-postgres.ts';

const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second, 123));

const keyOf = (id: string, more: Partial<KeyRecord> = {}): KeyRecord => ({
  id,
  name: `key ${id}`,
  tier: 'pro',
  scope: 'read',
  createdAt: at(0),
  expiresAt: null,
  revokedAt: null,
  lastUsedAt: null,
  last4: 'abcd',
  signedBy: 'kid-1',
  replacedBy: null,
  account: id,
  ...more,
});

function keyStoreContract(open: () => { store: KeyStore; signingKeys: SigningKeyStore }): void {
  it('keeps every member of a key', async () => {
    const { store } = open();
    const key = keyOf('whole', { expiresAt: at(9), revokedAt: at(8), lastUsedAt: at(7), replacedBy: 'x' });
    await store.insert(key);
    expect(await store.find('whole')).toEqual(key);
    expect(await store.find('nobody')).toBeNull();
    await expect(store.insert(key)).rejects.toThrow();
  });

  it('lists newest first, page by page', async () => {
    const { store } = open();
    for (const [id, second] of [
      ['list-b', 30],
      ['list-a', 30],
      ['list-c', 31],
      ['list-d', 29],
    ] as const)
      await store.insert(keyOf(id, { createdAt: at(second) }));
    const first = await store.list({ limit: 2 });
    expect(first.map(({ id }) => id)).toEqual(['list-c', 'list-b']);
    const second = await store.list({ limit: 2, after: first[1] });
    expect(second.map(({ id }) => id)).toEqual(['list-a', 'list-d']);
  });

  it('changes what is named and says whether there is such a key', async () => {
    const { store } = open();
    await store.insert(keyOf('change'));
    expect(await store.update('change', { tier: 'quant' })).toBe(true);
    expect(await store.update('change', { name: 'new' })).toBe(true);
    expect(await store.revoke('change', at(1))).toBe(true);
    expect(await store.revoke('change', at(2))).toBe(true);
    await store.touch(new Map([['change', at(3)]]));
    expect(await store.find('change')).toEqual(
      keyOf('change', { tier: 'quant', name: 'new', revokedAt: at(1), lastUsedAt: at(3) }),
    );
    expect(await store.update('nobody', { tier: 'quant' })).toBe(false);
    expect(await store.revoke('nobody', at(1))).toBe(false);
  });

  it('replaces a key once, whole or not at all', async () => {
    const { store } = open();
    await store.insert(keyOf('old'));
    await store.insert(keyOf('ending', { expiresAt: at(5) }));
    const replace = (id: string, by: string) => store.replace(id, keyOf(by), at(1), at(10));
    const race = await Promise.all([replace('old', 'n1'), replace('old', 'n2')]);
    expect(race.toSorted()).toEqual([false, true]);
    const winner = race[0] ? 'n1' : 'n2';
    expect(await store.find('old')).toEqual(keyOf('old', { replacedBy: winner, expiresAt: at(10) }));
    expect(await store.find(winner)).toEqual(keyOf(winner));
    expect(await store.find(race[0] ? 'n2' : 'n1')).toBeNull();
    expect(await replace('ending', 'n3')).toBe(true);
    expect(await store.find('ending')).toEqual(keyOf('ending', { replacedBy: 'n3', expiresAt: at(5) }));

    await store.insert(keyOf('gone', { revokedAt: at(0) }));
    await store.insert(keyOf('past', { expiresAt: at(1) }));
    for (const id of ['gone', 'past', 'nobody']) expect(await replace(id, `n-${id}`)).toBe(false);
  });

  it('lists the keys of an account, without those that ended before a time', async () => {
    const { store } = open();
    const own = { account: 'of-ada' };
    await store.insert(keyOf('ada-1', { ...own, createdAt: at(1) }));
    await store.insert(keyOf('ada-2', { ...own, createdAt: at(2), revokedAt: at(5) }));
    await store.insert(keyOf('ada-3', { ...own, createdAt: at(3), expiresAt: at(6), revokedAt: at(7) }));
    await store.insert(keyOf('ada-4', { ...own, createdAt: at(4), expiresAt: at(9) }));
    await store.insert(keyOf('bob-1', { account: 'of-bob' }));
    const ids = async (since: number, limit = 9) =>
      (await store.listOf('of-ada', at(since), limit)).map(({ id }) => id);
    expect(await ids(5)).toEqual(['ada-4', 'ada-3', 'ada-2', 'ada-1']);
    expect(await ids(6)).toEqual(['ada-4', 'ada-3', 'ada-1']);
    expect(await ids(7)).toEqual(['ada-4', 'ada-1']);
    expect(await ids(5, 2)).toEqual(['ada-4', 'ada-3']);
    expect(await store.listOf('of-nobody', at(0), 9)).toEqual([]);
  });

  it('inserts within the limit of an account, which counts what is in use', async () => {
    const { store } = open();
    const own = { account: 'of-carol' };
    await store.insert(keyOf('c-revoked', { ...own, revokedAt: at(1) }));
    await store.insert(keyOf('c-past', { ...own, expiresAt: at(5) }));
    await store.insert(keyOf('c-replaced', { ...own, replacedBy: 'c-0' }));
    await store.insert(keyOf('d-0', { account: 'of-dora' }));
    const many = Array.from({ length: 6 }, (_, n) => store.insertWithin(keyOf(`c-${n}`, own), 3, at(5)));
    expect((await Promise.all(many)).filter((isIn) => isIn)).toHaveLength(3);
    const inUse = (await store.listOf('of-carol', at(6), 9)).filter(({ replacedBy }) => replacedBy === null);
    expect(inUse).toHaveLength(3);
    await store.revoke(inUse[0]?.id ?? '', at(6));
    expect(await store.insertWithin(keyOf('c-next', own), 3, at(6))).toBe(true);
    expect(await store.insertWithin(keyOf('c-one-more', own), 3, at(6))).toBe(false);
    expect(await store.find('c-one-more')).toBeNull();
  });

  it('counts valid keys by signing key', async () => {
    const { store } = open();
    await store.insert(keyOf('count-1', { signedBy: 'kid-count' }));
    await store.insert(keyOf('count-2', { signedBy: 'kid-count', expiresAt: at(10) }));
    await store.insert(keyOf('count-3', { signedBy: 'kid-count', revokedAt: at(1) }));
    await store.insert(keyOf('count-4', { signedBy: null }));
    expect((await store.countValid(at(9))).get('kid-count')).toBe(2);
    expect((await store.countValid(at(10))).get('kid-count')).toBe(1);
  });

  it('keeps signing keys as they first came, and retired ones retired', async () => {
    const { signingKeys } = open();
    const jwk = { kty: 'OKP', crv: 'Ed25519', x: 'x' };
    await signingKeys.publish({ kid: 'b', jwk }, at(1));
    await signingKeys.publish({ kid: 'a', jwk }, at(2));
    expect(await signingKeys.retire('b', at(3))).toBe(true);
    expect(await signingKeys.retire('b', at(4))).toBe(true);
    expect(await signingKeys.retire('nobody', at(4))).toBe(false);
    await signingKeys.publish({ kid: 'b', jwk: { ...jwk, x: 'y' } }, at(5));
    expect(await signingKeys.all()).toEqual([
      { kid: 'b', jwk, publishedAt: at(1), retiredAt: at(3) },
      { kid: 'a', jwk, publishedAt: at(2), retiredAt: null },
    ]);
  });
}

describe('key store in memory', () => {
  keyStoreContract(() => ({ store: createMemoryKeyStore(), signingKeys: createMemorySigningKeyStore() }));
});

describe('key store on PostgreSQL', () => {
  let database: TestDatabase;
  let db: Database;
  let notifications: Notifications;
  let heard: string[] = [];

  beforeAll(async () => {
    database = await newDatabase();
    const { connection } = database;
    db = openDatabase({ connection, maxConnections: 4 });
    notifications = createNotifications(connection);
    await notifications.subscribe(KEY_CHANNEL, {
      notified: (id) => heard.push(id),
      missed: () => {
        heard = [];
      },
    });
  }, 600_000);
  afterAll(async () => {
    await notifications.close();
    await db.close();
    await database.drop();
  }, 600_000);

  keyStoreContract(() => ({ store: createKeyStore(db), signingKeys: createSigningKeyStore(db) }));

  it('tells every process what changed', async () => {
    const { store, signingKeys } = { store: createKeyStore(db), signingKeys: createSigningKeyStore(db) };
    for (const id of ['told', 'told-old']) await store.insert(keyOf(id));
    heard = [];
    await store.update('told', { tier: 'quant' });
    await store.revoke('told', at(1));
    await store.replace('told-old', keyOf('told-new'), at(1), at(2));
    await signingKeys.publish({ kid: 'told-kid', jwk: {} }, at(1));
    await signingKeys.publish({ kid: 'told-kid', jwk: {} }, at(1));
    await signingKeys.retire('told-kid', at(2));
    // What the tests before changed may be heard late.
    const own = () => heard.filter((id) => id.startsWith('told'));
    await expect.poll(own).toEqual(['told', 'told', 'told-old', 'told-kid', 'told-kid']);
  });
});
