import type { KeyRecord } from '../ports.ts';

/** API keys, kept where every process finds them. */
export interface KeyStore {
  insert(key: KeyRecord): Promise<void>;
  /**
   * Inserts unless the key's account has `most` keys in use by `at`: neither revoked nor expired nor replaced. False when
   * it has. Of several at once no more get in.
   */
  insertWithin(key: KeyRecord, most: number, at: Date): Promise<boolean>;
  find(id: string): Promise<KeyRecord | null>;
  /** Newest first, of equal age by id downwards; those behind `after`, at most `limit`. */
  list(page: {
    readonly limit: number;
    readonly after?: KeyPlace | undefined;
  }): Promise<readonly KeyRecord[]>;
  /** Keys of an account but those that ended before `since`, newest first, at most `limit`. */
  listOf(account: string, since: Date, limit: number): Promise<readonly KeyRecord[]>;
  /** False when there is no such key. Revoking twice keeps the first time. */
  revoke(id: string, at: Date): Promise<boolean>;
  /** False when there is no such key. */
  update(id: string, changes: KeyChanges): Promise<boolean>;
  /**
   * Inserts the successor of a key, which itself expires at `endsAt` at the latest. False, and nothing is changed, when
   * the key is revoked, expired by `at` or has a successor already.
   */
  replace(id: string, successor: KeyRecord, at: Date, endsAt: Date): Promise<boolean>;
  /** Number of keys neither revoked nor expired by `at`, by the signing key of their tokens. */
  countValid(at: Date): Promise<ReadonlyMap<string, number>>;
  /** Remembers when keys were last used; best effort. */
  touch(used: ReadonlyMap<string, Date>): Promise<void>;
}

/** A place in the list of keys. */
export type KeyPlace = Pick<KeyRecord, 'createdAt' | 'id'>;

/** What is not named stays. */
export interface KeyChanges {
  readonly tier?: string | undefined;
  readonly name?: string | undefined;
}

/** Public half of a signing key, as a JWK. */
export interface PublicSigningKey {
  readonly kid: string;
  readonly jwk: Readonly<Record<string, unknown>>;
}

export interface SigningKeyRecord extends PublicSigningKey {
  readonly publishedAt: Date;
  /** Since then no token signed with it is taken. */
  readonly retiredAt: Date | null;
}

export interface SigningKeyStore {
  /** A key that is there stays as it is: a retired one cannot come back. */
  publish(key: PublicSigningKey, at: Date): Promise<void>;
  /** Oldest first, retired ones too. */
  all(): Promise<readonly SigningKeyRecord[]>;
  /** False when there is no such key. Retiring twice keeps the first time. */
  retire(kid: string, at: Date): Promise<boolean>;
}
